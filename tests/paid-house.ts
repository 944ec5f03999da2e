import { randomFor } from '#db/demo/random.ts'
import { keepEntries, keepPaidOut, keepPayments, keepPayouts } from '#integrations/stripe/payments.sql.ts'
import { Books, type FakeEntry } from '#integrations/stripe/stripe-books.fake.ts'
import type { Entry } from '#integrations/stripe/stripe-payments.rules.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { StartedApp } from './start-app.ts'

/** A card tender as the database has it, minor units. */
export interface CardTender {
  saleId: string
  at: number
  day: string
  amount: number
}

/** Card tenders of a location that nobody took back on the day, found apart from the report. */
export const cardTenders = async (app: StartedApp, venueId: number, locationId: number): Promise<CardTender[]> => {
  const sql = connectAsOwner(app.databaseUrl)
  const rows = await sql<{ saleId: string; kind: number; counterOf: string | null; at: Date; day: string; amount: number; method: string | null }[]>`
    select s.sale_id::text as "saleId", s.kind, s.counter_of::text as "counterOf", s.closed_at as at, s.business_date as day, p.net + p.cash_out as amount, k.detail->>'Method' as method
    from sale s join sale_payment p on p.venue_id = s.venue_id and p.sale_id = s.sale_id join dimension_key k on k.venue_id = s.venue_id and k.key = p.media_key
    where s.venue_id = ${venueId} and s.location_id = ${locationId} order by s.closed_at, s.sale_id, p.payment_no`
  await sql.end()
  const undone = new Set(rows.flatMap(({ kind, counterOf }) => (kind === 5 && counterOf ? [counterOf] : [])))
  return rows
    .filter(({ kind, saleId, amount, method }) => (kind === 1 || kind === 2) && !undone.has(saleId) && method === 'Card' && amount !== 0)
    .map(({ saleId, at, day, amount }) => ({ saleId, at: Math.floor(at.getTime() / 1000), day, amount }))
}

/**
 * Links a location and pays most of its card tenders there: some are missing, some were paid twice, one payment is disputed, and what is older than
 * the last three days was paid out.
 * @returns the books of the account
 */
export const payAtProvider = async (app: StartedApp, seed: number, place: { venueId: number; locationId: number }, now: Date): Promise<Books> => {
  const { venueId, locationId } = place
  const random = randomFor(seed, `card payments at ${locationId}`)
  const books = new Books()
  const spare: string[] = []
  for (const [i, { at, amount }] of (await cardTenders(app, venueId, locationId)).entries()) {
    if (i === 6 || random.chance(0.06)) continue
    if (amount > 0) spare.push(books.charge({ amount, at: at - 15, ourFee: random.chance(0.5) ? 11 : 0 }).id)
    else if (spare[0]) books.refund(spare[0], -amount, at - 5)
    if (i === 8 || random.chance(0.04)) books.charge({ amount: random.chance(0.5) && amount > 0 ? amount : 4321, at: at + 90 })
    if (random.chance(0.05)) books.charge({ amount: 999, at, status: 'failed' })
  }
  const seconds = Math.floor(now.getTime() / 1000)
  if (spare[3]) books.dispute(spare[3], (books.charges[3]?.created ?? seconds) + 3600)
  const held = books.entries.filter(({ created }) => created > seconds - 7 * 86_400)
  for (const entry of held) entry.payout = 'held'
  books.payOut(seconds - 5 * 86_400).status = 'paid'
  for (const entry of held.slice(0, held.length / 2)) entry.payout = null
  if (held.length > 1) books.payOut(seconds - 3 * 86_400)
  for (const entry of held) if (entry.payout === 'held') entry.payout = null
  await keepBooks(app, place, books, now)
  return books
}

const keepBooks = async (app: StartedApp, { venueId, locationId }: { venueId: number; locationId: number }, books: Books, now: Date): Promise<void> => {
  const linkId = String(1000 + locationId)
  await workInVenue(app.database, venueId, now, async (venue) => {
    await venue.sql`
      insert into link (venue_id, link_id, provider, location_id, status, account_id, is_live, linked_at, last_ok_at)
      values (${venueId}, ${linkId}::bigint, 'Stripe', ${locationId}, 'connected', ${`acct_${locationId}`}, false, ${now}, ${now}) returning 1`
    const account = { linkId, locationId }
    await keepPayments(venue, account, books.charges)
    await keepEntries(
      venue,
      account,
      books.entries.map((entry) => ({ ...entry, source: books.sourceOf(entry) }) as Entry),
    )
    await keepPayouts(venue, account, books.payouts)
    for (const { id } of books.payouts)
      await keepPaidOut(
        venue,
        id,
        books.entries.filter(({ payout }: FakeEntry) => payout === id).map((entry) => entry.id),
      )
  })
}
