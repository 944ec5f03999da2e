import { clocksOf, referencesAsked } from '#features/reports/kit/clocks.rules.ts'
import { averagedOver, type Comparison, type Reference } from '#features/reports/kit/comparison.rules.ts'
import { type ElapsedGroup, elapsedGroups } from '#features/reports/kit/sales-plan.rules.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { dayNumber } from '#shared/day.ts'
import { signed } from './points-figures.rules.ts'
import { figuresBefore, figuresByPart, vouchersByPart } from './points-report.sql.ts'
import { added, type Counted, divided, type PointsRow, rowOf } from './points-row.rules.ts'
import { figuresUntil, salesPointsUntil, vouchersUntil } from './points-until.sql.ts'

/** What a report on points may be held against. */
export interface CompareQuery {
  Compare?: Comparison | undefined
  CompareFrom?: string | undefined
  CompareTo?: string | undefined
}

/**
 * The same figures in the range the report is held against, by location; while the range is still open, only of the part that has elapsed.
 * @throws ValidationFailed where the comparison does not fit the range
 */
export const pointsCompared = async (scope: VenueScope, places: readonly ScopeLocation[], range: { from: string; to: string }, query: CompareQuery) => {
  const clocks = clocksOf(scope, places)
  const references = referencesAsked(scope, query, range, clocks, places)
  const kind = query.Compare ?? 'none'
  if (references.length === 0) return null
  const read = await Promise.all(
    references.map((reference) => referenceRows(scope, places, reference, elapsedGroups(reference, { range, clocks, weekdays: undefined }), clocks)),
  )
  const share = averagedOver(kind, references)
  const Locations = places.map(({ locationId }) => ({
    LocationId: locationId,
    ...divided(
      wholeOf(
        read.map((rows) => rows.get(locationId)),
        share,
      ),
      share,
    ),
  }))
  const hasOneCurrency = new Set(places.map(({ currency }) => currency)).size <= 1
  return {
    Kind: kind,
    Ranges: references.map(({ from, to }) => ({ FromDate: from, ToDate: to })),
    SameElapsedPart: clocks.some(({ day }) => range.from <= day && day <= range.to),
    Locations,
    Totals: hasOneCurrency ? added(Locations) : { ...added(Locations), VoucherAmount: null },
  }
}

/** References one after the other, as holidays cut them, open with the first and close with the last; those of an average are added. */
const wholeOf = (rows: readonly (PointsRow | undefined)[], share: number): PointsRow => {
  const known = rows.flatMap((row) => row ?? [])
  return share > 1 ? added(known) : { ...added(known), Opening: known[0]?.Opening ?? 0, Closing: known.at(-1)?.Closing ?? 0 }
}

const referenceRows = async (
  scope: VenueScope,
  places: readonly ScopeLocation[],
  reference: Reference,
  groups: readonly ElapsedGroup[],
  clocks: readonly { locationId: number; day: string }[],
): Promise<Map<number, PointsRow>> => {
  const before = await figuresBefore(scope, { locationIds: places.map(({ locationId }) => locationId), parts: [] }, reference.from)
  const counted = new Map<number, Counted[]>()
  for (const group of groups) {
    const here = places.filter(({ locationId }) => group.locationIds.includes(locationId))
    const today = clocks.find(({ locationId }) => locationId === here[0]?.locationId)?.day ?? ''
    const parts = [await wholeDays(scope, group), await dayCut(scope, here, group.cutDay, today)]
    for (const { locationId } of here)
      counted.set(
        locationId,
        parts.flatMap((part) => part?.(locationId) ?? []),
      )
  }
  return new Map(
    places.map(({ locationId, currency }) => {
      const opening = before.filter((row) => row.locationId === locationId).reduce((sum, { figure, points }) => sum + signed(figure, points), 0)
      const pieces = counted.get(locationId) ?? []
      const all = {
        figures: pieces.flatMap(({ figures }) => figures),
        vouchers: pieces.flatMap(({ vouchers }) => vouchers),
      }
      return [locationId, rowOf(opening, all, currency)]
    }),
  )
}

type ByLocation = (locationId: number) => Counted

const wholeDays = async (scope: VenueScope, { whole, locationIds }: ElapsedGroup): Promise<ByLocation | undefined> => {
  if (!whole) return undefined
  const asked = { locationIds, parts: [whole] }
  return byLocation(await Promise.all([figuresByPart(scope, asked), vouchersByPart(scope, asked)]))
}

const dayCut = async (scope: VenueScope, places: readonly ScopeLocation[], day: string | undefined, today: string): Promise<ByLocation | undefined> => {
  if (!day) return undefined
  const asked = { day, daysBack: dayNumber(today) - dayNumber(day), places }
  const [figures, vouchers, sales] = await Promise.all([figuresUntil(scope, asked), vouchersUntil(scope, asked), salesPointsUntil(scope, asked)])
  return byLocation([[...figures, ...sales], vouchers])
}

interface Placed {
  locationId: number
}

const byLocation =
  ([figures, vouchers]: [readonly (Placed & Counted['figures'][number])[], readonly (Placed & Counted['vouchers'][number])[]]): ByLocation =>
  (locationId) => ({
    figures: figures.filter((row) => row.locationId === locationId),
    vouchers: vouchers.filter((row) => row.locationId === locationId),
  })
