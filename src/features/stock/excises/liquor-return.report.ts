import { regionOf } from '#features/reports/kit/calendar/holidays.rules.ts'
import { productRange } from '#features/reports/kit/products.sql.ts'
import { drinkClasses } from '#features/stock/drink-classes.rules.ts'
import { readSpecs } from '#features/stock/specs.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { groupBy } from '#shared/group-by.ts'
import { toMajor } from '#shared/money.ts'
import { buyersOf } from './buyers.sql.ts'
import type { LiquorReturnAnswer, LiquorReturnQuery } from './liquor-return.contract.ts'
import { RETURN_LITRE, type ReturnRow, returnRows, returnYear, type WholesaleFact } from './liquor-return.rules.ts'
import { wholesaleFacts } from './wholesale.sql.ts'

const CURRENCY = 'AUD'
const money = (minor: number): number => toMajor(minor, CURRENCY)

/**
 * What the locations that lie in a state sold to licensees of that state in a year.
 * @throws LocationNotFound
 */
export const liquorReturnReport = async (scope: VenueScope, { State, Year, Locations }: LiquorReturnQuery): Promise<LiquorReturnAnswer> => {
  const places = scope.chosenLocations(Locations).filter(({ region, timeZone, currency }) => currency === CURRENCY && regionOf(region, timeZone) === State)
  const span = returnYear(Year)
  const locationIds = places.map(({ locationId }) => locationId)
  const [menu, specs, buyers, facts] = await Promise.all([productRange(scope), readSpecs(scope), buyersOf(scope), wholesaleFacts(scope, locationIds, span)])
  const products = new Map(menu.products.map((product) => [product.productId, product]))
  const drinks = drinkClasses(menu.products, specs, span.to)
  const isUnknown = (productId: number) => !specs.has(productId) && drinks.has(products.get(productId)?.classId ?? 0)
  const factsOf = groupBy(facts, ({ buyerId }) => buyerId)
  const inState = buyers.filter((buyer) => buyer.State === State)
  const { rows, missing } = returnRows(
    State,
    specs,
    inState.flatMap(({ BuyerId }) => factsOf.get(BuyerId) ?? []),
    isUnknown,
  )
  return {
    State,
    FromDate: span.from,
    ToDate: span.to,
    Currency: CURRENCY,
    Locations: places.map(({ locationId, name }) => ({ LocationId: locationId, Name: name })),
    Rows: inState.flatMap((buyer) => rows.filter(({ buyerId }) => buyerId === buyer.BuyerId).map((row) => told(buyer, row, State))),
    Totals: {
      Litres: litres(
        rows.reduce((sum, { volume }) => sum + volume, 0n),
        State,
      ),
      Amount: money(netOf(rows)),
    },
    Missing: [...missing].map(([productId, { qty, net }]) => ({
      Plu: products.get(productId)?.plu ?? '',
      Name: products.get(productId)?.name ?? '',
      Quantity: qty / 10_000,
      Amount: money(net),
    })),
    Elsewhere: buyers
      .filter((buyer) => buyer.State !== State && factsOf.has(buyer.BuyerId))
      .map((buyer) => ({ Buyer: buyer.Name, State: buyer.State, Amount: money(netOf(factsOf.get(buyer.BuyerId) ?? [])) })),
    AsAt: scope.now.toISOString(),
  }
}

const netOf = (facts: readonly Pick<WholesaleFact, 'net'>[]): number => facts.reduce((sum, { net }) => sum + net, 0)

const told = (buyer: { Name: string; Licence: string; Postcode: string }, { type, container, volume, net }: ReturnRow, state: string) => ({
  Licence: buyer.Licence,
  Buyer: buyer.Name,
  Postcode: buyer.Postcode,
  Type: type,
  Container: container,
  Litres: litres(volume, state),
  Amount: money(net),
})

/** WA asks for whole litres; rounded once, halves away from zero. */
const litres = (volume: bigint, state: string): number => {
  const scale = state === 'WA' ? 1n : 10_000n
  const half = volume < 0n ? -(RETURN_LITRE / 2n) : RETURN_LITRE / 2n
  return Number((volume * scale + half) / RETURN_LITRE) / Number(scale)
}
