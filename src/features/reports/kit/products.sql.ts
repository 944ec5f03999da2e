import { classesOf } from '#features/sums/reading/breakdown-rows.sql.ts'
import { eachRow, unboxed } from '#features/sums/reading/readings.rules.ts'
import { isSeenClass, isSeenSupplier } from '#features/sums/reading/seen-products.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { ProductClass } from './class-tree.rules.ts'

/** A product as a report shows it: by what it stands under in the menu now. */
export interface Product {
  productId: number
  plu: string
  name: string
  classId: number
  supplierId: number | null
}

export interface Supplier {
  supplierId: number
  name: string
}

/** What a venue sells, how its menu is made up, and who supplies it. Products and classes are all of them, whoever asks: only those that sold are told. */
export interface Range {
  /** By their numbers. */
  products: Product[]
  classes: Map<number, ProductClass>
  /** Those the holder may know of; so are the groups. */
  suppliers: Supplier[]
  groups: string[]
}

/** Stands between any two codes or names of a list. */
const MARK = '\u001f'

/** Everything a venue sells. The products come as one text: taking fifty thousand rows of five values from the wire costs ten times that. */
export const productRange = async (scope: VenueScope): Promise<Range> => {
  const { sql, venueId } = scope
  const [products, classes, suppliers, groups] = await Promise.all([
    productsListed(scope, undefined),
    classesOf(scope),
    sql<Supplier[]>`select s.supplier_id as "supplierId", s.name from venue_supplier s
      where s.venue_id = ${venueId} and ${isSeenSupplier(scope, sql`s.supplier_id`)} order by s.name, s.supplier_id`,
    groupsSeen(scope),
  ])
  return { products, classes: new Map(classes.map((one) => [one.classId, one])), suppliers, groups: groups ?? classes.map(({ group }) => group) }
}

/** Groups of which something was sold at the holder's locations; undefined for all of them. */
const groupsSeen = async (scope: VenueScope): Promise<string[] | undefined> => {
  const { sql, venueId, allLocations } = scope
  if (allLocations) return undefined
  const rows = await sql<{ group: string }[]>`
    select distinct c.sales_group as "group" from product_class c where c.venue_id = ${venueId} and ${isSeenClass(scope, sql`c.class_id`)} order by 1`
  return rows.map(({ group }) => group)
}

/** These products alone; who supplies them is not asked. */
export const productsOf = (scope: VenueScope, productIds: readonly number[]): Promise<Omit<Product, 'supplierId'>[]> => productsListed(scope, productIds)

interface Listed {
  count: number
  /** Product and class, as eachRow reads them; the codes and names beside them in the same order. */
  ids: string | null
  plus: string | null
  names: string | null
  /** Product and supplier, of those that have one. */
  suppliers: string | null
}

const productsListed = async (scope: VenueScope, productIds: readonly number[] | undefined): Promise<Product[]> =>
  productsIn(await askListed(scope, productIds, false)) ?? productsIn(await askListed(scope, productIds, true)) ?? []

/** @param isClean without the mark of this list in codes and names, where hardly ever one is: taking it out is a third of the work */
const askListed = async ({ sql, venueId }: VenueScope, productIds: readonly number[] | undefined, isClean: boolean): Promise<Listed> => {
  const cleaned = (column: 'plu' | 'name') => (isClean ? sql`translate(${sql(column)}, ${MARK}, '')` : sql`${sql(column)}`)
  const only = productIds ? sql`and product_id = any(${numbers(productIds)}::int[])` : sql``
  const suppliers = sql`select string_agg(concat_ws(',', product_id, supplier_id), ';' order by product_id, supplier_id) from product_supplier where venue_id = ${venueId}`
  const [listed] = await sql<Listed[]>`
    select count(*) as count, string_agg(concat_ws(',', product_id, class_id), ';' order by product_id) as ids,
      string_agg(${cleaned('plu')}, ${MARK} order by product_id) as plus, string_agg(${cleaned('name')}, ${MARK} order by product_id) as names,
      ${productIds ? sql`null` : sql`(${suppliers})`} as suppliers
    from product where venue_id = ${venueId} ${only}`
  return listed ?? { count: 0, ids: null, plus: null, names: null, suppliers: null }
}

/** The products of a list; undefined where its mark stands in a code or a name, so that there are too many of them. */
const productsIn = ({ count, ids, plus, names, suppliers }: Listed): Product[] | undefined => {
  const [codes, titles] = [valuesIn(plus), valuesIn(names)]
  if (codes.length !== count || titles.length !== count) return undefined
  const supplierOf = new Map<number, number>()
  eachPair(suppliers, (productId, supplierId) => supplierOf.set(productId, supplierId))
  const products: Product[] = []
  eachPair(ids, (productId, classId) => {
    const i = products.length
    products.push({ productId, plu: codes[i] as string, name: titles[i] as string, classId, supplierId: supplierOf.get(productId) ?? null })
  })
  return products
}

const valuesIn = (text: string | null): string[] => (text === null ? [] : text.split(MARK))

const eachPair = (text: string | null, visit: (first: number, second: number) => void): void =>
  eachRow({ sums: [], texts: [text ?? ''] }, (row) => visit(unboxed(row[0] as number), unboxed(row[1] as number)))
