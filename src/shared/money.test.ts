import { expect, test } from 'vitest'
import { moneyText } from './money.ts'

const short = (major: number, language: 'en' | 'jp') => moneyText(major, 'AUD', language, 'compact')

test('Japanese shortens from ten thousand on and writes out what is less, as its readers do', () => {
  expect([0.4, 48.25, 99.96, 350.5, 3538.4, 9999.4].map((value) => short(value, 'jp'))).toEqual(['0.4', '48.3', '100', '351', '3,538', '9,999'])
  expect([9999.5, 10_000, 12_083.72, 1_234_567].map((value) => short(value, 'jp'))).toEqual(['1万', '1万', '1.2万', '123.5万'])
  expect([-3538.4, -12_083.72, 0].map((value) => short(value, 'jp'))).toEqual(['−3,538', '−1.2万', '0'])
})

test('English shortens from a thousand on', () => {
  expect([350.5, 3538.4, 12_083.72, -3538.4].map((value) => short(value, 'en'))).toEqual(['350.5', '3.5K', '12.1K', '−3.5K'])
})
