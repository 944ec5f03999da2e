import type { VenueScope } from '#platform/venue-scope.ts'

/** A product as a report shows it: by what it stands under in the menu now. */
export interface Product {
  productId: number
  plu: string
  name: string
  classId: number
  supplierId: number | null
}

export interface ProductClass {
  classId: number
  group: string
  department: string
  productGroup: string
  category: string
}

export interface Supplier {
  supplierId: number
  name: string
}

/** What a venue sells, how its menu is made up, and who supplies it. */
export interface Range {
  /** By their numbers. */
  products: Product[]
  classes: Map<number, ProductClass>
  suppliers: Supplier[]
}

const [FIELD, RECORD] = ['\u001f', '\u001e']
const FIELDS = 5

/** Everything a venue sells. The products come as one text: taking fifty thousand rows of five values from the wire costs ten times that. */
export const productRange = async (scope: VenueScope): Promise<Range> => {
  const { sql, venueId } = scope
  const [listed, classes, suppliers] = await Promise.all([
    productsListed(scope, false),
    sql<ProductClass[]>`
      select class_id as "classId", sales_group as "group", department, product_group as "productGroup", category from product_class where venue_id = ${venueId}`,
    sql<Supplier[]>`select supplier_id as "supplierId", name from venue_supplier where venue_id = ${venueId} order by name, supplier_id`,
  ])
  const products = productsIn(listed) ?? productsIn(await productsListed(scope, true)) ?? []
  return { products, classes: new Map(classes.map((one) => [one.classId, one])), suppliers }
}

interface Listed {
  count: number
  text: string | null
}

/** @param isClean without the marks of this list in codes and names, where hardly ever one is: taking them out is a third of the work */
const productsListed = async ({ sql, venueId }: VenueScope, isClean: boolean): Promise<Listed> => {
  const told = (column: 'p.plu' | 'p.name') => (isClean ? sql`translate(${sql(column)}, ${FIELD + RECORD}, '')` : sql`${sql(column)}`)
  const fields = sql`p.product_id, p.class_id, coalesce(x.supplier_id, 0), ${told('p.plu')}, ${told('p.name')}`
  const [listed] = await sql<Listed[]>`
    select count(*) as count, string_agg(concat_ws(${FIELD}, ${fields}), ${RECORD} order by p.product_id) as text
    from product p left join product_supplier x on x.venue_id = ${venueId} and x.product_id = p.product_id where p.venue_id = ${venueId}`
  return listed ?? { count: 0, text: null }
}

/** The products of a list; undefined where marks of it stand in a code or a name. */
const productsIn = ({ count, text }: Listed): Product[] | undefined => {
  const records = text === null ? [] : text.split(RECORD)
  const products: Product[] = []
  for (const record of records) {
    const fields = record.split(FIELD)
    const [productId, classId, supplierId, plu = '', name = ''] = fields
    if (fields.length !== FIELDS) return undefined
    products.push({ productId: Number(productId), plu, name, classId: Number(classId), supplierId: Number(supplierId) || null })
  }
  return records.length === count ? products : undefined
}
