import { expect, it } from 'vitest'
import { timeTyped } from './time-field.tsx'

it.each([
  ['5', '05:00'],
  ['17', '17:00'],
  ['530', '05:30'],
  ['0500', '05:00'],
  ['5:00', '05:00'],
  ['17.30', '17:30'],
  [' 23:59 ', '23:59'],
  ['0', '00:00'],
  ['１７：３０', '17:30'],
])('"%s" is the time %s', (typed, time) => {
  expect(timeTyped(typed)).toBe(time)
})

it.each(['', '24', '24:00', '12:60', '5:0', '17:', ':30', '5 pm', '12345', 'noon', '-5'])('"%s" is no time of day', (typed) => {
  expect(timeTyped(typed)).toBeUndefined()
})
