import type { ProviderSettings } from '#platform/settings.ts'
import { failure } from '#shared/failure.ts'
import type { ProductSync } from './deliverect.contract.ts'
import type { NamedAccount } from './deliverect-accounts.rules.ts'
import { giveProducts, productsAt, type ToldProduct } from './deliverect-api.adapter.ts'
import type { ProductList } from './deliverect-products.sql.ts'
import type { TaxRates } from './deliverect-tax.rules.ts'

/** A product with the tax that Deliverect has of it: what is not sent along is lost there. */
const withRates = (product: ToldProduct, rates: TaxRates | undefined): ToldProduct =>
  rates && rates.delivery + rates.takeaway + rates.eatIn > 0
    ? { ...product, deliveryTax: rates.delivery, takeawayTax: rates.takeaway, eatInTax: rates.eatIn }
    : product

/**
 * Sends a location's products to Deliverect, which deletes there what is not among them: only where as many are deleted as somebody was shown.
 * @param deletes how many somebody was shown; absent, Deliverect only says what it would do
 * @throws DeletesChanged, NoProducts, ProviderTrouble
 */
export const syncProducts = async (
  settings: ProviderSettings,
  token: string,
  { deliverectId: accountId, deliverectLocationId: locationId }: NamedAccount,
  list: ProductList,
  deletes: number | undefined,
): Promise<ProductSync> => {
  if (list.products.length === 0) throw failure('NoProducts', { provider: 'Deliverect' })
  const listed = await productsAt(settings, token, accountId, locationId)
  const rates = new Map(listed.map((one) => [one.plu, one.rates]))
  const given = { accountId, locationId, ...list, products: list.products.map((product) => withRates(product, rates.get(product.plu))) }
  const own = new Set(list.products.map(({ plu }) => plu))
  const Deletes = listed.filter(({ plu }) => !own.has(plu)).map(({ plu: Plu, name: Name }) => ({ Plu, Name }))
  const foreseen = await giveProducts(settings, token, given, true)
  const answer = (counts: typeof foreseen, Sent: boolean): ProductSync => ({
    Sent,
    Products: list.products.length,
    Inserted: counts.inserted,
    Updated: counts.updated,
    Deleted: counts.deleted,
    Deletes,
  })
  if (deletes === undefined) return answer(foreseen, false)
  if (foreseen.deleted !== deletes) throw failure('DeletesChanged', { provider: 'Deliverect', deletes: foreseen.deleted })
  return answer(await giveProducts(settings, token, given, false), true)
}
