import { expect, it } from 'vitest'
import type { Column } from '#shared/endpoint.ts'
import { phoneOrder } from './phone-order.ts'

const columns = (names: string): Column[] =>
  names.split(' ').map((key) => ({ key, title: key, kind: ['Location', 'Media'].includes(key) ? 'text' : key === 'Period' ? 'date' : 'money' }))
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

it('a table that compares nothing and adds nothing up stays as it is', () => {
  expect(onPhone('Location Covers Net PerCover')).toBe('Location Covers Net PerCover')
  expect(onPhone('Location')).toBe('Location')
})
