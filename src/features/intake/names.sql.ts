import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { keyOfName, keyOfPath, type Names, type NamesWanted, UNASSIGNED } from './names.rules.ts'
import type { ClassPath, DraftLine, Named } from './sale-facts.rules.ts'

/** The keys of what is known already, in one question. */
export const knownNames = async ({ sql, venueId }: VenueScope, wanted: NamesWanted): Promise<Names> => {
  const names: Names = { keys: new Map(), products: new Map(), classes: new Map(), servedAs: new Map() }
  const subjects = [...wanted.subjects.values()]
  const places = [...wanted.places.values()]
  const rows = await sql<(KeyRow | ProductRow | ClassRow)[]>`
    select 'key' as what, d.dim, d.code as a, null as b, null as c, null as d, d.key as id, null::int as class_id, null::bigint as cost, false as mapped,
      null::smallint as served_as
    from unnest(${numbers(subjects.map(({ dim }) => dim))}::smallint[], ${texts(subjects.map(({ code }) => code))}::text[]) as w(dim, code)
    join dimension_key d on d.venue_id = ${venueId} and d.dim = w.dim and d.code = w.code
    union all
    select 'product', null, p.plu, null, null, null, p.product_id, p.class_id, p.cost, p.mapped, c.served_as
    from unnest(${texts([...wanted.products.keys()])}::text[]) as w(plu) join product p on p.venue_id = ${venueId} and p.plu = w.plu
    left join product_class c on c.venue_id = ${venueId} and c.class_id = p.class_id
    union all
    select 'class', null, c.sales_group, c.department, c.product_group, c.category, c.class_id, null, null, false, c.served_as
    from unnest(${column(places, 0)}::text[], ${column(places, 1)}::text[], ${column(places, 2)}::text[], ${column(places, 3)}::text[]) as w(a, b, c, d)
    join product_class c on c.venue_id = ${venueId} and c.sales_group = w.a and c.department = w.b and c.product_group = w.c and c.category = w.d`
  for (const row of rows) {
    if (row.what === 'key') names.keys.set(keyOfName(row.dim, row.a), row.id)
    else if (row.what === 'product') names.products.set(row.a, { productId: row.id, classId: row.class_id, cost: row.cost, mapped: row.mapped })
    else names.classes.set(keyOfPath([row.a, row.b, row.c, row.d]), row.id)
    if (row.what !== 'key') names.servedAs.set(row.what === 'class' ? row.id : row.class_id, row.served_as)
  }
  return names
}

interface KeyRow {
  what: 'key'
  dim: number
  a: string
  id: number
}

interface ProductRow {
  what: 'product'
  a: string
  id: number
  class_id: number
  cost: number | null
  mapped: boolean
  served_as: number | null
}

interface ClassRow {
  what: 'class'
  a: string
  b: string
  c: string
  d: string
  id: number
  served_as: number | null
}

/** Makes stubs for what is met for the first time, so that the manager can name it later, and learns their keys. */
export const addNewNames = async (scope: VenueScope, wanted: NamesWanted, names: Names): Promise<void> => {
  // Every writer adds in one order, classes before products before names and each of them sorted, so that none waits in a circle.
  const places = sortedBy(
    [...wanted.places.values()].filter((place) => !names.classes.has(keyOfPath(place))),
    keyOfPath,
  )
  if (places.length > 0) {
    await addClasses(scope, places)
    await learn(scope, { ...NOTHING, places: new Map(places.map((place) => [keyOfPath(place), place])) }, names)
  }
  const products = sortedBy(
    [...wanted.products.values()].filter(({ plu }) => !names.products.has(plu)),
    ({ plu }) => plu,
  )
  if (products.length > 0) await addProducts(scope, products, names)
  const subjects = sortedBy(
    [...wanted.subjects.values()].filter(({ dim, code }) => !names.keys.has(keyOfName(dim, code))),
    ({ dim, code }) => keyOfName(100 + dim, code),
  )
  if (subjects.length > 0) await addKeys(scope, subjects)
  if (products.length + subjects.length === 0) return
  const added = {
    ...NOTHING,
    products: new Map(products.map((line) => [line.plu, line])),
    subjects: new Map(subjects.map((one) => [keyOfName(one.dim, one.code), one])),
  }
  await learn(scope, added, names)
}

const NOTHING: NamesWanted = { subjects: new Map(), products: new Map(), places: new Map() }

const sortedBy = <T>(items: readonly T[], name: (item: T) => string): T[] => [...items].sort((a, b) => (name(a) < name(b) ? -1 : 1))

const learn = async (scope: VenueScope, wanted: NamesWanted, names: Names): Promise<void> => {
  const learnt = await knownNames(scope, wanted)
  for (const [name, key] of learnt.keys) names.keys.set(name, key)
  for (const [plu, product] of learnt.products) names.products.set(plu, product)
  for (const [name, classId] of learnt.classes) names.classes.set(name, classId)
  for (const [classId, servedAs] of learnt.servedAs) names.servedAs.set(classId, servedAs)
}

const column = (places: readonly ClassPath[], i: 0 | 1 | 2 | 3): string => texts(places.map((place) => place[i]))

const addClasses = ({ sql, venueId }: VenueScope, places: readonly ClassPath[]) => sql`
  insert into product_class (venue_id, sales_group, department, product_group, category)
  select ${venueId}, w.* from unnest(${column(places, 0)}::text[], ${column(places, 1)}::text[], ${column(places, 2)}::text[], ${column(places, 3)}::text[]) as w
  on conflict (venue_id, sales_group, department, product_group, category) do nothing`

const addProducts = ({ sql, venueId }: VenueScope, products: readonly DraftLine[], names: Names) => sql`
  insert into product (venue_id, plu, name, class_id, list_price, barcode)
  select ${venueId}, w.* from unnest(${texts(products.map(({ plu }) => plu))}::text[], ${texts(products.map(({ plu, name }) => (plu === '' ? '' : name)))}::text[],
    ${numbers(products.map(({ place }) => names.classes.get(keyOfPath(place ?? UNASSIGNED)) ?? 0))}::int[],
    ${numbers(products.map(({ listPrice }) => listPrice))}::bigint[], ${texts(products.map(({ barcode }) => barcode))}::text[]) as w
  on conflict (venue_id, plu) do nothing`

const addKeys = ({ sql, venueId }: VenueScope, subjects: readonly (Named & { dim: number })[]) => sql`
  insert into dimension_key (venue_id, dim, code, name, detail)
  select ${venueId}, w.dim, w.code, w.name, w.detail::jsonb from unnest(${numbers(subjects.map(({ dim }) => dim))}::smallint[],
    ${texts(subjects.map(({ code }) => code))}::text[], ${texts(subjects.map(({ name }) => name))}::text[],
    ${texts(subjects.map(({ detail }) => JSON.stringify(detail ?? {})))}::text[]) as w(dim, code, name, detail)
  on conflict (venue_id, dim, code) do nothing`
