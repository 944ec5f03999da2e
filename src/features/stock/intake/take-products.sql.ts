import { catalogueOf, storeCatalogue } from '#features/intake/catalogue.sql.ts'
import type { ItemOutcome } from '#features/intake/item-results.rules.ts'
import type { Spec } from '#features/stock/spec.rules.ts'
import { readSpecs } from '#features/stock/specs.sql.ts'
import { lockSpecs, writeSpecs } from '#features/stock/store-spec.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import type { FieldError } from '#shared/failure.ts'
import { boughtAs, storeBuying } from './bought-as.sql.ts'
import { type JudgedProduct, judgedProduct, type Listed } from './judged-product.rules.ts'
import { isWrong, type Judged, nameKey } from './read-items.rules.ts'
import { suppliersByName } from './read-items.sql.ts'
import type { WireProduct } from './till-stock.contract.ts'

/** Somebody plans next year's cellar, and nobody that of the year after. */
const LATEST_DAYS = 366

/**
 * Takes products in: each by itself, stored or told why not, all in the scope's transaction. Those that are parts may come after what they are part of.
 * @param today the trading day where they are told
 */
export const takeProducts = async (scope: VenueScope, read: readonly Judged<WireProduct>[], today: string): Promise<ItemOutcome[]> => {
  const { outcomes, store } = await judgedProducts(scope, read, { today })
  await store()
  return outcomes
}

interface Judging {
  /** The trading day where they are told. */
  today: string
  /** Whether a product may be given to another supplier, whose keys then open it. */
  mayMove?: boolean
}

/** What becomes of products, and storing those that are right: nothing is stored before that is called. */
export const judgedProducts = async (
  scope: VenueScope,
  read: readonly Judged<WireProduct>[],
  judging: Judging,
): Promise<{ outcomes: ItemOutcome[]; store: () => Promise<void> }> => {
  await lockSpecs(scope)
  const list = await listOf(scope, read, judging)
  const outcomes: ItemOutcome[] = []
  const byParts = read.map((one, index) => ({ one, index })).sort((a, b) => Number(hasParts(a.one)) - Number(hasParts(b.one)))
  for (const { one, index } of byParts) outcomes[index] = list.take(one)
  return { outcomes, store: () => store(scope, list) }
}

const hasParts = (one: Judged<WireProduct>): boolean => !isWrong(one) && (one.Parts?.length ?? 0) > 0

interface List {
  take: (one: Judged<WireProduct>) => ItemOutcome
  /** What changed, by PLU. */
  changed: Map<string, JudgedProduct>
  before: ReadonlyMap<number, readonly Spec[]>
}

const listOf = async (scope: VenueScope, read: readonly Judged<WireProduct>[], { today, mayMove = false }: Judging): Promise<List> => {
  const right = read.flatMap((one) => (isWrong(one) ? [] : [one]))
  const known = await catalogueOf(
    scope,
    right.flatMap(({ Plu, Parts = [] }) => [Plu, ...Parts.map((part) => part.Plu)]),
  )
  const bought = await boughtAs(
    scope,
    [...known.values()].map(({ productId }) => productId),
  )
  const suppliers = await suppliersByName(scope)
  const before = await readSpecs(scope)
  const specs = new Map(before)
  const listed = new Map<string, Listed>()
  for (const { productId, mapped: _, ...product } of known.values()) listed.set(product.plu, { productId, product, bought: bought.get(productId) ?? null })
  const names = new Map([...listed.values()].map(({ productId, product }) => [productId, product.name]))
  const changed = new Map<string, JudgedProduct>()
  const take = (one: Judged<WireProduct>): ItemOutcome => {
    if (isWrong(one)) return rejected(one)
    const judged = judgedProduct(one, {
      listed,
      specs,
      nameOf: (id) => names.get(id) ?? (specs.has(id) ? 'Another product' : undefined),
      supplierOf: (name) => suppliers.get(nameKey(name)),
      today,
      mayMove,
      lastDay: addDays(today, LATEST_DAYS),
      newId: -1 - listed.size,
    })
    if (isWrong(judged)) return rejected(judged)
    if (!judged.isCatalogueNew && !judged.isBoughtNew && !judged.isSpecNew) return { status: 'duplicate', errors: [] }
    const { productId, product } = judged
    const earlier = changed.get(product.plu)
    changed.set(product.plu, {
      ...judged,
      isCatalogueNew: judged.isCatalogueNew || (earlier?.isCatalogueNew ?? false),
      isBoughtNew: judged.isBoughtNew || (earlier?.isBoughtNew ?? false),
      isSpecNew: judged.isSpecNew || (earlier?.isSpecNew ?? false),
    })
    listed.set(product.plu, judged)
    names.set(productId, product.name)
    if (judged.isSpecNew) specs.set(productId, judged.rows)
    return { status: 'accepted', errors: [] }
  }
  return { take, changed, before }
}

const rejected = (errors: FieldError[]): ItemOutcome => ({ status: 'rejected', errors })

const store = async (scope: VenueScope, { changed, before }: List): Promise<void> => {
  const all = [...changed.values()]
  const ids = await storeCatalogue(
    scope,
    all.filter(({ isCatalogueNew }) => isCatalogueNew).map(({ product }) => product),
  )
  const stored = new Map(all.map(({ productId, product }) => [productId, ids.get(product.plu) ?? productId]))
  const idOf = (productId: number): number => stored.get(productId) ?? productId
  const buying = all.flatMap(({ productId, bought, isBoughtNew }) => (isBoughtNew && bought ? [{ productId: idOf(productId), ...bought }] : []))
  await storeBuying(scope, buying)
  const rowOf = (row: Spec): Spec => ({ ...row, parts: row.parts.map((part) => ({ ...part, productId: idOf(part.productId) })) })
  const specs = all.filter(({ isSpecNew }) => isSpecNew).map(({ productId, rows }) => [idOf(productId), rows.map(rowOf)] as const)
  await writeSpecs(scope, before, new Map(specs))
}
