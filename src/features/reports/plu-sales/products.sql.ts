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

/** Everything a venue sells. The products come as one text: taking fifty thousand rows of five values from the wire costs ten times that. */
export const productRange = async ({ sql, venueId }: VenueScope): Promise<Range> => {
  const clean = (column: 'p.plu' | 'p.name') => sql`translate(${sql(column)}, ${FIELD + RECORD}, '')`
  const [[listed], classes, suppliers] = await Promise.all([
    sql<{ products: string | null }[]>`
      select string_agg(concat_ws(${FIELD}, p.product_id, ${clean('p.plu')}, ${clean('p.name')}, p.class_id, x.supplier_id), ${RECORD} order by p.product_id) as products
      from product p left join product_supplier x on x.venue_id = ${venueId} and x.product_id = p.product_id where p.venue_id = ${venueId}`,
    sql<ProductClass[]>`
      select class_id as "classId", sales_group as "group", department, product_group as "productGroup", category from product_class where venue_id = ${venueId}`,
    sql<Supplier[]>`select supplier_id as "supplierId", name from venue_supplier where venue_id = ${venueId} order by name, supplier_id`,
  ])
  return { products: productsIn(listed?.products ?? ''), classes: new Map(classes.map((one) => [one.classId, one])), suppliers }
}

const productsIn = (text: string): Product[] =>
  text === ''
    ? []
    : text.split(RECORD).map((record) => {
        const [productId, plu = '', name = '', classId, supplierId] = record.split(FIELD)
        return { productId: Number(productId), plu, name, classId: Number(classId), supplierId: supplierId === undefined ? null : Number(supplierId) }
      })
