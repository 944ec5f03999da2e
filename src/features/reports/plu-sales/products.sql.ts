import type { VenueScope } from '#platform/venue-scope.ts'
import { classesOf } from '../sales-breakdown/breakdown-rows.sql.ts'
import type { ProductClass } from '../sales-breakdown/class-tree.rules.ts'

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

/** What a venue sells, how its menu is made up, and who supplies it. */
export interface Range {
  /** By their numbers. */
  products: Product[]
  classes: Map<number, ProductClass>
  suppliers: Supplier[]
}

/** Stands between any two values of the list. */
const MARK = '\u001f'
const FIELDS = 5

/** Everything a venue sells. The products come as one text: taking fifty thousand rows of five values from the wire costs ten times that. */
export const productRange = async (scope: VenueScope): Promise<Range> => {
  const { sql, venueId } = scope
  const [listed, classes, suppliers] = await Promise.all([
    productsListed(scope, false),
    classesOf(scope),
    sql<Supplier[]>`select supplier_id as "supplierId", name from venue_supplier where venue_id = ${venueId} order by name, supplier_id`,
  ])
  const products = productsIn(listed) ?? productsIn(await productsListed(scope, true)) ?? []
  return { products, classes: new Map(classes.map((one) => [one.classId, one])), suppliers }
}

interface Listed {
  count: number
  text: string | null
}

/** @param isClean without the mark of this list in codes and names, where hardly ever one is: taking it out is a third of the work */
const productsListed = async ({ sql, venueId }: VenueScope, isClean: boolean): Promise<Listed> => {
  const told = (column: 'p.plu' | 'p.name') => (isClean ? sql`translate(${sql(column)}, ${MARK}, '')` : sql`${sql(column)}`)
  const fields = sql`p.product_id, p.class_id, coalesce(x.supplier_id, 0), ${told('p.plu')}, ${told('p.name')}`
  const [listed] = await sql<Listed[]>`
    select count(*) as count, string_agg(concat_ws(${MARK}, ${fields}), ${MARK} order by p.product_id) as text
    from product p left join product_supplier x on x.venue_id = ${venueId} and x.product_id = p.product_id where p.venue_id = ${venueId}`
  return listed ?? { count: 0, text: null }
}

/** The products of a list; undefined where its mark stands in a code or a name, so that there are too many values. */
const productsIn = ({ count, text }: Listed): Product[] | undefined => {
  const values = text === null ? [] : text.split(MARK)
  if (values.length !== FIELDS * count) return undefined
  return Array.from({ length: count }, (_, i) => {
    const at = FIELDS * i
    return {
      productId: Number(values[at]),
      plu: values[at + 3] as string,
      name: values[at + 4] as string,
      classId: Number(values[at + 1]),
      supplierId: Number(values[at + 2]) || null,
    }
  })
}
