import { productRange } from '#features/reports/kit/products.sql.ts'
import { checkRange } from '#features/reports/kit/range.rules.ts'
import { OLDEST_DAYS } from '#features/stock/intake/cellar-clock.rules.ts'
import { placesOf } from '#features/stock/intake/cellar-places.sql.ts'
import { storeCount } from '#features/stock/intake/store-count.sql.ts'
import { COST_STEPS } from '#features/stock/on-hand/average-cost.rules.ts'
import { expectedAt } from '#features/stock/on-hand/expected-at.report.ts'
import { itemsOf } from '#features/stock/on-hand/stock-items.rules.ts'
import { stockNow } from '#features/stock/on-hand/stock-now.report.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { suppliesOf } from '#features/stock/reorders/supply.sql.ts'
import { type Specs, specOn } from '#features/stock/spec.rules.ts'
import { readSpecs } from '#features/stock/specs.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import { type FieldError, failure, fieldFailure } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import { tradingTime } from '#shared/trading-day.ts'
import type { Count, CountLine } from './counts.contract.ts'
import { type CountLineRow, type CountRow, countLines, countsAt, productsNamed } from './counts.sql.ts'

/** Days whose use says what a location has in stock. */
const LATELY_DAYS = 28

/** The products to be counted at a location, by section. */
export const countSheet = async (scope: VenueScope, locationId: number) => {
  const places = scope.chosenLocations([locationId])
  const [stock, menu, supplies] = await Promise.all([stockNow(scope, places, LATELY_DAYS), productRange(scope), suppliesOf(scope)])
  const items = new Map((await itemsOf(stock.byPlace)).map((item) => [item.productId, item]))
  return {
    LocationId: locationId,
    Products: menu.products
      .flatMap(({ productId, plu, name, classId }) => {
        const item = items.get(productId)
        const spec = specOn(stock.specs, productId, stock.today)
        if (!item || !spec.stocked) return []
        const packSize = supplies.get(productId)?.packSize ?? null
        return [
          {
            Plu: plu,
            Name: name,
            Unit: spec.unit,
            Section: menu.classes.get(classId)?.productGroup ?? '',
            PackSize: packSize === null ? null : packSize / QUANTITY_STEPS,
            LastCountedAt: item.latest?.count?.at.toISOString() ?? null,
          },
        ]
      })
      .sort((a, b) => a.Section.localeCompare(b.Section) || a.Name.localeCompare(b.Name) || a.Plu.localeCompare(b.Plu)),
  }
}

interface Counting {
  LocationId: number
  CountedAt?: string | undefined
  Lines: readonly { Plu: string; Quantity: number }[]
}

/** A count whose products, quantities and time were judged. */
interface Judged {
  place: ScopeLocation
  at: Date
  day: string
  lines: { productId: number; plu: string; name: string; qty: number }[]
}

/** @throws LocationNotFound, and ValidationFailed naming everything that is wrong */
const judged = async (scope: VenueScope, { LocationId, CountedAt, Lines }: Counting): Promise<Judged> => {
  const [place] = scope.chosenLocations([LocationId])
  if (!place) throw failure('LocationNotFound')
  const at = CountedAt === undefined ? scope.now : new Date(CountedAt)
  const calendar = (await placesOf(scope, [LocationId])).get(LocationId)?.calendar ?? []
  const { businessDate: day } = tradingTime(at.getTime(), calendar)
  if (at > scope.now) throw fieldFailure('CountedAt', 'A count cannot be in the future.')
  if (day < addDays(tradingTime(scope.now.getTime(), calendar).businessDate, -OLDEST_DAYS))
    throw fieldFailure('CountedAt', `A count can be at most ${OLDEST_DAYS} days old.`)
  const products = await productsNamed(
    scope,
    Lines.map(({ Plu }) => Plu),
  )
  const wrong: FieldError[] = []
  const seen = new Set<string>()
  const lines = Lines.flatMap(({ Plu, Quantity }, i) => {
    const product = products.get(Plu)
    const qty = Math.round(Quantity * QUANTITY_STEPS)
    if (!product) wrong.push({ FieldName: `Lines.${i}.Plu`, ErrorCode: 'ProductNotFound', Message: `This venue has no product with the PLU ${Plu}.` })
    if (seen.has(Plu))
      wrong.push({ FieldName: `Lines.${i}.Plu`, ErrorCode: 'Twice', Message: `The product ${Plu} is counted twice. Enter it once, with its whole quantity.` })
    if (Math.abs(qty / QUANTITY_STEPS - Quantity) > 1e-9)
      wrong.push({ FieldName: `Lines.${i}.Quantity`, ErrorCode: 'Invalid', Message: 'A quantity can have at most four decimals.' })
    seen.add(Plu)
    return product ? [{ productId: product.productId, plu: Plu, name: product.name, qty }] : []
  })
  if (wrong.length > 0) throw failure('ValidationFailed', {}, wrong)
  return { place, at, day, lines }
}

/** What a count would differ by. Nothing is stored. */
export const checkCount = async (scope: VenueScope, counting: Counting) => {
  const { place, at, day, lines } = await judged(scope, counting)
  const [specs, expected] = await Promise.all([
    readSpecs(scope),
    expectedAt(
      scope,
      { locationId: place.locationId, day, at },
      lines.map(({ productId }) => productId),
    ),
  ])
  const rows = lines.map((line): CountLineRow => {
    const found = expected.get(line.productId)
    return { ...line, expected: found?.qty ?? null, averageCost: found?.averageCost ?? null }
  })
  const costs = rows.map(varianceCost).filter((cost) => cost !== null)
  const differing = rows.filter(({ qty, expected }) => expected !== null && expected !== qty).length
  const cost = costs.length === 0 ? null : costs.reduce((sum, one) => sum + one, 0)
  return { Lines: rows.map((row) => lineAnswer(row, specs, day, place.currency)), Cost: costTold(cost, differing, place.currency), Currency: place.currency }
}

interface Committing extends Counting {
  Number: string
  Section?: string | undefined
  Note?: string | undefined
}

/**
 * Commits a count, whole.
 * @throws LocationNotFound, ValidationFailed, and where its number was used for another one
 */
export const commitCount = async (scope: VenueScope, counting: Committing): Promise<Count> => {
  const { place, at, day, lines } = await judged(scope, counting)
  const { holder } = scope
  const facts = {
    locationId: place.locationId,
    section: counting.Section ?? '',
    countedAt: at,
    day,
    source: 'screen' as const,
    toldId: counting.Number,
    note: counting.Note ?? '',
    committedBy: holder.kind === 'person' ? holder.userId : null,
    lines: lines.map(({ productId, qty }) => ({ productId, qty })),
  }
  const { status, countId } = await storeCount(scope, facts, expectedAt)
  if (status === 'conflict')
    throw fieldFailure('Number', 'This count was already committed with other contents. Count again and commit the new count.', 'Conflict')
  if (status === 'accepted')
    await scope.audit({
      action: 'stock.counted',
      subject: counting.Section || place.name,
      detail: { LocationId: place.locationId, Products: lines.length },
    })
  const [row] = await countsAt(scope, [place.locationId], { from: day, to: day, countId })
  if (!row) throw failure('NotFound')
  return countAnswers(scope, [row])[0] as Count
}

interface CountsQuery {
  FromDate: string
  ToDate: string
  Locations?: readonly number[] | undefined
}

/** @throws RangeBackwards, RangeTooLong, LocationNotFound */
export const countsReport = async (scope: VenueScope, { FromDate, ToDate, Locations }: CountsQuery): Promise<Count[]> => {
  checkRange({ from: FromDate, to: ToDate }, 'year')
  const ids = scope.chosenLocations(Locations).map(({ locationId }) => locationId)
  return countAnswers(scope, await countsAt(scope, ids, { from: FromDate, to: ToDate }))
}

/** @throws NotFound, also for a count at a location that is not the holder's */
export const oneCount = async (scope: VenueScope, countId: string): Promise<{ Count: Count; Lines: CountLine[] }> => {
  const ids = scope.locations.map(({ locationId }) => locationId)
  const [row] = await countsAt(scope, ids, { from: '0001-01-01', to: '9999-12-31', countId })
  if (!row) throw failure('NotFound')
  const [specs, lines] = await Promise.all([readSpecs(scope), countLines(scope, countId)])
  const [count] = countAnswers(scope, [row])
  return { Count: count as Count, Lines: lines.map((line) => lineAnswer(line, specs, row.day, (count as Count).Currency)) }
}

const countAnswers = (scope: VenueScope, rows: readonly CountRow[]): Count[] =>
  rows.map((row) => {
    const currency = scope.locations.find(({ locationId }) => locationId === row.locationId)?.currency ?? scope.venue.currency
    return {
      CountId: row.countId,
      LocationId: row.locationId,
      Section: row.section,
      CountedAt: row.countedAt.toISOString(),
      Day: row.day,
      Note: row.note,
      Source: row.source,
      By: row.by,
      Products: row.products,
      Differing: row.differing,
      Currency: currency,
      Cost: costTold(row.cost, row.differing, currency),
    }
  })

/** No difference costs nothing, whatever the products cost. */
const costTold = (cost: number | null, differing: number, currency: string): number | null =>
  differing === 0 ? 0 : cost === null ? null : toMajor(cost, currency)

/** What a line differs by at average cost, in minor units. */
const varianceCost = ({ qty, expected, averageCost }: CountLineRow): number | null =>
  expected === null || averageCost === null ? null : Math.round(((qty - expected) * averageCost) / QUANTITY_STEPS / COST_STEPS)

const lineAnswer = (row: CountLineRow, specs: Specs, day: string, currency: string): CountLine => {
  const cost = varianceCost(row)
  return {
    Plu: row.plu,
    Name: row.name,
    Unit: specOn(specs, row.productId, day).unit,
    Quantity: row.qty / QUANTITY_STEPS,
    Expected: row.expected === null ? null : row.expected / QUANTITY_STEPS,
    Variance: row.expected === null ? null : (row.qty - row.expected) / QUANTITY_STEPS,
    Cost: cost === null ? null : toMajor(cost, currency),
  }
}
