import { randomFor } from '#db/demo/random.ts'
import type { WireSale } from '#features/intake/sale.contract.ts'
import type { SheetAnswer, SheetsAnswer } from '#features/till/control-sheets.contract.ts'
import { METHODS } from '#features/till/till.rules.ts'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { everyDay } from '#shared/day.ts'
import { randomTrade } from './random-trade.ts'
import { type StaffRoom, staffRoom } from './staff-room.ts'
import type { StartedApp } from './start-app.ts'
import { plainSale, storeTrade } from './stored-trade.ts'
import type { Visitor } from './visitor.ts'

/** The days of the house's tills, a week. */
export const TILL_DAYS = everyDay('2026-11-09', '2026-11-15')
/** This day's sales arrive after its sheets were committed. */
const LATE_DAY = TILL_DAYS[0] as string

/** A venue of two bars with a week of random trade, of which random drawers were opened, moved, counted, signed and committed. */
export interface SigningHouse {
  venueId: number
  locationIds: readonly number[]
  /** May see everything of sales, media and control sheets, and sign. */
  manager: Visitor
  /** The same, without signing. */
  counter: Visitor
  /** Sees media and no sheets. */
  reader: Visitor
  /** Sees sales alone. */
  stranger: Visitor
  /** Hires somebody and signs them in. */
  at: StaffRoom['at']
  /** The sheets that have a session, with everything behind them. */
  opened: (sheets: SheetsAnswer['Sheets']) => Promise<SheetAnswer[]>
}

export const signingHouse = async (app: StartedApp, seed: number, now: Date): Promise<SigningHouse> => {
  const room = await staffRoom(app, `Signing ${seed}`)
  const { venueId, locationIds } = room
  const sales = ['can_viewmedia', 'can_viewsales'] as const
  const manager = await room.at(`manager-${seed}`, [...sales, 'can_viewcontrolsheet', 'can_signcontrolsheet'])
  const counter = await room.at(`counter-${seed}`, [...sales, 'can_viewcontrolsheet'])
  const reader = await room.at(`reader-${seed}`, sales)
  const stranger = await room.at(`stranger-${seed}`, ['can_viewsales'])
  for (const locationId of locationIds) {
    const key = await createLocationKey(app.database.house, venueId, locationId, `Till ${locationId}`)
    const trade = paidInManyWays(
      seed,
      locationId,
      randomTrade(seed, { locationId, name: `Bar ${locationId}`, timeZone: 'Australia/Sydney', winterHours: 10 }, TILL_DAYS, 12),
    )
    const isLate = ({ SaleId }: WireSale) => SaleId.startsWith(`${LATE_DAY} 1`)
    await storeTrade(
      app.database,
      venueId,
      locationId,
      trade.filter((sale) => !isLate(sale)),
      now,
    )
    await sendSessions(app, key, randomSessions(seed, locationId))
    await commitDay(manager, locationId)
    // One that surely falls into a committed session.
    await storeTrade(app.database, venueId, locationId, [plainSale(`${LATE_DAY}T12:00:00+11:00`, 1700)], now)
    await storeTrade(app.database, venueId, locationId, trade.filter(isLate), now)
  }
  const opened: SigningHouse['opened'] = async (sheets) => {
    const answers: SheetAnswer[] = []
    for (const { SheetId } of sheets) {
      if (SheetId === null) continue
      const { status, body } = await manager.call<SheetAnswer>('GET', `/controlsheets/${SheetId}`)
      if (status !== 200) throw new Error(JSON.stringify(body))
      answers.push(body as SheetAnswer)
    }
    return answers
  }
  return { venueId, locationIds, manager, counter, reader, stranger, at: room.at, opened }
}

/** The same sales with the card of some replaced by every other way to pay. */
const paidInManyWays = (seed: number, locationId: number, trade: readonly WireSale[]): WireSale[] => {
  const random = randomFor(seed, `paid at ${locationId}`)
  return trade.map((sale) => {
    const Method = random.chance(0.5) ? 'Card' : random.pick(METHODS.filter((method) => method !== 'Cash'))
    if (!sale.Tenders || Method === 'Card') return sale
    const Tenders = sale.Tenders.map(({ CardType: _, ...tender }) => (tender.Method === 'Card' ? { ...tender, Method } : tender))
    return { ...sale, Tenders }
  })
}

const MINUTE_MS = 60_000

/** Of each till and day none, one or two sessions, some of them never counted; on the late day every drawer is counted. */
const randomSessions = (seed: number, locationId: number): object[] => {
  const random = randomFor(seed, `sessions at ${locationId}`)
  return TILL_DAYS.flatMap((day) =>
    ['T1', 'T2'].flatMap((TerminalId) => {
      const start = Date.parse(`${day}T05:30:00+11:00`)
      const at = (minutes: number) => new Date(start + minutes * MINUTE_MS).toISOString()
      const isLateDay = day === LATE_DAY
      const halves = isLateDay
        ? [[0, 1400]]
        : random.pick([
            [],
            [[0, 1400]],
            [
              [0, 700],
              [710, 1400],
            ],
          ] as number[][][])
      return halves.map(([from = 0, to = 0], i) => {
        const OpeningFloat = random.between(0, 4) * 10_000
        const count = isLateDay || random.chance(0.7)
        const cash = { Method: 'Cash', Amount: random.between(30_000, 90_000) }
        const others = METHODS.filter((method) => method !== 'Cash' && random.chance(0.4)).map((Method) => ({ Method, Amount: random.between(0, 20_000) }))
        const movements = (['PayIn', 'PayOut', 'Drop', 'Banking', 'TipsPaidOut'] as const).filter(() => random.chance(0.5))
        return {
          SessionId: `${TerminalId} ${day} ${i}`,
          TerminalId,
          ZNumber: TILL_DAYS.indexOf(day) * 2 + i + 1,
          ClerkId: '7',
          ClerkName: 'Ash Ito',
          OpenedAt: at(from),
          ...(count || random.chance(0.5) ? { ClosedAt: at(to) } : {}),
          OpeningFloat,
          ...(random.chance(0.5) ? { ClosingFloat: random.between(0, 30_000) } : {}),
          Movements: movements.map((Kind) => ({ Kind, Amount: random.between(1, 3000), Reason: 'As it was', At: at(from + 5) })),
          ...(count ? { Counts: [{ At: at(to + 5), Media: [...(random.chance(0.9) ? [cash] : []), ...others] }] } : {}),
        }
      })
    }),
  )
}

const sendSessions = async (app: StartedApp, key: string, ControlSheets: readonly object[]): Promise<void> => {
  const answer = await fetch(`${app.url}/api/pos/v1/control-sheets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ ControlSheets }),
  })
  const told = (await answer.json()) as { Accepted?: number }
  if (told.Accepted !== ControlSheets.length) throw new Error(`Not all sessions were taken: ${JSON.stringify(told).slice(0, 500)}`)
}

/** Signs and commits every sheet of the late day. */
const commitDay = async (manager: Visitor, locationId: number): Promise<void> => {
  const { body } = await manager.call<SheetsAnswer>('GET', `/reports/control-sheets?FromDate=${LATE_DAY}&ToDate=${LATE_DAY}&Locations=${locationId}`)
  for (const { SheetId, Counted } of body.Sheets as SheetsAnswer['Sheets']) {
    if (SheetId === null || Counted === null) continue
    for (const [what, sent] of [
      ['sign', { Reason: 'Random count' }],
      ['commit', {}],
    ] as const) {
      const { status, body: told } = await manager.call('POST', `/controlsheets/${SheetId}/${what}`, { body: sent })
      if (status !== 200) throw new Error(`${what}: ${JSON.stringify(told)}`)
    }
  }
}
