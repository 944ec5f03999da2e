import { regionOf } from '#features/reports/kit/calendar/holidays.rules.ts'
import { ofOneCurrency } from '#features/reports/kit/one-currency.rules.ts'
import { productRange } from '#features/reports/kit/products.sql.ts'
import { drinkClasses } from '#features/stock/drink-classes.rules.ts'
import { readSpecs } from '#features/stock/specs.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { cardKey } from '#shared/card-number.ts'
import { toMajor } from '#shared/money.ts'
import type { KeptBuyer } from './buyers.contract.ts'
import { buyersOf } from './buyers.sql.ts'
import { litresText } from './counted.rules.ts'
import type { LiquorReturnAnswer, LiquorReturnQuery } from './liquor-return.contract.ts'
import { type ReturnRow, returnRows } from './liquor-return.rules.ts'
import { checkExciseShown } from './shown.rules.ts'
import { cardsUsed, soldOnCards } from './wholesale.sql.ts'

/**
 * What locations in a state sold in a year to buyers it licensed.
 * @throws SwitchedOff, LocationNotFound
 */
export const liquorReturnReport = async (scope: VenueScope, { State, Year, Locations }: LiquorReturnQuery): Promise<LiquorReturnAnswer> => {
  checkExciseShown(scope.venue)
  const places = ofOneCurrency(
    scope.chosenLocations(Locations).filter(({ region, timeZone }) => regionOf(region, timeZone) === State),
    scope.venue.currency,
  )
  const currency = places[0]?.currency ?? scope.venue.currency
  const asked = { locationIds: places.map(({ locationId }) => locationId), from: `${Year - 1}-07-01`, to: `${Year}-06-30` }
  const [menu, specs, buyers, used] = await Promise.all([productRange(scope), readSpecs(scope), buyersOf(scope), cardsUsed(scope, asked)])
  const facts = await soldOnCards(scope, cardsOf(buyers, used), asked)
  const products = new Map(menu.products.map((product) => [product.productId, product]))
  const drinks = drinkClasses(menu.products, specs, asked.to)
  const isUnknown = (productId: number) => !specs.has(productId) && drinks.has(products.get(productId)?.classId ?? 0)
  const here = new Set(buyers.filter((buyer) => buyer.State === State).map(({ BuyerId }) => BuyerId))
  const { rows, missing } = returnRows(
    State,
    specs,
    facts.filter(({ buyerId }) => here.has(buyerId)),
    isUnknown,
  )
  const money = (minor: number) => toMajor(minor, currency)
  const told = buyers.flatMap((buyer) => rows.filter(({ buyerId }) => buyerId === buyer.BuyerId).map((row) => rowTold(row, buyer, State, money)))
  return {
    State,
    FromDate: asked.from,
    ToDate: asked.to,
    Currency: currency,
    Locations: places.map(({ locationId, name }) => ({ LocationId: locationId, Name: name })),
    Rows: told,
    Totals: {
      Litres: told.reduce((sum, { Litres }) => sum + Math.round(Litres * LITRE_PARTS), 0) / LITRE_PARTS,
      Amount: money(rows.reduce((sum, { amount }) => sum + amount, 0)),
    },
    Missing: [...missing].map(([productId, { qty, amount }]) => ({
      Plu: products.get(productId)?.plu ?? '',
      Name: products.get(productId)?.name ?? '',
      Quantity: qty / 10_000,
      Amount: money(amount),
    })),
    Elsewhere: buyers.flatMap((buyer) => {
      const own = facts.filter(({ buyerId }) => buyerId === buyer.BuyerId)
      const amount = own.reduce((sum, fact) => sum + fact.amount, 0)
      return own.length === 0 || buyer.State === State ? [] : [{ Buyer: buyer.Name, State: buyer.State, Amount: money(amount) }]
    }),
    BuyersKept: buyers.length,
    AsAt: scope.now.toISOString(),
  }
}

/** Litres are told to so many parts. */
const LITRE_PARTS = 10_000

const rowTold = (
  row: ReturnRow,
  buyer: KeptBuyer,
  state: LiquorReturnAnswer['State'],
  money: (minor: number) => number,
): LiquorReturnAnswer['Rows'][number] => ({
  Licence: buyer.Licence,
  Buyer: buyer.Name,
  Postcode: buyer.Postcode,
  Type: row.type,
  Container: row.container,
  Litres: litresText(row.volume, state === 'WA' ? 0 : 4),
  Amount: money(row.amount),
})

/** The cards of buyers as tills wrote them. */
const cardsOf = (buyers: readonly KeptBuyer[], used: readonly string[]): { card: string; buyerId: string }[] => {
  const byKey = new Map(buyers.map(({ CardNumber, BuyerId }) => [cardKey(CardNumber), BuyerId]))
  return used.flatMap((card) => {
    const buyerId = byKey.get(cardKey(card))
    return buyerId === undefined ? [] : [{ card, buyerId }]
  })
}
