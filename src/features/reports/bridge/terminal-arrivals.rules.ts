/** What the card terminals of a location took on one of their business days; cents. */
export interface TerminalDay {
  locationId: number
  day: string
  payments: number
  /** Sales with tips, surcharges, cash out and donations. */
  volume: number
  /** Below zero. */
  refunds: number
  surcharges: number
  tips: number
  cashOut: number
  /** What the provider says it settles of it. */
  settlement: number
}

/** What was settled of a location's payments on a day; cents. */
export interface BankDay {
  locationId: number
  day: string
  total: number
  /** Not sent to its bank yet. */
  unsent: number
  /** Sent elsewhere than to a bank account: a loan that is paid back, or the tax office. */
  diverted: number
}

export interface Terminals {
  days: TerminalDay[]
  bankDays: BankDay[]
  /** The acquiring fee of the days asked for: fractions of a cent are added up before they are rounded. */
  fee: number
}

/** Where money of card terminals is that has not arrived: sent on a bank day and not through yet, or not settled by the provider yet. */
export interface TerminalArrival {
  where: 'way' | 'provider'
  /** The day on which it was settled. */
  bankDay: string | null
  payments: number
  net: number
}

/** What card terminals took in a range, and where it is; cents. */
export interface TerminalSums {
  payments: number
  volume: number
  /** Below zero. */
  refunds: number
  surcharges: number
  tips: number
  cashOut: number
  fee: number
  /** What is settled beside volume, refunds and fee: surcharges the provider keeps, fees it charges apart, and what it settled otherwise than it said. */
  other: number
  net: number
  notArrived: TerminalArrival[]
}

/**
 * Adds up the days of a range. A business day is settled by the first settlement on it or after it; what that came to more or less than its days belongs to
 * its own day, so that ranges add up.
 */
export const terminalSums = ({ days, bankDays, fee }: Terminals, from: string, to: string): TerminalSums => {
  const isIn = ({ day }: { day: string }) => from <= day && day <= to
  const asked = days.filter(isIn)
  const sum = (of: (day: TerminalDay) => number) => asked.reduce((total, day) => total + of(day), 0)
  const [volume, refunds] = [sum((day) => day.volume), sum((day) => day.refunds)]
  const locations = [...new Set([...days, ...bankDays].map(({ locationId }) => locationId))]
  const settled = locations.map((id) =>
    settledAt(
      days.filter(({ locationId }) => locationId === id),
      bankDays.filter(({ locationId }) => locationId === id),
      isIn,
    ),
  )
  const other = sum((day) => day.settlement) - volume - refunds + fee + settled.reduce((total, one) => total + one.beside, 0)
  return {
    payments: sum((day) => day.payments),
    volume,
    refunds,
    surcharges: sum((day) => day.surcharges),
    tips: sum((day) => day.tips),
    cashOut: sum((day) => day.cashOut),
    fee,
    other,
    net: volume + refunds + other - fee,
    notArrived: merged(settled.flatMap(({ notArrived }) => notArrived)),
  }
}

interface SettledAt {
  /** What settlements came to beside the payments of their days. */
  beside: number
  notArrived: TerminalArrival[]
}

const settledAt = (days: readonly TerminalDay[], bankDays: readonly BankDay[], isIn: (day: { day: string }) => boolean): SettledAt => {
  const open = days.filter((day) => isIn(day) && !bankDays.some((bank) => bank.day >= day.day))
  const notArrived: TerminalArrival[] = open.map(({ payments, settlement }) => ({ where: 'provider', bankDay: null, payments, net: settlement }))
  let beside = 0
  for (const [i, bank] of bankDays.entries()) {
    const before = bankDays[i - 1]
    const own = days.filter(({ day }) => day <= bank.day && (before === undefined || day > before.day))
    const net = own.reduce((total, { settlement }) => total + settlement, 0)
    // Which days the first known settlement begins with is not known.
    const rest = before === undefined ? 0 : bank.total - net
    if (isIn(bank)) beside += rest - bank.diverted
    if (bank.unsent === 0) continue
    const isWhole = bank.unsent === bank.total
    const asked = isWhole ? own.filter(isIn) : []
    const payments = asked.reduce((total, one) => total + one.payments, 0)
    const amount = isWhole ? asked.reduce((total, one) => total + one.settlement, 0) + (isIn(bank) ? rest : 0) : isIn(bank) ? bank.unsent : 0
    if (amount !== 0) notArrived.push({ where: 'way', bankDay: bank.day, payments, net: amount })
  }
  return { beside, notArrived }
}

/** One line for each bank day, and one for all that is not settled. */
const merged = (all: readonly TerminalArrival[]): TerminalArrival[] => {
  const byDay = new Map<string, TerminalArrival>()
  for (const one of all) {
    const key = one.bankDay ?? ''
    const known = byDay.get(key)
    byDay.set(key, known ? { ...known, payments: known.payments + one.payments, net: known.net + one.net } : one)
  }
  return [...byDay.values()].sort((a, b) => (a.bankDay ?? '~').localeCompare(b.bankDay ?? '~'))
}
