import { expect, it } from 'vitest'
import { MENUS } from './catalogue.ts'
import { tradeOfDay } from './trade.ts'
import { PLACES } from './trading.ts'

const DAYS = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2026, 8, 1 + i)).toISOString().slice(0, 10))
const wasted = PLACES.flatMap((place, i) =>
  DAYS.flatMap((day) => tradeOfDay(20_261_120, { place, locationId: i + 1, timeZone: 'Australia/Sydney' }, day))
    .flatMap(({ Lines }) => Lines)
    .filter(({ Wastage }) => Wastage)
    .map(({ Plu, WastageReason }) => ({ item: MENUS[place.menu].find(({ plu }) => plu === Plu), reason: WastageReason })),
)

it('the sample wastes for several reasons, and some of it for none that was told', () => {
  const told = new Map<string | undefined, number>()
  for (const { reason } of wasted) told.set(reason, (told.get(reason) ?? 0) + 1)
  expect([...told.keys()].map(String).sort()).toEqual(['Breakage', 'Expired', 'Line cleaning', 'Spill', 'Staff meal', 'undefined'])
  expect(told.get(undefined)).toBeLessThan(wasted.length / 4)
})

it('the sample cleans lines of beer, and feeds its staff no drinks', () => {
  for (const { item, reason } of wasted) {
    if (reason === 'Line cleaning') expect(item?.department).toBe('Beer')
    if (reason === 'Staff meal') expect(item?.group).toBe('Food')
    if (reason === 'Breakage') expect(item?.group).not.toBe('Food')
  }
})
