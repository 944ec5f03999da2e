import { expect, it } from 'vitest'
import { ClassTree } from './class-tree.rules.ts'

const of = (classId: number, group: string, department: string, productGroup: string, category: string) => ({
  classId,
  group,
  department,
  productGroup,
  category,
})
const tree = new ClassTree([
  of(14, 'Food', 'Mains', 'Steak', 'Dinner'),
  of(11, 'Food', 'Mains', 'Steak', 'Lunch'),
  of(12, 'Food', 'Mains', 'Fish', 'Dinner'),
  of(13, 'Functions', 'Mains', 'Steak', 'Dinner'),
  of(15, '', '', '', ''),
])

it('knows a row by the smallest class in it, and tells departments of one name apart by their groups', () => {
  expect([...tree.keysAt('productgroup')].sort()).toEqual([
    [11, 11],
    [12, 12],
    [13, 13],
    [14, 11],
    [15, 15],
  ])
  expect(new Set(tree.keysAt('department').values())).toEqual(new Set([11, 13, 15]))
  expect(new Set(tree.keysAt('category').values())).toEqual(new Set([11, 12, 15]))
})

it('names a row and what it lies within; what nobody assigned has no name', () => {
  expect(tree.nameAt('productgroup', 13)).toEqual({ name: 'Steak', path: ['Functions', 'Mains'] })
  expect(tree.nameAt('category', 12)).toEqual({ name: 'Dinner', path: [] })
  expect(tree.nameAt('group', 15)).toEqual({ name: '', path: [] })
})

it('finds the classes within rows by any class of theirs, and refuses a row that is not there', () => {
  expect(tree.within({})).toBeUndefined()
  expect(tree.within({ group: 14 })?.sort()).toEqual([11, 12, 14])
  expect(tree.within({ group: 11, category: 12 })?.sort()).toEqual([12, 14])
  expect(tree.within({ group: 13, department: 11 })).toEqual([])
  expect(() => tree.within({ department: 99 })).toThrow(expect.objectContaining({ code: 'ValidationFailed' }))
})
