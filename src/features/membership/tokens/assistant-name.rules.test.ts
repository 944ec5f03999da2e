import { expect, it } from 'vitest'
import { isAssistantName } from './assistant-name.rules.ts'

it.each(['Atlas', 'Claude (desktop)', 'R&D bot', 'Day by day', 'Bookkeeper', 'Monday Bookings', 'Birthday Book', 'mondaybookings.com', '日報アシスタント'])(
  '%s is a name of an assistant',
  (name) => {
    expect(isAssistantName(name)).toBe(true)
  },
)

it.each([
  'Daybook',
  'DAYBOOK support',
  'Ｄａｙｂｏｏｋ',
  'Day book',
  'D.a.y-b.o.o.k',
  'Day\u200bbook',
  'Dаybооk',
  'Dayb00k',
  'Dáybook',
  'The real Daybook',
  'MyDaybook',
  '日報Daybook',
  '4Daybook',
])('%s is not, since it imitates this product', (name) => {
  expect(isAssistantName(name)).toBe(false)
})

it.each(['<b>Atlas</b>', 'Atlas&nbsp;', '[Atlas](https://evil.example)', '`Atlas`', 'https://atlas.example'])('%s is not, since it has markup', (name) => {
  expect(isAssistantName(name)).toBe(false)
})
