import type { MarketplaceMenu, OfferedProduct, SentMenu } from './marketplace-menu.rules.ts'

/** A product on a menu that is being put together. */
export type DraftItem = Omit<MarketplaceMenu['Groups'][number]['Products'][number], 'Price'>

export interface DraftGroup {
  Name: string
  Description: string
  Products: readonly DraftItem[]
}

/** A menu that is being put together: groups in their order. */
export type MenuDraft = readonly DraftGroup[]

/** What is published, to be changed. */
export const draftOf = ({ Groups }: MarketplaceMenu): MenuDraft =>
  Groups.map(({ Products, ...group }) => ({ ...group, Products: Products.map(({ Price: _, ...item }) => item) }))

/** The PLUs on a menu. */
export const plusOn = (menu: MenuDraft): ReadonlySet<string> => new Set(menu.flatMap(({ Products }) => Products.map(({ Plu }) => Plu)))

/**
 * The menu with these products at the end of a group; those that are on it already stay where they are.
 * @param into the name of the group; a product goes to the one named as its product group without it. A group that is not there is made
 * @param other what a group is called whose products have no product group
 */
export const withProducts = (menu: MenuDraft, products: readonly OfferedProduct[], into: string | undefined, other: string): MenuDraft => {
  const there = plusOn(menu)
  const groups = menu.map((group) => ({ ...group, Products: [...group.Products] }))
  for (const { Plu, Name, ProductGroup, ListPrice } of products) {
    if (there.has(Plu)) continue
    const name = into ?? (ProductGroup || other)
    let group = groups.find((one) => one.Name === name)
    if (!group) {
      group = { Name: name, Description: '', Products: [] }
      groups.push(group)
    }
    group.Products.push({ Plu, Name: null, Description: '', ProductName: Name, ListPrice })
  }
  return groups
}

/** The menu without these products; groups they leave empty stay only if they were empty before. */
export const withoutProducts = (menu: MenuDraft, plus: ReadonlySet<string>): MenuDraft =>
  menu.flatMap((group) => {
    const Products = group.Products.filter(({ Plu }) => !plus.has(Plu))
    return Products.length === 0 && group.Products.length > 0 ? [] : [{ ...group, Products }]
  })

/** A list with one of its members a place earlier or later, where there is such a place. */
export const moved = <T>(list: readonly T[], at: number, by: -1 | 1): T[] => {
  const next = [...list]
  const to = at + by
  const one = next[at]
  if (one === undefined || to < 0 || to >= next.length) return next
  next.splice(at, 1)
  next.splice(to, 0, one)
  return next
}

/** A list with one of its members changed. */
export const changedAt = <T>(list: readonly T[], at: number, change: Partial<T>): T[] => list.map((one, i) => (i === at ? { ...one, ...change } : one))

/** A product of one group at the end of another. */
export const movedTo = (menu: MenuDraft, plu: string, to: number): MenuDraft => {
  const item = menu.flatMap(({ Products }) => Products).find(({ Plu }) => Plu === plu)
  return menu.map((group, at) => {
    const others = group.Products.filter(({ Plu }) => Plu !== plu)
    return { ...group, Products: at === to && item ? [...others, item] : others }
  })
}

/** A menu as the server takes it. */
export const sentGroups = (menu: MenuDraft): SentMenu['Groups'] =>
  menu.map(({ Name, Description, Products }) => ({
    Name: Name.trim(),
    Description,
    Products: Products.map((item) => ({ Plu: item.Plu, Name: item.Name?.trim() || null, Description: item.Description })),
  }))

/** Which groups cannot be saved as they are named: empty, or as one before. */
export const misnamedGroups = (menu: MenuDraft): ReadonlyMap<number, 'nameless' | 'twiceNamed'> => {
  const names = menu.map(({ Name }) => Name.trim())
  const wrong = names.map((name, at): [number, 'nameless' | 'twiceNamed' | undefined] => [
    at,
    name === '' ? 'nameless' : names.indexOf(name) < at ? 'twiceNamed' : undefined,
  ])
  return new Map(wrong.filter((one): one is [number, 'nameless' | 'twiceNamed'] => one[1] !== undefined))
}
