import { CODE_DIM } from '#features/sums/rollup.rules.ts'
import { addCount, addStep, storeSession } from '#features/till/store-session.sql.ts'
import type { SheetState } from '#features/till/till.rules.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import type { StartedApp } from './start-app.ts'
import { plainSale, storeTrade } from './stored-trade.ts'

let made = 0
const AT = new Date('2026-11-13T01:00:00Z')

const keyOfTill = async (app: StartedApp, venueId: number, code: string): Promise<number> =>
  app.database.inVenue(venueId, async (sql) => {
    const [row] = await sql<{ key: number }[]>`
      insert into dimension_key (venue_id, dim, code, name) values (${venueId}, ${CODE_DIM.terminal}, ${code}, ${code}) on conflict (venue_id, dim, code) do update set name = excluded.name
      returning key`
    return row?.key ?? 0
  })

/** A control sheet of a till of its own that has come so far, counted by nobody who would sign it; for one use. */
export const someSheet = async (app: StartedApp, state: SheetState = 'Open', venueId = 1, at?: number): Promise<string> => {
  const code = `sheet-${process.pid}-${made++}`
  const terminalKey = await keyOfTill(app, venueId, code)
  return workInVenue(app.database, venueId, new Date(), async (venue) => {
    const id = await storeSession(venue, undefined, {
      locationId: at ?? venue.locations[0]?.locationId ?? 0,
      terminalKey,
      code,
      revision: 1,
      zNumber: 1,
      businessDate: '2026-11-13',
      openedAt: AT,
      closedAt: new Date(AT.getTime() + 3_600_000),
      clerkKey: null,
      openingFloat: 28_000,
      closingFloat: null,
      currency: 'AUD',
      contentHash: '00',
      movements: [],
      counts: [],
      settlements: [],
    })
    if (state === 'Open') return id
    await addCount(venue, id, { at: AT, clerkKey: null, note: '', counted: [{ method: 'Cash', amount: 28_000 }], denominations: [] }, null)
    await addStep(venue, id, state, { userId: null })
    return id
  })
}

/** A control sheet with a photo that goes by the same number, for one use. */
export const someSheetWithPhoto = async (app: StartedApp): Promise<string> => {
  const id = await someSheet(app)
  await app.database.inVenue(1, async (sql) => {
    const [person] = await sql<{ userId: number }[]>`select min(user_id) as "userId" from employee where venue_id = 1`
    await sql`
      insert into till_photo (venue_id, session_id, photo_id, kind, content, at, user_id)
      values (1, ${id}::bigint, ${id}::bigint, 1, ${Buffer.from([0xff, 0xd8, 0xff, 0xd9])}, ${AT}, ${person?.userId ?? 0})`
  })
  return id
}

/** A till of the sample's first location that sold once on 13 November 2026 outside of any session, for one use. */
export const someUncountedTill = async ({ database }: StartedApp): Promise<string> => {
  const TerminalId = `uncounted-${process.pid}-${made++}`
  await storeTrade(database, 1, 1, [plainSale('2026-11-13T12:00:00+11:00', 500, { TerminalId, SaleId: TerminalId })], new Date('2026-11-14T00:00:00Z'))
  return TerminalId
}
