import { workInVenue } from '#platform/access/venue-work.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import type { StartedApp } from './start-app.ts'
import { plainSale, storeTrade } from './stored-trade.ts'

let made = 0
const AT = new Date('2026-11-13T01:00:00Z')
const ENDED = new Date('2026-11-19T01:00:00Z')

interface Made {
  /** The provider's names of the payment and of what moved for it. */
  paymentId: string
  movementId: string
}

/** A card payment at a location that moved money and that no tender matches, by a link that ended since; for one use. */
const makePayment = (app: StartedApp, venueId: number, at?: number): Promise<Made> =>
  workInVenue(app.database, venueId, new Date(), async ({ sql, locations }) => {
    const name = `${process.pid}x${made++}`
    const linkId = newFactId()
    const locationId = at ?? locations[0]?.locationId ?? 0
    await sql`
      insert into link (venue_id, link_id, provider, location_id, status, account_id, is_live, linked_at, ended_at)
      values (${venueId}, ${linkId}::bigint, 'Stripe', ${locationId}, 'revoked', ${`acct_${name}`}, false, ${AT}, ${ENDED}) returning 1`
    await sql`
      insert into payment (venue_id, provider, payment_id, link_id, location_id, created_at, business_date, currency, amount, status, is_captured, is_disputed)
      values (${venueId}, 'Stripe', ${`ch_${name}`}, ${linkId}::bigint, ${locationId}, ${AT}, '2026-11-13', 'AUD', 987654, 'succeeded', true, false) returning 1`
    await sql`
      insert into payment_entry (venue_id, provider, entry_id, link_id, location_id, kind, provider_type, created_at, business_date, available_at, currency, amount, fee,
        our_fee, net, payment_id)
      values (${venueId}, 'Stripe', ${`txn_${name}`}, ${linkId}::bigint, ${locationId}, 'charge', 'charge', ${AT}, '2026-11-13', ${AT}, 'AUD', 987654, 100, 0, 987554,
        ${`ch_${name}`}) returning 1`
    return { paymentId: `ch_${name}`, movementId: `txn_${name}` }
  })

/** @returns the provider's name of a payment */
export const somePayment = async (app: StartedApp, venueId = 1, at?: number): Promise<string> => (await makePayment(app, venueId, at)).paymentId

/** @returns the provider's name of what moved for a payment that stands alone */
export const someMovementAtProvider = async (app: StartedApp, venueId = 1, at?: number): Promise<string> => (await makePayment(app, venueId, at)).movementId

/** One that somebody explained. */
export const someExplainedMovement = async (app: StartedApp): Promise<string> => {
  const name = await someMovementAtProvider(app)
  await workInVenue(app.database, 1, new Date(), async ({ sql }) => {
    await sql`
      insert into payment_match (venue_id, provider, entry_id, location_id, reason, made_at, user_id)
      select venue_id, provider, entry_id, location_id, 'A deposit', now(), 1 from payment_entry where venue_id = 1 and entry_id = ${name} returning 1`
  })
  return name
}

/** A receipt of the first location whose card tender no payment matches, for one use. */
export const someLoneSale = async (app: StartedApp): Promise<string> => {
  const Amount = 700_000 + made++
  await storeTrade(
    app.database,
    1,
    1,
    [plainSale(AT.toISOString(), Amount, { SaleId: `lone-${process.pid}-${made}`, Tenders: [{ Method: 'Card', Amount }] })],
    new Date(),
  )
  const [sale] = await app.database.readVenue(
    1,
    (sql) => sql<{ id: string }[]>`select sale_id::text as id from sale_payment where venue_id = 1 and net = ${Amount} order by sale_id desc limit 1`,
  )
  return sale?.id ?? ''
}
