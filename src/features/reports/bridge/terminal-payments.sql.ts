import { approvedPayments, type TerminalDays } from '#features/reports/kit/terminal-payments.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import type { BankDay, TerminalDay, Terminals } from './terminal-arrivals.rules.ts'

/** What belongs to one settlement lies at most so many days apart. */
const LONGEST_GAP = 21

/** What card terminals took at these locations, with the days around that are settled together with those asked for. */
export const terminalsOf = async (scope: VenueScope, { locationIds, from, to }: TerminalDays): Promise<Terminals> => {
  const { sql, venueId } = scope
  const [first, last] = [addDays(from, -LONGEST_GAP), addDays(to, LONGEST_GAP)]
  const [days, bankDays, fees] = await Promise.all([
    sql<TerminalDay[]>`
      select location_id as "locationId", business_date as day, coalesce(sum(payments) filter (where not is_refund), 0)::int as payments,
        coalesce(sum(total) filter (where not is_refund), 0)::bigint as volume, coalesce(sum(total) filter (where is_refund), 0)::bigint as refunds,
        sum(surcharge)::bigint as surcharges, sum(tip)::bigint as tips, sum(cash_out)::bigint as "cashOut", sum(settlement)::bigint as settlement
      from ${approvedPayments(scope, { locationIds, from: first, to: last })} taken group by 1, 2 order by 1, 2`,
    sql<BankDay[]>`
      select run."locationId", run.day, sum(run.total)::bigint as total, sum(run.unsent)::bigint as unsent, sum(run.diverted)::bigint as diverted
      from (
        select p.location_id as "locationId", p.bank_day as day, coalesce(max(p.gross), sum(p.amount), 0) as total,
          coalesce(sum(p.amount) filter (where p.status not in ('SENT', 'RESUBMISSION_SENT')), 0) as unsent,
          coalesce(sum(p.amount) filter (where p.status in ('SENT', 'RESUBMISSION_SENT') and p.type in ('ATO', 'LOAN')), 0) as diverted
        from terminal_settlement p where p.venue_id = ${venueId} and p.location_id = any(${[...locationIds]}::int[]) and p.bank_day between ${first}::date and ${last}::date group by 1, 2, p.account_id, p.run_id) as run
      group by 1, 2 order by 1, 2`,
    sql<{ fee: number }[]>`select coalesce(round(sum(fee)), 0)::bigint as fee from ${approvedPayments(scope, { locationIds, from, to })} taken`,
  ])
  return { days: [...days], bankDays: [...bankDays], fee: fees[0]?.fee ?? 0 }
}
