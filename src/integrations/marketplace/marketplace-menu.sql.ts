import { randomUUID } from 'node:crypto'
import { isAmongSeen } from '#features/sums/reading/seen-products.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import { lockRow, placeOf } from './marketplace.sql.ts'
import { type MarketplaceMenu, MOST_ITEMS, type OfferedProduct, type SentMenu } from './marketplace-menu.rules.ts'
import { markedUp } from './prices.rules.ts'

/** A product as a location publishes it. */
export interface PublishedItem {
  itemId: string
  groupNo: number
  plu: string
  /** Null: as the product is called. */
  name: string | null
  productName: string
  description: string
  /** Minor units; null where the till sent none. A price of nothing is one that is keyed in at the till. */
  listPrice: number | null
}

interface PublishedGroup {
  groupNo: number
  name: string
  description: string
}

/** What a location publishes, in its order. */
export const publishedMenu = async ({ sql, venueId }: VenueScope, locationId: number): Promise<{ groups: PublishedGroup[]; items: PublishedItem[] }> => {
  const [groups, items] = await Promise.all([
    sql<PublishedGroup[]>`
      select group_no as "groupNo", name, description from marketplace_group where venue_id = ${venueId} and location_id = ${locationId} order by group_no`,
    sql<PublishedItem[]>`
      select i.item_id as "itemId", i.group_no as "groupNo", p.plu, i.name, p.name as "productName", i.description, nullif(p.list_price, 0) as "listPrice"
      from marketplace_item i join product p on p.venue_id = ${venueId} and p.product_id = i.product_id
      where i.venue_id = ${venueId} and i.location_id = ${locationId} order by i.group_no, i.place`,
  ])
  return { groups, items }
}

/**
 * What a location of the holder publishes, for whoever chooses.
 * @throws LocationNotFound
 */
export const menuNow = async (venue: VenueScope, locationId: number): Promise<MarketplaceMenu> => {
  const { sql, venueId } = venue
  const { currency } = placeOf(venue, locationId)
  const [{ groups, items }, [row]] = await Promise.all([
    publishedMenu(venue, locationId),
    sql<{ markup: number; version: number }[]>`
      select markup, menu_version as version from location_marketplace where venue_id = ${venueId} and location_id = ${locationId}`,
  ])
  const { markup = 0, version = 0 } = row ?? {}
  const major = (minor: number | null) => (minor === null ? null : toMajor(minor, currency))
  const inGroup = (groupNo: number) =>
    items
      .filter((item) => item.groupNo === groupNo)
      .map(({ plu, name, productName, description, listPrice }) => {
        const Price = major(listPrice === null ? null : markedUp(listPrice, markup))
        return { Plu: plu, Name: name, Description: description, ProductName: productName, ListPrice: major(listPrice), Price }
      })
  const Groups = groups.map(({ groupNo, name, description }) => ({ Name: name, Description: description, Products: inGroup(groupNo) }))
  return { Groups, Currency: currency, Version: version }
}

interface WantedItem {
  productId: number
  groupNo: number
  place: number
  name: string | null
  description: string
}

/**
 * Says what a location publishes: these products, in these groups and this order, and nothing else.
 * @throws LocationNotFound; Conflict; ValidationFailed for a group named twice, a product that is there twice or not the venue's, or too many of them
 */
export const setMenu = async (venue: VenueScope, locationId: number, { Groups, Version }: SentMenu): Promise<MarketplaceMenu> => {
  const { sql, venueId } = venue
  const place = placeOf(venue, locationId)
  refuseTwice(Groups)
  const { menuVersion } = await lockRow(venue, locationId)
  if (Version !== undefined && Version !== menuVersion) throw failure('Conflict')
  const items = await wantedItems(venue, locationId, Groups)
  const before = await menuNow(venue, locationId)
  await sql`delete from marketplace_group where venue_id = ${venueId} and location_id = ${locationId}`
  await sql`
    insert into marketplace_group (venue_id, location_id, group_no, name, description)
    select ${venueId}::int, ${locationId}::int, w.no, w.name, w.description from unnest(${numbers(Groups.map((_, at) => at + 1))}::smallint[],
      ${texts(Groups.map(({ Name }) => Name.trim()))}::text[], ${texts(Groups.map(({ Description }) => Description ?? ''))}::text[]) as w(no, name, description)
    returning 1`
  await putItems(venue, locationId, items)
  const after = await menuNow(venue, locationId)
  if (JSON.stringify(before.Groups) === JSON.stringify(after.Groups)) return after
  await sql`update location_marketplace set menu_version = menu_version + 1 where venue_id = ${venueId} and location_id = ${locationId}`
  const [was, is] = [plusOf(before), plusOf(after)]
  const Added = [...is].filter((plu) => !was.has(plu)).length
  const Removed = [...was].filter((plu) => !is.has(plu)).length
  await venue.audit({ action: 'marketplace.menu-changed', subject: place.name, detail: { LocationId: locationId, Added, Removed } })
  return { ...after, Version: menuVersion + 1 }
}

const plusOf = ({ Groups }: MarketplaceMenu): Set<string> => new Set(Groups.flatMap(({ Products }) => Products.map(({ Plu }) => Plu)))

const refuseTwice = (groups: SentMenu['Groups']): void => {
  const plus = groups.flatMap(({ Products }) => Products.map(({ Plu }) => Plu))
  if (plus.length > MOST_ITEMS) throw fieldFailure('Groups', `A location can publish at most ${MOST_ITEMS} products.`)
  const names = groups.map(({ Name }) => Name.trim())
  for (const [at, name] of names.entries()) {
    if (name === '') throw fieldFailure(`Groups.${at}.Name`, 'Name is needed.')
    if (names.indexOf(name) !== at) throw fieldFailure(`Groups.${at}.Name`, `There is already a group "${name}".`)
  }
  const twice = plus.find((plu, at) => plus.indexOf(plu) !== at)
  if (twice !== undefined) throw fieldFailure('Groups', `The product with the PLU ${twice} is on the menu twice.`)
}

/** The products of a menu by their numbers. What is published there already stays the holder's to keep, also where it was never sold. */
const wantedItems = async (venue: VenueScope, locationId: number, groups: SentMenu['Groups']): Promise<WantedItem[]> => {
  const { sql, venueId } = venue
  const sent = groups.flatMap(({ Products }, g) => Products.map((item, at) => ({ ...item, groupNo: g + 1, place: at + 1 })))
  const known = await sql<{ product_id: number; plu: string }[]>`
    select p.product_id, p.plu from product p
    where p.venue_id = ${venueId} and p.plu = any(${texts(sent.map(({ Plu }) => Plu))}::text[]) and (${isAmongSeen(venue, sql`p.product_id`)}
      or exists (select from marketplace_item i where i.venue_id = ${venueId} and i.location_id = ${locationId} and i.product_id = p.product_id))`
  const ids = new Map(known.map(({ product_id, plu }) => [plu, product_id]))
  return sent.map(({ Plu, Name, Description, groupNo, place }) => {
    const productId = ids.get(Plu)
    if (productId === undefined) throw fieldFailure('Groups', `This venue has no product with the PLU ${Plu}.`, 'ProductNotFound')
    return { productId, groupNo, place, name: Name?.trim() || null, description: Description ?? '' }
  })
}

const putItems = async ({ sql, venueId }: VenueScope, locationId: number, items: readonly WantedItem[]): Promise<void> => {
  const ids = numbers(items.map(({ productId }) => productId))
  await sql`delete from marketplace_item where venue_id = ${venueId} and location_id = ${locationId} and product_id <> all(${ids}::int[])`
  await sql`
    insert into marketplace_item (venue_id, location_id, product_id, item_id, group_no, place, name, description)
    select ${venueId}::int, ${locationId}::int, w.* from unnest(${ids}::int[], ${texts(items.map(() => randomUUID()))}::text[],
      ${numbers(items.map(({ groupNo }) => groupNo))}::smallint[], ${numbers(items.map(({ place }) => place))}::int[],
      ${texts(items.map(({ name }) => name))}::text[], ${texts(items.map(({ description }) => description))}::text[]) as w
    on conflict (venue_id, location_id, product_id) do update set group_no = excluded.group_no, place = excluded.place, name = excluded.name,
      description = excluded.description
    returning 1`
}

interface ProductsAsked {
  Search?: string | undefined
  ProductGroup?: string | undefined
  Skip?: number | undefined
  Limit?: number | undefined
}

const USUAL_LIMIT = 100

/**
 * Products to publish at a location of the holder, by product group and name, and the groups there are.
 * @throws LocationNotFound
 */
export const offeredProducts = async (venue: VenueScope, locationId: number, { Search = '', ProductGroup, Skip = 0, Limit = USUAL_LIMIT }: ProductsAsked) => {
  const { sql, venueId } = venue
  const { currency } = placeOf(venue, locationId)
  const words = texts(Search.split(/\s+/).filter(Boolean))
  const all = sql`
    from product p join product_class c on c.venue_id = ${venueId} and c.class_id = p.class_id
    where p.venue_id = ${venueId} and p.plu <> '' and ${isAmongSeen(venue, sql`p.product_id`)}`
  const matching = sql`${all} and not exists (select from unnest(${words}::text[]) as w where strpos(lower(p.name || ' ' || p.plu), lower(w)) = 0)
    and ${ProductGroup === undefined ? sql`true` : sql`c.product_group = ${ProductGroup}`}`
  const rows = await sql<OfferedProduct[]>`
    select p.plu as "Plu", p.name as "Name", c.product_group as "ProductGroup", nullif(p.list_price, 0) as "ListPrice"
    ${matching} order by c.product_group, p.name, p.plu limit ${Limit} offset ${Skip}`
  const [count] = await sql<{ total: number }[]>`select count(*)::int as total ${matching}`
  const ProductGroups = await sql<{ Name: string; Products: number }[]>`
    select c.product_group as "Name", count(*)::int as "Products" ${all} group by c.product_group order by c.product_group`
  const Products = rows.map((row) => ({ ...row, ListPrice: row.ListPrice === null ? null : toMajor(row.ListPrice, currency) }))
  return { Products, Total: count?.total ?? 0, ProductGroups: [...ProductGroups] }
}
