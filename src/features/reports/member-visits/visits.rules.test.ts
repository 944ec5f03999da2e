import { expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { packedVisitors } from '#features/intake/guest-pack.rules.ts'
import { ALL, Grid } from '../row-figures.rules.ts'
import { MemberNumbers, VISITS, VISITS_WIDTH, VisitCount } from './visits.rules.ts'

const random = randomFor(9, 'visits')

it.each(Array.from({ length: 15 }, (_, i) => i))('counts as sets do, at each place and over all, round %i', () => {
  const places = [1, 2, 3]
  const days = Array.from({ length: 40 }, (_, day) => day).flatMap((day) =>
    places.map((locationId) => ({ locationId, day, members: [...new Set(Array.from({ length: random.between(0, 12) }, () => random.between(1, 60)))] })),
  )
  const [from, columnDays] = [20, 5]
  const columns = ['a', 'b', 'c', 'd']
  const count = new VisitCount(places, 60)
  const numbers = new MemberNumbers(60)
  const before = days.filter(({ day }) => day < 10)
  const packs = places.map((locationId) => ({
    locationId,
    month: '',
    text: packedVisitors(before.filter((one) => one.locationId === locationId).map(({ day, members }) => ({ day, members: Int32Array.from(members).sort() }))),
  }))
  const grid = new Grid(places, columns, VISITS_WIDTH)
  count.cameBefore({ packs, cards: [], members: 60 }, numbers)
  for (const day of days.filter(({ day }) => day >= 10)) count.add(day, day.day < from ? -1 : Math.floor((day.day - from) / columnDays) + 1, grid)
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
  }
})

it('a card nobody numbered yet has one number for as long as the question lasts', () => {
  const numbers = new MemberNumbers(10)
  expect([numbers.of('x', 0), numbers.of('y', 3), numbers.of('x', 0), numbers.of('z', 0), numbers.last]).toEqual([11, 3, 11, 12, 12])
})
