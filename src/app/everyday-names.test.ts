import { expect, test } from 'vitest'
import { ACTIONS, BY_WEEKDAY, DATED, EVERYDAY_NAMES } from '#features/find/everyday-names.rules.ts'
import { EXAMPLES } from '#features/find/find.rules.ts'
import { SCREENS } from './menu.ts'

const paths = SCREENS.map(({ path }) => path)

test('every everyday name, action and example leads to a screen there is', () => {
  const named = [...EVERYDAY_NAMES.map(({ path }) => path), ...ACTIONS, ...DATED, ...BY_WEEKDAY, ...EXAMPLES.map(({ path }) => path)]
  expect(named.filter((path) => !paths.includes(path))).toEqual([])
  expect([...BY_WEEKDAY].filter((path) => !DATED.has(path))).toEqual([])
})

test('every everyday name is there in both languages, and the one that is shown only once', () => {
  expect(EVERYDAY_NAMES.filter(({ names }) => [...names.en, ...names.jp].some((name) => name.trim() === '' || name !== name.trim()))).toEqual([])
  const shown = EVERYDAY_NAMES.flatMap(({ names }) => [names.en[0], names.jp[0]])
  expect(shown.filter((name, i) => shown.indexOf(name) !== i)).toEqual([])
})

test('every report is found by an everyday name', () => {
  const named = new Set(EVERYDAY_NAMES.map(({ path }) => path))
  const reports = SCREENS.filter(({ path, about }) => path.startsWith('/reports/') && about !== undefined)
  expect(reports.length).toBeGreaterThan(15)
  expect(reports.filter(({ path }) => !named.has(path)).map(({ path }) => path)).toEqual([])
})
