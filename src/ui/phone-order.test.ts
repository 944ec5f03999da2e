import { expect, it } from 'vitest'
import type { Column } from '#shared/endpoint.ts'
import { phoneOrder } from './phone-order.ts'

const KINDS: Record<string, Column['kind']> = { Location: 'text', Media: 'text', Period: 'date', Change: 'percent' }
const columns = (names: string): Column[] => names.split(' ').map((key) => ({ key, title: key, kind: KINDS[key] ?? 'money' }))
const onPhone = (names: string) =>
  phoneOrder(columns(names))
    .map(({ key }) => key)
    .join(' ')

it('on a phone the week and its change come before the days', () => {
  expect(onPhone('Location mon tue Total Compared Change')).toBe('Location Total Change mon tue Compared')
  expect(onPhone('Location Period mon tue Total')).toBe('Location Period Total mon tue')
})

it('on a phone what was sold and its change come before the figures it is made of', () => {
  expect(onPhone('Media Tenders Net Tips ChangePercent')).toBe('Media Net ChangePercent Tenders Tips')
  expect(onPhone('Period Net Covers OnLastWeek OnLastYear')).toBe('Period Net OnLastWeek OnLastYear Covers')
})

it('the change a till gave is no change of the figures', () => {
  const given = columns('Media Net Change').map((column) => ({ ...column, kind: column.key === 'Media' ? ('text' as const) : ('money' as const) }))
  expect(phoneOrder(given)).toEqual(given)
})

it('a table that compares nothing and adds nothing up stays as it is', () => {
  expect(onPhone('Location Covers Net PerCover')).toBe('Location Covers Net PerCover')
  expect(onPhone('Location')).toBe('Location')
})
