import { emptyRow, KINDS } from '#features/reports/kit/breakdown-kinds.rules.ts'
import { ClassTree, rowKeyOf } from '#features/reports/kit/class-tree.rules.ts'
import { type DaysAsked, soldByDay } from '#features/reports/kit/days-asked.report.ts'
import { SUM } from '#features/reports/kit/figures.rules.ts'
import { piecesOf } from '#features/reports/kit/period.rules.ts'
import { classesOf, keptSums } from '#features/sums/reading/breakdown-rows.sql.ts'
import { RowTally } from '#features/sums/reading/row-tally.rules.ts'
import { type TakenRow, tenderMethods, tenderNames, tendersTaken } from '#features/sums/reading/tenders.sql.ts'
import { readSheets } from '#features/till/read-sheets.report.ts'
import type { Sheet } from '#features/till/sheet.rules.ts'
import { METHODS, type Method } from '#features/till/till.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { dayOf, everyDay } from '#shared/day.ts'
import type { DayFigures, DepartmentSums } from './journal-lines.rules.ts'

/** A trading day of a location with all its journal is made of. */
export interface TradedDay {
  locationId: number
  day: string
  figures: DayFigures
  /** Drawers that nobody has counted yet. */
  openSheets: number
}

/** The method of a media, and the name of a department or media by its key. */
export interface JournalNames {
  methodOf: (media: number) => Method
  departments: readonly { key: number; name: string }[]
  media: readonly { key: number; name: string; method: Method }[]
}

/** Departments and media of the venue, all there are. */
export const journalNames = async (scope: VenueScope): Promise<JournalNames & { tree: ClassTree }> => {
  const [classes, names, methods] = await Promise.all([classesOf(scope), tenderNames(scope), tenderMethods(scope)])
  const tree = new ClassTree(classes)
  const methodOf = (media: number): Method => methods.get(media) ?? 'Other'
  const keys = [...new Set(tree.keysAt('department').values())]
  return {
    tree,
    methodOf,
    departments: keys.map((key) => ({ key, name: departmentName(tree, key) })),
    media: [...methods.keys()].map((key) => ({ key, name: names.get(key) ?? '', method: methodOf(key) })),
  }
}

/** A department with the group it is in; empty where nobody assigned one. */
const departmentName = (tree: ClassTree, key: number): string => {
  const { name, path } = tree.nameAt('department', key)
  return [...path, name].filter(Boolean).join(' / ')
}

/** Every day of the range at each location, from the sums that the reports read. A day without trade and without sheets has only zeros. */
export const tradedDays = async (scope: VenueScope, asked: DaysAsked, names: JournalNames & { tree: ClassTree }): Promise<TradedDay[]> => {
  const { range, places } = asked
  const locationIds = places.map(({ locationId }) => locationId)
  const [totals, sheets, perPlace] = await Promise.all([
    soldByDay(scope, asked),
    scope.venue.showControlSheet ? readSheets(scope, { locationIds, ...range }) : [],
    Promise.all(
      locationIds.map(
        async (locationId) => [await soldByDepartment(scope, asked, locationId, names.tree), await takenByDay(scope, asked, locationId)] as const,
      ),
    ),
  ])
  const days = everyDay(range.from, range.to)
  return locationIds.flatMap((locationId, place) =>
    days.map((day, column): TradedDay => {
      const [sold, taken] = perPlace[place] ?? [new Map(), []]
      const of = (name: 'nonSales' | 'tips' | 'rounding') => totals.sumOf([locationId], column + 1, name)
      const own = sheets.filter((sheet) => sheet.locationId === locationId && sheet.day === day)
      return {
        locationId,
        day,
        openSheets: own.filter(({ variance }) => variance === null).length,
        figures: {
          departments: sold.get(day) ?? [],
          nonSales: of('nonSales'),
          tips: of('tips'),
          rounding: of('rounding'),
          media: taken.filter(({ group }) => group === day).map((row) => mediaOf(row, names)),
          variances: variancesOf(own),
        },
      }
    }),
  )
}

const mediaOf = ({ mediaKey, net, cashOut }: TakenRow, { media, methodOf }: JournalNames) => ({
  key: mediaKey,
  name: media.find(({ key }) => key === mediaKey)?.name ?? '',
  method: methodOf(mediaKey),
  net,
  cashOut,
})

/** The departments' sums of each day at a location. */
const soldByDepartment = async (scope: VenueScope, { range }: DaysAsked, locationId: number, tree: ClassTree): Promise<Map<string, DepartmentSums[]>> => {
  const kind = KINDS.department
  const readings = await keptSums(scope, { locationIds: [locationId] }, [{ kind, keys: undefined, shape: { series: 'day' }, pieces: piecesOf(range, 'day') }])
  const tally = new RowTally<number, string>(emptyRow([kind]))
  const positions = kind.lies.map(([position]) => position)
  const rowOf = rowKeyOf({ kind, tree, types: undefined })
  for (const reading of readings) tally.addSeries(reading, positions, (_, key, day) => [rowOf(key), dayOf(day)])
  const keys = [...new Set(tree.keysAt('department').values())]
  return new Map(
    tally.keys().map((day) => [day, keys.filter((key) => tally.has(key, day)).map((key) => sumsOf(tally.of(key, day), key, departmentName(tree, key)))]),
  )
}

const sumsOf = (row: Float64Array, key: number, name: string): DepartmentSums => {
  const at = (sum: keyof typeof SUM) => row[SUM[sum]] ?? 0
  return {
    key,
    name,
    gross: at('gross'),
    promotion: at('promotion'),
    discount: at('discount'),
    refund: at('refund'),
    surcharge: at('surcharge'),
    amount: at('amount'),
    tax: at('tax'),
  }
}

const takenByDay = (scope: VenueScope, { range }: DaysAsked, locationId: number): Promise<TakenRow[]> =>
  tendersTaken(scope, { locationIds: [locationId] }, range, 'day')

/** Over or short by method, of the drawers that were counted: whether they were signed or committed makes no difference to what was in them. */
const variancesOf = (sheets: readonly Sheet[]): DayFigures['variances'] => {
  const lines = sheets.flatMap(({ media }) => media)
  return METHODS.map((method) => ({ method, variance: lines.reduce((total, line) => total + (line.method === method ? (line.variance ?? 0) : 0), 0) })).filter(
    ({ variance }) => variance !== 0,
  )
}
