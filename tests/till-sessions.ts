/** A till session of a trading day, as a till sends it: closed, with an opening float. */
export const tillSession = (TerminalId: string, day: string) => ({
  SessionId: `${TerminalId}-1`,
  TerminalId,
  ZNumber: 41,
  ClerkId: '9',
  ClerkName: 'Robin Vale',
  OpenedAt: `${day}T01:00:00Z`,
  ClosedAt: `${day}T03:00:00Z`,
  OpeningFloat: 30_000,
})

/** A session with the longest control sheet: every note and coin, many cash movements and several card terminals. */
export const fullTillSession = (TerminalId: string, day: string) => ({
  ...tillSession(TerminalId, day),
  Movements: Array.from({ length: 14 }, (_, i) => ({
    Kind: ['PayIn', 'PayOut', 'Drop', 'TipsPaidOut'][i % 4],
    Amount: 500 + i,
    Reason: `A reason that takes some words to say, number ${i}`,
    At: `${day}T02:30:00Z`,
  })),
  Counts: [
    {
      At: `${day}T02:50:00Z`,
      Media: [{ Method: 'Cash', Amount: 18_885 }],
      Denominations: [10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5].map((Value) => ({ Value, Count: 1 })),
    },
  ],
  Settlements: Array.from({ length: 5 }, (_, i) => ({ Terminal: `PIN-${i}`, Amount: 300, Payments: 1 })),
})
