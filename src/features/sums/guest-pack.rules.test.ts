import { expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { packBits, unpackBits } from '#platform/database/packed-numbers.ts'
import { UnsoundSums } from '#shared/stored-sums.ts'
import { addHour, COVER_SUMS, DAY_SUMS, type DayMembers, daySumAt, guestBasis, layMembers, mealSumAt, packedMembers, visitorBits } from './guest-pack.rules.ts'

const random = randomFor(3, 'days of members')
const someDays = (): DayMembers[] =>
  Array.from({ length: random.between(0, 31) }, (_, i) => ({
    day: 20_000 + i,
    members: Int32Array.from(new Set(Array.from({ length: random.between(1, 80) }, () => random.between(1, 40_000)))).sort(),
  }))

it.each(Array.from({ length: 10 }, (_, i) => i))('members of days come back as they were packed, round %i', () => {
  const days = someDays()
  const bytes = Buffer.from(packedMembers(days), 'base64')
  const before = 3
  const laid = new Int32Array(before + bytes.length).fill(-1)
  const read: DayMembers[] = []
  const end = layMembers(bytes, laid, before, (day, begin, to) => read.push({ day, members: laid.slice(begin, to) }))
  expect(read).toEqual(days)
  expect([end, ...laid.subarray(0, before)]).toEqual([before + days.reduce((sum, { members }) => sum + members.length, 0), -1, -1, -1])
  const [bits = new Int32Array()] = unpackBits([packBits(visitorBits(days))])
  const members = [...new Set(days.flatMap((day) => [...day.members]))].sort((a, b) => a - b)
  expect(Array.from({ length: 40_001 }, (_, member) => member).filter((member) => ((bits[member >> 5] ?? 0) >> (member & 31)) & 1)).toEqual(members)
})

it('meals are the dayparts of that name, else the usual hours', () => {
  const basis = guestBasis([{ Name: 'Lunch', From: 12, To: 14 }])
  expect([basis.lunch, basis.dinner]).toEqual([
    [12, 13],
    [17, 18, 19, 20],
  ])
  const day = new Float64Array(DAY_SUMS.length)
  for (const hour of [11, 12, 112, 17, 23]) {
    addHour(
      day,
      basis,
      hour,
      COVER_SUMS.map(() => 1),
      0,
    )
  }
  expect([day[daySumAt('net')], day[mealSumAt('lunch', 'net')], day[mealSumAt('dinner', 'patrons')]]).toEqual([5, 2, 1])
})

it.each(Array.from({ length: 10 }, (_, i) => i))('members that are cut short anywhere are refused, round %i', () => {
  const whole = Buffer.from(packedMembers(someDays()), 'base64')
  for (let length = 0; length < whole.length; length += 1)
    expect(() => layMembers(whole.subarray(0, length), new Int32Array(whole.length), 0, () => undefined)).toThrow(UnsoundSums)
})

/** Stored rows are written so. Whoever changes how members are packed gives MEMBERS_FORM another name, so that rows written before are not read. */
it('the form of packed members stays what it is', () => {
  expect(packedMembers([{ day: 20_000, members: Int32Array.of(1, 5, 1000) }])).toBe('AaCcAQMBBOMH')
})
