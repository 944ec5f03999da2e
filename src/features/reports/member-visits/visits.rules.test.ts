import { expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { packedMembers, packedVisitors } from '#features/intake/guest-pack.rules.ts'
import { ALL, Grid } from '../row-figures.rules.ts'
import { BEFORE, MemberNumbers, VisitDays } from './visit-days.rules.ts'
import { VISITS, VISITS_WIDTH, VisitCount } from './visits.rules.ts'

const random = randomFor(9, 'visits')

it.each(Array.from({ length: 15 }, (_, i) => i))('counts as sets do, at each place and over all, round %i', () => {
  const places = [1, 2, 3]
  const days = Array.from({ length: 40 }, (_, day) => day).flatMap((day) =>
    places.map((locationId) => ({ locationId, day, members: [...new Set(Array.from({ length: random.between(0, 12) }, () => random.between(1, 60)))] })),
  )
  const [from, columnDays] = [20, 5]
  const columns = ['a', 'b', 'c', 'd']
  const count = new VisitCount(places, 60)
  const sorted = (members: readonly number[]) => Int32Array.from(members).sort()
  const bytesOf = (text: string) => Buffer.from(text, 'base64')
  const before = days.filter(({ day }) => day < 10)
  count.cameInMonths(
    places.map((locationId) => ({
      locationId,
      bytes: bytesOf(packedVisitors(before.filter((one) => one.locationId === locationId).map(({ day, members }) => ({ day, members: sorted(members) })))),
    })),
  )
  const grid = new Grid(places, columns, VISITS_WIDTH)
  const read = new VisitDays(places, 10, 39, 8)
  read.count(places, 10, from - 1, () => BEFORE)
  read.count(places, from, 39, (day) => Math.floor((day - from) / columnDays) + 1)
  // The last days are not packed, and the first place was read wrongly before.
  for (const { locationId, day } of days) if (locationId === 1) read.put(locationId, day, new Set([3, 5, 8]))
  for (const locationId of places) {
    const own = days.filter((one) => one.locationId === locationId)
    read.addPack(locationId, bytesOf(packedMembers(own.filter(({ day }) => day < 33).map(({ day, members }) => ({ day, members: sorted(members) })))))
    for (const { day, members } of own) if (day >= 33) read.put(locationId, day, new Set(members))
  }
  count.add(read, grid)
  for (const place of [ALL, ...places]) {
    const own = days.filter(({ locationId }) => place === ALL || locationId === place)
    const first = new Map<number, number>()
    for (const { day, members } of own) for (const member of members) if (!first.has(member)) first.set(member, day)
    for (const column of [0, 1, 2, 3, 4]) {
      const [start, end] = column === 0 ? [from, 40] : [from + (column - 1) * columnDays, from + column * columnDays]
      const some = own.filter(({ day }) => day >= start && day < end)
      const visits = new Set(some.flatMap(({ day, members }) => members.map((member) => `${member} ${day}`)))
      const unique = new Set(some.flatMap(({ members }) => members))
      const isNew = [...unique].filter((member) => (first.get(member) ?? -1) >= start)
      const at = grid.at(place, column)
      expect([VISITS.visits, VISITS.unique, VISITS.isNew].map((which) => grid.sums[at + which])).toEqual([visits.size, unique.size, isNew.length])
    }
    for (const { Weekday, Days, Visits } of count.weekdays(place)) {
      const some = own.filter(({ day }) => day >= from && (day + 3) % 7 === Weekday - 1)
      expect(Days).toBe(new Set(some.filter(({ members }) => members.length > 0).map(({ day }) => day)).size)
      expect(Visits).toBe(new Set(some.flatMap(({ day, members }) => members.map((member) => `${member} ${day}`))).size)
    }
  }
})

it('counts a column once however its days lie, where holidays cut it into pieces', () => {
  const columnOf = (day: number) => (day % 2) + 1
  const read = new VisitDays([1, 2], 0, 3, 0)
  read.count([1, 2], 0, 3, columnOf)
  for (const day of [0, 1, 2, 3]) for (const place of [1, 2]) read.put(place, day, new Set([7]))
  const grid = new Grid([1, 2], ['even', 'odd'], VISITS_WIDTH)
  new VisitCount([1, 2], 7).addByColumn(read, grid)
  expect([1, 2].flatMap((column) => [ALL, 1, 2].map((place) => grid.sums[grid.at(place, column) + VISITS.unique]))).toEqual([1, 1, 1, 1, 1, 1])
})

it('a card nobody numbered yet has one number for as long as the question lasts, and cards of one person count once', () => {
  const numbers = new MemberNumbers(10)
  const on = (members: string, cards: string[]) => [...numbers.on({ members, cards })]
  expect([on('3,3', ['x']), on('', ['x', 'z']), on('', []), numbers.last]).toEqual([[3, 11], [11, 12], [], 12])
})
