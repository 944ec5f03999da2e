import type { CatalogueProduct } from '#features/intake/catalogue.rules.ts'
import { wholeSteps } from '#features/stock/purchases.rules.ts'
import { MILLILITRE, type Part, type Spec, type Specs } from '#features/stock/spec.rules.ts'
import { changedRows, type SpecChange, saysNothingNew } from '#features/stock/spec-change.rules.ts'
import { wrongInSpec } from '#features/stock/spec-check.rules.ts'
import { Complaints, type Judged, quantityOf } from './read-items.rules.ts'
import type { WireProduct } from './till-stock.contract.ts'

const MILLIGRAMS = 1000

/** What a product is bought as. */
export interface BoughtAs {
  supplierId: number
  supplierCode: string
  packSize: number | null
  orderMinimum: number | null
  leadDays: number | null
}

/** A product of the list as it stands, or as it is to stand. */
export interface Listed {
  /** Below zero for one that is not stored yet. */
  productId: number
  product: CatalogueProduct
  bought: BoughtAs | null
}

/** What products are judged by: how the list stands after those judged before. */
export interface ProductJudge {
  listed: ReadonlyMap<string, Listed>
  specs: Specs
  nameOf: (productId: number) => string | undefined
  supplierOf: (name: string) => number | undefined
  today: string
  /** Whether it may be given to another supplier. */
  mayMove: boolean
  /** The latest day from which something may be said to hold. */
  lastDay: string
  /** The id of a product that is not there yet. */
  newId: number
}

/** What becomes of a product. */
export interface JudgedProduct extends Listed {
  rows: readonly Spec[]
  isCatalogueNew: boolean
  isBoughtNew: boolean
  isSpecNew: boolean
}

export const judgedProduct = (sent: WireProduct, judge: ProductJudge): Judged<JudgedProduct> => {
  const wrong = new Complaints()
  const before = judge.listed.get(sent.Plu)
  const productId = before?.productId ?? judge.newId
  const product = mergedProduct(sent, before?.product)
  const bought = mergedBuying(sent, before?.bought ?? null, judge, wrong)
  const fromDay = sent.EffectiveFrom ?? judge.today
  if (fromDay > judge.lastDay) wrong.add('EffectiveFrom', `EffectiveFrom must be ${judge.lastDay} or earlier.`)
  const change = changeOf(sent, judge, wrong)
  if (wrong.fields.length > 0) return wrong.fields
  const rowsBefore = judge.specs.get(productId) ?? []
  const isTold = Object.keys(change).length > 0
  const wrongSpec = isTold ? wrongInSpec({ productId, fromDay, change }, judge) : []
  if (wrongSpec.length > 0) return wrongSpec
  const rows = isTold ? changedRows(rowsBefore, productId, fromDay, change) : rowsBefore
  return {
    productId,
    product,
    bought,
    rows,
    isCatalogueNew: !before || !isSameProduct(product, before.product),
    isBoughtNew: bought !== null && !isSameBuying(bought, before?.bought ?? null),
    isSpecNew: !saysNothingNew(rowsBefore, rows),
  }
}

const mergedProduct = (sent: WireProduct, before: CatalogueProduct | undefined): CatalogueProduct => {
  const [group, department, productGroup, category] = before?.place ?? ['', '', '', '']
  return {
    plu: sent.Plu,
    name: sent.Name ?? before?.name ?? sent.Plu,
    place: [sent.Group ?? group, sent.Department ?? department, sent.ProductGroup ?? productGroup, sent.Category ?? category],
    listPrice: told(sent.ListPrice, before?.listPrice),
    cost: told(sent.Cost, before?.cost),
    barcode: told(sent.Barcode, before?.barcode),
  }
}

const isSameProduct = (one: CatalogueProduct, other: CatalogueProduct): boolean =>
  (['name', 'listPrice', 'cost', 'barcode'] as const).every((field) => one[field] === other[field]) && one.place.every((part, i) => part === other.place[i])

const isSameBuying = (one: BoughtAs, other: BoughtAs | null): boolean =>
  (['supplierId', 'supplierCode', 'packSize', 'orderMinimum', 'leadDays'] as const).every((field) => one[field] === other?.[field])

/** null takes away, left out stays. */
const told = <T>(sent: T | null | undefined, before: T | null | undefined): T | null => (sent === undefined ? (before ?? null) : sent)

const BUYING = ['SupplierCode', 'PackSize', 'OrderMinimum', 'LeadDays'] as const

const mergedBuying = (sent: WireProduct, before: BoughtAs | null, { supplierOf, mayMove }: ProductJudge, wrong: Complaints): BoughtAs | null => {
  const named = sent.Supplier === undefined ? undefined : supplierOf(sent.Supplier)
  if (sent.Supplier !== undefined && named === undefined)
    wrong.add('Supplier', `"${sent.Supplier}" is not on the venue's list of suppliers.`, 'SupplierNotFound')
  if (!mayMove && named !== undefined && before && before.supplierId !== named)
    wrong.add('Supplier', `The product with the PLU ${sent.Plu} belongs to another supplier. Remove it from that supplier in Daybook first.`, 'Taken')
  const supplierId = named ?? before?.supplierId
  const packSize = sent.PackSize === undefined || sent.PackSize === null ? sent.PackSize : quantityOf(sent.PackSize)
  if (typeof packSize === 'number' && packSize <= 0) wrong.add('PackSize', 'A pack must hold more than 0 units.')
  if (supplierId === undefined) {
    for (const field of sent.Supplier === undefined ? BUYING : [])
      if (sent[field] !== undefined) wrong.add(field, `${field} needs a supplier, and this product has none.`)
    return null
  }
  return {
    supplierId,
    supplierCode: sent.SupplierCode ?? before?.supplierCode ?? '',
    packSize: told(packSize, before?.packSize),
    orderMinimum: told(sent.OrderMinimum, before?.orderMinimum),
    leadDays: told(sent.LeadDays, before?.leadDays),
  }
}

const changeOf = (sent: WireProduct, judge: ProductJudge, wrong: Complaints): SpecChange => {
  const change: SpecChange = {}
  if (sent.Unit !== undefined) change.unit = sent.Unit
  if (sent.VolumeMl !== undefined) change.volume = sent.VolumeMl === null ? null : volumeOf(sent.VolumeMl)
  if (sent.Abv !== undefined) change.abv = sent.Abv === null ? null : (wholeSteps(sent.Abv, 100) ?? sent.Abv * 100)
  if (sent.Beverage !== undefined) change.beverage = sent.Beverage
  if (sent.Container !== undefined) change.container = sent.Container
  if (sent.Draught !== undefined) change.draught = sent.Draught
  if (sent.TariffItem !== undefined) change.tariffItem = sent.TariffItem
  if (sent.Sticks !== undefined) change.sticks = sent.Sticks
  if (sent.TobaccoGrams !== undefined) change.tobacco = sent.TobaccoGrams === null ? null : milligrams(sent.TobaccoGrams)
  if (sent.Stocked !== undefined) change.stocked = sent.Stocked
  if (sent.Parts !== undefined) {
    change.parts = sent.Parts.map((part, i) => partOf(part, `Parts.${i}.Plu`, sent.Plu, judge, wrong))
    // What is poured from its own keg is kept in stock like one that is sold whole.
    change.stocked ??= sent.Parts.every((part) => part.Plu === sent.Plu)
  }
  return change
}

/** Microlitres; one with more decimals stays as it is and is refused. */
const volumeOf = (ml: number): number => wholeSteps(ml, MILLILITRE) ?? ml * MILLILITRE

/** One with more decimals stays as it is and is refused. */
const milligrams = (grams: number): number => wholeSteps(grams, MILLIGRAMS) ?? grams * MILLIGRAMS

const partOf = (
  { Plu, VolumeMl, Quantity, Loss = 0 }: NonNullable<WireProduct['Parts']>[number],
  field: string,
  own: string,
  { listed, newId }: ProductJudge,
  wrong: Complaints,
): Part => {
  const productId = listed.get(Plu)?.productId ?? (Plu === own ? newId : undefined)
  if (productId === undefined) wrong.add(field, `This venue has no product with the PLU ${Plu}.`, 'ProductNotFound')
  return {
    productId: productId ?? 0,
    volume: VolumeMl === undefined ? null : volumeOf(VolumeMl),
    qty: Quantity === undefined ? null : quantityOf(Quantity),
    loss: wholeSteps(Loss, 100) ?? Loss * 100,
  }
}
