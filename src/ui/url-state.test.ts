import { expect, test } from 'vitest'
import { wayOn } from './house.ts'
import { parseSearch, stringifySearch, withChanges } from './url-state.ts'

test('an address keeps plain words, numbers among them, and stays readable', () => {
  expect(parseSearch('?range=last7&loc=3&drill=loc:3/day:2026-11-16')).toEqual({ range: 'last7', loc: '3', drill: 'loc:3/day:2026-11-16' })
  expect(stringifySearch({ range: 'last7', loc: '3,7', open: undefined, drill: 'loc:3/day:2026-11-16' })).toBe(
    '?range=last7&loc=3,7&drill=loc:3/day:2026-11-16',
  )
  expect(stringifySearch({})).toBe('')
})

test('what is odd in an address survives it', () => {
  for (const odd of ['a&b=c', '100 %', 'ラテ ＋ #1', '"><script>', '\\', '%2C']) expect(parseSearch(stringifySearch({ find: odd }))).toEqual({ find: odd })
})

test('a change to undefined or nothing takes it out of the address', () => {
  expect(withChanges({ a: '1', b: '2' }, { a: undefined, b: '', c: '3' })).toEqual({ c: '3' })
})

test.each([
  ['/reports/sales?range=last7', '/reports/sales?range=last7'],
  ['//evil.example', '/home'],
  ['/\\evil.example', '/home'],
  ['https://evil.example', '/home'],
  ['javascript:alert(1)', '/home'],
  ['/membership/auth?denied=/x', '/home'],
  ['/membership/logout', '/home'],
  [undefined, '/home'],
])('after signing in %s leads to %s', (asked, to) => {
  expect(wayOn(asked, '/home')).toBe(to)
})
