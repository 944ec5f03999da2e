import { approvedPayments, type TerminalDays } from '#features/reports/kit/terminal-payments.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'

/** What the terminals of a location did on a business day of theirs; cents. */
export interface TerminalDayRow {
  locationId: number
  day: string
  payments: number
  sales: number
  refunds: number
  surcharges: number
  tips: number
  cashOut: number
  donations: number
  total: number
  /** Rounded once for the day. */
  fee: number
  settled: number
}

/** Approved payments by location and terminal business day, the newest first. */
export const terminalDayRows = async (scope: VenueScope, days: TerminalDays): Promise<TerminalDayRow[]> => scope.sql<TerminalDayRow[]>`
  select location_id as "locationId", business_date as day, sum(payments)::int as payments, sum(sale)::bigint as sales, sum(refund)::bigint as refunds,
    sum(surcharge)::bigint as surcharges, sum(tip)::bigint as tips, sum(cash_out)::bigint as "cashOut", sum(donation)::bigint as donations,
    sum(total)::bigint as total, round(sum(fee))::bigint as fee, sum(settlement)::bigint as settled
  from ${approvedPayments(scope, days)} taken group by 1, 2 order by 2 desc, 1`

/** The acquiring fee of all these days, rounded once; cents. */
export const feeOfDays = async (scope: VenueScope, days: TerminalDays): Promise<number> => {
  const [row] = await scope.sql<{ fee: number }[]>`select coalesce(round(sum(fee)), 0)::bigint as fee from ${approvedPayments(scope, days)} taken`
  return row?.fee ?? 0
}

export interface BankDayRow {
  locationId: number
  day: string
  line: number
  amount: number | null
  type: string | null
  status: string | null
  reference: string | null
}

/** What was settled on these days, the newest first; cents. */
export const bankDayRows = async ({ sql, venueId }: VenueScope, { locationIds, from, to }: TerminalDays): Promise<BankDayRow[]> => sql<BankDayRow[]>`
  select location_id as "locationId", bank_day as day, line, coalesce(amount, gross) as amount, type, status, reference
  from terminal_settlement where venue_id = ${venueId} and location_id = any(${[...locationIds]}::int[]) and bank_day between ${from}::date and ${to}::date
  order by bank_day desc, location_id, line`
