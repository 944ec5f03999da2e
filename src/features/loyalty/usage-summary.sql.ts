import { MOVEMENT } from '#features/ledger/ledger.rules.ts'
import { inColumns } from '#features/reports/kit/by-period.rules.ts'
import { hourName, tradingHours } from '#features/reports/kit/period.rules.ts'
import { checkRange } from '#features/reports/kit/range.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { toMajor } from '#shared/money.ts'
import { signed, USAGE_FIGURES, type UsageFigure } from './points-figures.rules.ts'
import { askedParts, type PointsQuery } from './points-report.report.ts'
import { type Asked, figuresBefore, figuresByPart } from './points-report.sql.ts'

type Row = Record<UsageFigure, number | null>

interface Counted {
  locationId: number | null
  part: number | null
  cards: number
  uses: number
  accrued: number
  redeemed: number
}

interface Sold {
  locationId: number | null
  part: number | null
  amount: number
  /** Of that, sales with a card. */
  members: number
}

type UsageQuery = Omit<PointsQuery, 'Interval'> & { Interval?: PointsQuery['Interval'] | 'hour' }

/** The range in the parts it is shown in. By hour these are the hours of the trading day, over all days of the range. */
const partsOf = (scope: VenueScope, query: UsageQuery) => {
  const { Interval, ...whole } = query
  if (Interval !== 'hour') {
    const { periods, ...parts } = askedParts(scope, { ...whole, Interval })
    return { ...parts, periods: periods.map((period, part) => ({ ...period, part })) }
  }
  checkRange({ from: query.FromDate, to: query.ToDate }, 'hour')
  const parts = askedParts(scope, whole)
  const first = Math.min(...parts.places.map(({ dayStart }) => Number(dayStart.slice(0, 2))))
  const hours = tradingHours(Number.isFinite(first) ? first : 0)
  return { ...parts, periods: hours.map((part) => ({ Period: hourName(part), FromDate: query.FromDate, ToDate: query.ToDate, part })) }
}

/**
 * How the programme does by location and period. A replaced card and its replacement are one member; over several locations and periods a
 * member counts once. By hour the points members hold are null: the ledger has them by day.
 * Total sales, and the share of them, are only for users who may see sales.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound
 */
export const usageSummary = async (scope: VenueScope, query: UsageQuery) => {
  const { places, periods, asked } = partsOf(scope, query)
  const isByHour = query.Interval === 'hour'
  const { sql, venueId } = scope
  const parts = sql`unnest(${texts(asked.parts.map(({ from }) => from))}::date[], ${texts(asked.parts.map(({ to }) => to))}::date[]) with ordinality as p(from_day, to_day, n)`
  const ids = numbers(asked.locationIds)
  // The second time round an hour when the clocks go back is the same hour.
  const part = isByHour ? sql`(s.local_hour % 100)::int` : sql`(p.n::int - 1)`
  const [used, sold, held] = await Promise.all([
    sql<Counted[]>`
      select m.location_id as "locationId", ${part} as part, count(distinct c.member_id) filter (where s.n > 0 and b.movement_id is null)::int as cards,
        count(*) filter (where s.n > 0 and b.movement_id is null)::int as uses, coalesce(sum(s.points_accrued), 0)::bigint as accrued,
        coalesce(sum(s.points_redeemed), 0)::bigint as redeemed
      from ${parts} join loyalty_movement m on m.venue_id = ${venueId} and m.location_id = any(${ids}::int[]) and m.business_date between p.from_day and p.to_day
          and m.kind = ${MOVEMENT.sale}
        join sale s on s.venue_id = ${venueId} and s.sale_id = m.sale_id
        join loyalty_card c on c.venue_id = ${venueId} and c.card_id = m.card_id
        left join loyalty_movement b on b.venue_id = ${venueId} and b.reverses = m.movement_id and b.sale_id is not null
      group by grouping sets ((m.location_id, ${part}), (m.location_id), (${part}), ())`,
    sql<Sold[]>`
      select s.location_id as "locationId", ${part} as part, coalesce(sum(s.amount), 0)::bigint as amount,
        coalesce(sum(s.amount) filter (where s.card_number is not null), 0)::bigint as members
      from ${parts} join sale s on s.venue_id = ${venueId} and s.location_id = any(${ids}::int[]) and s.business_date between p.from_day and p.to_day and s.kind in (1, 2, 5)
      group by grouping sets ((s.location_id, ${part}), (s.location_id), (${part}), ())`,
    heldAfter(scope, asked, query.FromDate),
  ])
  const seesSales = scope.tags.includes('can_viewsales')
  const at = (locationId: number | null, part: number | null, currency: string | null): Row =>
    rowOf(
      used.find((row) => row.locationId === locationId && row.part === part),
      sold.find((row) => row.locationId === locationId && row.part === part),
      isByHour && part !== null ? null : held(locationId, part ?? asked.parts.length - 1),
      currency,
      seesSales,
    )
  const whole = (locationId: number | null, currency: string | null) => ({
    ...at(locationId, null, currency),
    ...(query.Interval
      ? {
          ByPeriod: inColumns(
            EMPTY,
            periods.map(({ part }) => at(locationId, part, currency)),
          ),
        }
      : {}),
  })
  const currencies = [...new Set(places.map(({ currency }) => currency))]
  return {
    FromDate: query.FromDate,
    ToDate: query.ToDate,
    Interval: query.Interval ?? null,
    Periods: periods.map(({ part: _, ...period }) => period),
    WithSales: seesSales,
    Locations: places.map(({ locationId, name, currency }) => ({ LocationId: locationId, Name: name, Currency: currency, ...whole(locationId, currency) })),
    Totals: whole(null, currencies.length === 1 ? (currencies[0] ?? null) : null),
    AsAt: scope.now.toISOString(),
  }
}

const EMPTY = Object.fromEntries(USAGE_FIGURES.map((figure) => [figure, null])) as Row

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000)

/** Points members hold by the end of each part of the range, by location; of all where none is named. */
const heldAfter = async (scope: VenueScope, asked: Asked, from: string) => {
  const [before, moved] = await Promise.all([figuresBefore(scope, asked, from), figuresByPart(scope, asked)])
  const sum = (rows: readonly { figure: number; points: number }[]) => rows.reduce((all, { figure, points }) => all + signed(figure, points), 0)
  return (locationId: number | null, part: number): number => {
    const here = <T extends { locationId: number }>(rows: readonly T[]) => rows.filter((row) => locationId === null || row.locationId === locationId)
    return sum(here(before)) + sum(here(moved).filter((row) => row.part <= part))
  }
}

const rowOf = (used: Counted | undefined, sold: Sold | undefined, held: number | null, currency: string | null, seesSales: boolean): Row => {
  const { cards = 0, uses = 0, accrued = 0, redeemed = 0 } = used ?? {}
  const { amount: all = 0, members = 0 } = sold ?? {}
  return {
    ActiveCards: cards,
    Uses: uses,
    MembersSales: currency === null ? null : toMajor(members, currency),
    Sales: currency === null || !seesSales ? null : toMajor(all, currency),
    Share: currency === null || !seesSales ? null : ratio(members, all),
    Accrued: accrued,
    Redeemed: redeemed,
    PointsPerDollar: currency === null ? null : ratio(accrued, toMajor(members, currency)),
    RedemptionRate: ratio(redeemed, accrued),
    PointsLiability: held,
  }
}
