import { expect, it } from 'vitest'
import { draftOf, type MenuDraft, misnamedGroups, moved, movedTo, plusOn, sentGroups, withoutProducts, withProducts } from './menu-draft.rules.ts'

const offered = (Plu: string, ProductGroup: string) => ({ Plu, Name: `Product ${Plu}`, ProductGroup, ListPrice: 10 })
const BEERS = [offered('B1', 'Beer'), offered('B2', 'Beer')]
const shape = (menu: MenuDraft) => menu.map(({ Name, Products }) => [Name, Products.map(({ Plu }) => Plu).join(' ')])

it('products go to a group named as their product group, or to the one that is chosen, and never twice', () => {
  const menu = withProducts([], [...BEERS, offered('W1', 'Wine'), offered('X', '')], undefined, 'Other')
  expect(shape(menu)).toEqual([
    ['Beer', 'B1 B2'],
    ['Wine', 'W1'],
    ['Other', 'X'],
  ])
  expect(shape(withProducts(menu, [...BEERS, offered('B3', 'Beer')], 'Wine', 'Other'))).toEqual([
    ['Beer', 'B1 B2'],
    ['Wine', 'W1 B3'],
    ['Other', 'X'],
  ])
})

it('a group goes with its last product, and one that was empty before stays', () => {
  const menu = [...withProducts([], BEERS, undefined, 'Other'), { Name: 'Soon', Description: '', Products: [] }]
  expect(shape(withoutProducts(menu, new Set(['B1'])))).toEqual([
    ['Beer', 'B2'],
    ['Soon', ''],
  ])
  expect(shape(withoutProducts(menu, plusOn(menu)))).toEqual([['Soon', '']])
})

it('groups and products move up, down and to another group, as far as there is room', () => {
  const menu = withProducts([], [...BEERS, offered('W1', 'Wine')], undefined, 'Other')
  expect(shape(moved(menu, 1, -1))).toEqual([
    ['Wine', 'W1'],
    ['Beer', 'B1 B2'],
  ])
  expect(moved(menu, 0, -1)).toEqual(menu)
  expect(moved(menu, 1, 1)).toEqual(menu)
  expect(shape(movedTo(menu, 'B1', 1))).toEqual([
    ['Beer', 'B2'],
    ['Wine', 'W1 B1'],
  ])
})

it('names that cannot be saved are told by their group', () => {
  const named = (...names: string[]) => misnamedGroups(names.map((Name) => ({ Name, Description: '', Products: [] })))
  expect([...named('Beer', ' ', 'Beer ')]).toEqual([
    [1, 'nameless'],
    [2, 'twiceNamed'],
  ])
})

it('what is published comes back as it was, without prices and with names trimmed', () => {
  const item = { Plu: 'B1', Name: ' House ale ', Description: 'Pint', ProductName: 'Ale', ListPrice: 11, Price: 12.1 }
  const draft = draftOf({ Groups: [{ Name: ' Beer', Description: '', Products: [item] }], Currency: 'AUD', Version: 3 })
  expect(sentGroups(draft)).toEqual([{ Name: 'Beer', Description: '', Products: [{ Plu: 'B1', Name: 'House ale', Description: 'Pint' }] }])
})
