import { expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { ALL, Grid } from '#features/reports/kit/row-figures.rules.ts'
import { packedMembers, visitorBits } from '#features/sums/guest-pack.rules.ts'
import { VisitCount } from '#features/sums/reading/visit-count.rules.ts'
import { BEFORE, MemberNumbers, VisitDays } from '#features/sums/reading/visit-days.rules.ts'
import { packBits, unpackBits } from '#platform/database/packed-numbers.ts'
import { VISITS, VISITS_WIDTH } from './visits.rules.ts'

const random = randomFor(9, 'visits')

interface PlaceDay {
  locationId: number
  day: number
  members: number[]
}

const PLACES = [1, 2, 3]
const LAST_MEMBER = 70
const ROUNDS = Array.from({ length: 15 }, (_, i) => i)

/** Forty days of a few places, some without anybody. */
const someDays = (places: readonly number[]): PlaceDay[] =>
  Array.from({ length: 40 }, (_, day) => day).flatMap((day) =>
    places.map((locationId) => ({
      locationId,
      day,
      members: [...new Set(Array.from({ length: random.between(0, 12) }, () => random.between(1, LAST_MEMBER)))],
    })),
  )

const sorted = (days: readonly PlaceDay[]) => days.map(({ day, members }) => ({ day, members: Int32Array.from(members).sort() }))
const ofPlace = (days: readonly PlaceDay[], place: number) => days.filter(({ locationId }) => locationId === place)
const bytesOf = (days: readonly PlaceDay[]) => Buffer.from(packedMembers(sorted(days)), 'base64')
const bitsOf = (days: readonly PlaceDay[]) =>
  PLACES.map((locationId) => ({ locationId, bits: unpackBits([packBits(visitorBits(sorted(ofPlace(days, locationId))))])[0] ?? new Int32Array() }))

/** Each figure of each place and column beside what sets come to. @param columns where each begins, and last where they end */
const expectSets = (count: VisitCount, grid: Grid, days: readonly PlaceDay[], columns: readonly number[]) => {
  for (const place of [ALL, ...PLACES]) {
    const own = days.filter(({ locationId }) => place === ALL || locationId === place)
    const first = new Map<number, number>()
    for (const { day, members } of own) for (const member of members) if (!first.has(member)) first.set(member, day)
    for (const [column] of columns.entries()) {
      const start = columns[Math.max(0, column - 1)] as number
      const end = (column === 0 ? columns.at(-1) : columns[column]) as number
      const some = own.filter(({ day }) => day >= start && day < end)
      const visits = new Set(some.flatMap(({ day, members }) => members.map((member) => `${member} ${day}`)))
      const unique = new Set(some.flatMap(({ members }) => members))
      const isNew = [...unique].filter((member) => (first.get(member) ?? -1) >= start)
      const at = grid.at(place, column)
      const told = [VISITS.visits, VISITS.unique, VISITS.isNew].map((which) => grid.sums[at + which])
      expect(told, `place ${place}, column ${column}`).toEqual([visits.size, unique.size, isNew.length])
    }
    for (const { Weekday, Days, Visits } of count.weekdays(place)) {
      const some = own.filter(({ day }) => day >= (columns[0] as number) && (day + 3) % 7 === Weekday - 1)
      expect(Days).toBe(new Set(some.filter(({ members }) => members.length > 0).map(({ day }) => day)).size)
      expect(Visits).toBe(new Set(some.flatMap(({ day, members }) => members.map((member) => `${member} ${day}`))).size)
    }
  }
}

it.each(ROUNDS)('counts as sets do, at each place and over all, round %i', () => {
  const days = someDays(PLACES)
  const columns = [20, 25, 30, 35, 40]
  const count = new VisitCount(PLACES, LAST_MEMBER)
  count.cameInMonths(bitsOf(days.filter(({ day }) => day < 10)))
  const grid = new Grid(PLACES, ['a', 'b', 'c', 'd'], VISITS_WIDTH)
  const read = new VisitDays(PLACES, 10, 39, 8)
  read.count(PLACES, 10, 19, () => BEFORE)
  read.count(PLACES, 20, 39, (day) => Math.floor((day - 20) / 5) + 1)
  // The last days are not packed, and the first place was read wrongly before.
  for (const { locationId, day } of days) if (locationId === 1) read.put(locationId, day, new Set([3, 5, 8]))
  for (const locationId of PLACES) {
    const own = ofPlace(days, locationId)
    read.addPack(locationId, bytesOf(own.filter(({ day }) => day < 33)))
    for (const { day, members } of own) if (day >= 33) read.put(locationId, day, new Set(members))
  }
  count.add(read, grid)
  expectSets(count, grid, days, columns)
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
