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

interface Asked {
  locationIds: readonly number[]
  from: string
  to: string
}

/** Approved payments by location and terminal business day, the newest first. */
export const terminalDayRows = async ({ sql, venueId }: VenueScope, { locationIds, from, to }: Asked): Promise<TerminalDayRow[]> => sql<TerminalDayRow[]>`
  select location_id as "locationId", business_date as day, count(*)::int as payments, sum(sale)::bigint as sales, sum(refund)::bigint as refunds,
    sum(surcharge)::bigint as surcharges, sum(tip)::bigint as tips, sum(cash_out)::bigint as "cashOut", sum(donation)::bigint as donations,
    sum(total)::bigint as total, round(sum(fee))::bigint as fee, sum(settlement)::bigint as settled
  from terminal_payment where venue_id = ${venueId} and location_id = any(${[...locationIds]}::int[]) and business_date between ${from}::date and ${to}::date
    and status = 'APPROVED'
  group by 1, 2 order by 2 desc, 1`

/** The acquiring fee of all these days, rounded once; cents. */
export const feeOfDays = async ({ sql, venueId }: VenueScope, { locationIds, from, to }: Asked): Promise<number> => {
  const [row] = await sql<{ fee: number }[]>`
    select coalesce(round(sum(fee)), 0)::bigint as fee from terminal_payment where venue_id = ${venueId} and location_id = any(${[...locationIds]}::int[])
      and business_date between ${from}::date and ${to}::date and status = 'APPROVED'`
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
export const bankDayRows = async ({ sql, venueId }: VenueScope, { locationIds, from, to }: Asked): Promise<BankDayRow[]> => sql<BankDayRow[]>`
  select location_id as "locationId", bank_day as day, line, coalesce(amount, gross) as amount, type, status, reference
  from terminal_settlement where venue_id = ${venueId} and location_id = any(${[...locationIds]}::int[]) and bank_day between ${from}::date and ${to}::date
  order by bank_day desc, location_id, line`
