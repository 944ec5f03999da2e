import { expect, it } from 'vitest'
import { FileName, longText, printable, sentText, shortText } from './fields.ts'

const takes = (field: { safeParse: (value: unknown) => { success: boolean } }, value: string) => field.safeParse(value).success

it('a single-line text refuses what a text of several lines may have, and both refuse direction marks', () => {
  const [line, lines, sent] = [shortText(50), longText(50), sentText(50)]
  expect([line, lines, sent].map((field) => takes(field, 'one\r\n\ttwo'))).toEqual([false, true, true])
  expect([line, lines, sent].map((field) => takes(field, 'a\u202eb'))).toEqual([false, false, true])
  expect([line, lines, sent].map((field) => takes(field, 'a\u0085b'))).toEqual([false, false, true])
  expect([line, lines, sent].map((field) => takes(field, 'a\u0000b'))).toEqual([false, false, false])
  expect([line, lines, sent].map((field) => takes(field, '日本語 🧑‍🍳 Zoë'))).toEqual([true, true, true])
})

it('a text of a file has spaces for line breaks and no direction marks, and NUL stays to be refused', () => {
  expect(printable('Pale\r\nale\u2028 500\u202e ml\u0007 ')).toBe('Pale ale  500 ml')
  expect(printable('a\u0000\u200eb')).toBe('a\u0000b')
})

it('the name of a file loses what cannot be printed, and must have something left', () => {
  expect(FileName.parse('\u200esales\u202e.csv')).toBe('sales.csv')
  expect(takes(FileName, '\u202e')).toBe(false)
})
