import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import type { BankDay, TerminalDay, Terminals } from './terminal-arrivals.rules.ts'

/** What belongs to one settlement lies at most so many days apart. */
const LONGEST_GAP = 21

/** What card terminals took at these locations, with the days around that are settled together with those asked for. */
export const terminalsOf = async (
  { sql, venueId }: VenueScope,
  { locationIds, from, to }: { locationIds: readonly number[]; from: string; to: string },
): Promise<Terminals> => {
  const [first, last] = [addDays(from, -LONGEST_GAP), addDays(to, LONGEST_GAP)]
  const own = sql`p.venue_id = ${venueId} and p.location_id = any(${[...locationIds]}::int[])`
  const taken = sql`${own} and p.status = 'APPROVED'`
  const [days, bankDays, fees] = await Promise.all([
    sql<TerminalDay[]>`
      select p.location_id as "locationId", p.business_date as day, count(*) filter (where not p.is_refund) as payments,
        coalesce(sum(p.total) filter (where not p.is_refund), 0)::bigint as volume, coalesce(sum(p.total) filter (where p.is_refund), 0)::bigint as refunds,
        sum(p.surcharge)::bigint as surcharges, sum(p.tip)::bigint as tips, sum(p.cash_out)::bigint as "cashOut", sum(p.settlement)::bigint as settlement
      from terminal_payment p where ${taken} and p.business_date between ${first}::date and ${last}::date group by 1, 2 order by 1, 2`,
    sql<BankDay[]>`
      select run."locationId", run.day, sum(run.total)::bigint as total, sum(run.unsent)::bigint as unsent, sum(run.diverted)::bigint as diverted
      from (
        select p.location_id as "locationId", p.bank_day as day, coalesce(max(p.gross), sum(p.amount), 0) as total,
          coalesce(sum(p.amount) filter (where p.status not in ('SENT', 'RESUBMISSION_SENT')), 0) as unsent,
          coalesce(sum(p.amount) filter (where p.status in ('SENT', 'RESUBMISSION_SENT') and p.type in ('ATO', 'LOAN')), 0) as diverted
        from terminal_settlement p where ${own} and p.bank_day between ${first}::date and ${last}::date group by 1, 2, p.account_id, p.run_id) as run
      group by 1, 2 order by 1, 2`,
    sql<{ fee: number }[]>`
      select coalesce(round(sum(p.fee)), 0)::bigint as fee from terminal_payment p where ${taken} and p.business_date between ${from}::date and ${to}::date`,
  ])
  return { days: [...days], bankDays: [...bankDays], fee: fees[0]?.fee ?? 0 }
}
