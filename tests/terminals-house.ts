import { randomFor } from '#db/demo/random.ts'
import { SettlementDay, TransactionPage } from '#integrations/tyro/tyro-answers.rules.ts'
import { TyroBooks } from '#integrations/tyro/tyro-books.fake.ts'
import { keepSettlements, keepTransactions } from '#integrations/tyro/tyro-payments.sql.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { addDays, everyDay } from '#shared/day.ts'
import { cardTenders } from './paid-house.ts'
import type { StartedApp } from './start-app.ts'

/**
 * Links a location with Tyro and pays its card tenders at two terminals: some are missing, some were never rung up, some are reversed, tips and surcharges are added there. Each
 * second day is settled together with the one before, the last settlement is not sent yet, and one came to less than its days.
 * @returns the books of the merchant
 */
export const payAtTerminals = async (app: StartedApp, seed: number, place: { venueId: number; locationId: number }, now: Date): Promise<TyroBooks> => {
  const { venueId, locationId } = place
  const random = randomFor(seed, `terminals at ${locationId}`)
  const books = new TyroBooks(String(locationId))
  for (const { day, amount } of await cardTenders(app, venueId, locationId)) {
    if (random.chance(0.05)) continue
    const [tid, fee] = [random.between(1, 2), random.between(0, 20_000) / 1000]
    if (amount < 0) books.pay(day, { refund: amount, tid })
    else books.pay(day, { sale: amount, tid, fee, tip: random.chance(0.2) ? 500 : 0, surcharge: random.chance(0.3) ? 77 : 0 })
    if (random.chance(0.05)) books.pay(day, { sale: 4321, tid, fee })
    if (random.chance(0.05)) books.pay(day, { sale: 999, tid, status: 'DECLINED' })
    if (random.chance(0.05)) {
      const sign = random.chance(0.5) ? 1 : -1
      books.pay(day, { sale: sign * 2345, tip: sign * 100, tid, reverses: books.pay(day, { sale: 2345, tip: 100, tid }) })
    }
  }
  const days = [...books.payments.keys()].sort()
  const span = everyDay(addDays(days[0] ?? '', -1), days.at(-1) ?? '')
  for (const [i, day] of span.entries()) {
    if (i % 2 === 1) continue
    const before = span[i - 1]
    const net = books.net(day) + (before ? books.net(before) : 0)
    const isLast = i + 2 >= span.length
    books.settle(day, i === 4 ? net - 1234 : net, isLast ? { status: 'PENDING' } : {})
  }
  await keepBooks(app, place, books, now)
  return books
}

const keepBooks = async (app: StartedApp, { venueId, locationId }: { venueId: number; locationId: number }, books: TyroBooks, now: Date): Promise<void> => {
  const linkId = String(2000 + locationId)
  await workInVenue(app.database, venueId, now, async (venue) => {
    await venue.sql`
      insert into link (venue_id, link_id, provider, location_id, status, account_id, is_live, linked_at, last_ok_at)
      values (${venueId}, ${linkId}::bigint, 'Tyro', ${locationId}, 'connected', ${String(locationId)}, true, ${now}, ${now}) returning 1`
    const account = { linkId, locationId, mid: String(locationId) }
    for (const [day, payments] of books.payments) {
      const page = { terminalBusinessDay: day, transactions: [...payments.values()], pagination: { total: payments.size } }
      await keepTransactions(venue, account, day, now, TransactionPage.parse(page).transactions)
    }
    for (const [day, settlements] of books.settlements)
      await keepSettlements(venue, account, day, SettlementDay.parse({ settlementDate: day, settlements }).settlements)
  })
}
