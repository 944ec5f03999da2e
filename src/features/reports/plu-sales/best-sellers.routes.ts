import { elapsedPart } from '#features/reports/kit/comparison.rules.ts'
import { noDataBefore } from '#features/reports/kit/no-data.rules.ts'
import { firstSaleDays } from '#features/sums/reading/days-traded.sql.ts'
import { totalOf, wholeOf } from '#features/sums/reading/sold.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { implement } from '#platform/web/implement.ts'
import { type BestAnswer, type BestQuery, bestSellers, type Per } from './best-sellers.contract.ts'
import { bestFigures, bestRows, USUAL_TOP } from './best-sellers.rules.ts'
import { isAnything } from './plu-figures.rules.ts'
import { productsAsked, type SoldProducts, soldProducts } from './plu-sales.report.ts'

export const bestSellersImplementation = implement(bestSellers, {
  bestSellers: ({ venue, query }) => bestReport(venue, query),
})

const bestReport = async (venue: VenueScope, query: BestQuery): Promise<BestAnswer> => {
  const { By = 'net', Order = 'best', Per = 'all', Top = USUAL_TOP } = query
  const compare = query.Compare ?? (By === 'growth' ? 'previous' : 'none')
  const asked = await soldProducts(venue, await productsAsked(venue, { ...query, Compare: compare }))
  const { range, products, sold, before, references, clocks } = asked
  const withins = withinsOf(asked, Per)
  const wanted = { by: By, top: Top, isWorst: Order === 'worst' }
  const places = asked.places.filter(({ active, locationId }) => active || query.Locations !== undefined || isAnything(totalOf(sold.get(locationId)?.sums), 0))
  const currencies = [...new Set(places.map(({ currency }) => currency))]
  const currency = currencies.length > 1 ? null : (currencies[0] ?? venue.venue.currency)
  const whole = wholeOf(sold)
  const firstSales = await firstSaleDays(
    venue,
    places.map(({ locationId }) => locationId),
  )
  const isKnownAt = (ids: readonly number[]) =>
    noDataBefore(
      references.map(({ from }) => ({ FromDate: from })),
      firstSales.filter(({ LocationId }) => ids.includes(LocationId)),
    ) === undefined
  const wholeBefore = before && wholeOf(before)
  return {
    FromDate: range.from,
    ToDate: range.to,
    By,
    Order,
    Per,
    Locations: places.map(({ locationId, name, currency: own, timeZone }) => {
      const sums = sold.get(locationId)?.sums ?? new Float64Array()
      return {
        LocationId: locationId,
        Name: name,
        Currency: own,
        TimeZone: timeZone,
        ...bestFigures(totalOf(sums), 0, own),
        Rows: bestRows({ products, withins, sums, before: before?.get(locationId)?.sums, isKnown: isKnownAt([locationId]), currency: own }, wanted),
      }
    }),
    Totals: {
      Currency: currency,
      ...bestFigures(totalOf(whole), 0, currency),
      Rows: bestRows(
        { products, withins, sums: whole, before: wholeBefore, isKnown: isKnownAt(firstSales.map(({ LocationId }) => LocationId)), currency },
        wanted,
      ),
    },
    Compare: wholeBefore
      ? {
          Kind: compare,
          Ranges: references.map(({ from, to }) => ({ FromDate: from, ToDate: to })),
          SameElapsedPart: references.some((reference) => clocks.some(({ day }) => elapsedPart(reference, range, day).whole !== reference)),
          Totals: bestFigures(totalOf(wholeBefore), 0, currency),
        }
      : null,
    AsAt: venue.now.toISOString(),
  }
}

/** What each product is ranked within. */
const withinsOf = ({ products, menu }: SoldProducts, per: Per): string[] => {
  if (per === 'all') return products.map(() => '')
  const key = per === 'product-group' ? 'productGroup' : per
  return products.map(({ classId }) => menu.classes.get(classId)?.[key] ?? '')
}
