import { expect, test } from 'vitest'
import { allocate, moneyText, toMajor, whole } from './money.ts'

const short = (major: number, language: 'en' | 'jp') => moneyText(major, 'AUD', language, 'compact')

test('half a step goes away from zero, for money that comes in and for money that goes back', () => {
  expect([2.5, -2.5, 2.4, -2.4, -0.4].map(whole)).toEqual([3, -3, 2, -2, 0])
  expect([toMajor(1250.5, 'AUD'), toMajor(-1250.5, 'AUD'), toMajor(-1250.5, 'JPY')]).toEqual([12.51, -12.51, -1251])
})

test('shares add up to the whole, and the cents left over go where most was cut off', () => {
  expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(allocate(101, [10, 29, 61])).toEqual([10, 29, 62])
  expect(allocate(-100, [1, 1, 1])).toEqual([-33, -33, -34])
  expect(allocate(0, [3, 4])).toEqual([0, 0])
})

test('what cannot be shared by any weight stands with the first', () => {
  expect([allocate(7, [0, 0]), allocate(7, [])]).toEqual([[7, 0], []])
})

test('Japanese shortens from ten thousand on and writes out what is less, as its readers do', () => {
  expect([0.4, 48.25, 99.96, 350.5, 3538.4, 9999.4].map((value) => short(value, 'jp'))).toEqual(['0.4', '48.3', '100', '351', '3,538', '9,999'])
  expect([9999.5, 10_000, 12_083.72, 1_234_567].map((value) => short(value, 'jp'))).toEqual(['1万', '1万', '1.2万', '123.5万'])
  expect([-3538.4, -12_083.72, 0].map((value) => short(value, 'jp'))).toEqual(['−3,538', '−1.2万', '0'])
})

test('English shortens from a thousand on', () => {
  expect([350.5, 3538.4, 12_083.72, -3538.4].map((value) => short(value, 'en'))).toEqual(['350.5', '3.5K', '12.1K', '−3.5K'])
})
