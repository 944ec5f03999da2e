import { describe, expect, it } from 'vitest'
import { dateIn, dateTimeIn, decimalIn, isFormat, rounded, timeIn, times } from './import-cells.rules.ts'

const day = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString().slice(0, 10))
const money = (cell: string, mark: '.' | ',' = '.', places = 2) => {
  const value = decimalIn(cell, mark)
  return value && rounded(value, places)
}

describe('dates and times as people write them', () => {
  it.each([
    ['1/5/2019', 'M/D/YYYY', '2019-01-05'],
    ['01/05/2019', 'DD/MM/YYYY', '2019-05-01'],
    ['5.1.19', 'D.M.YY', '2019-01-05'],
    ['2019年01月05日', 'YYYY年MM月DD日', '2019-01-05'],
    ['2019-01-05', 'M/D/YYYY', '2019-01-05'],
    ['29/02/2024', 'DD/MM/YYYY', '2024-02-29'],
    ['30/02/2024', 'DD/MM/YYYY', undefined],
    ['13/13/2024', 'DD/MM/YYYY', undefined],
    ['soon', 'DD/MM/YYYY', undefined],
  ])('%s by %s', (cell, format, expected) => expect(day(dateIn(cell, format))).toBe(expected))

  it.each([
    ['13:08', 'HH:mm', 13 * 60 + 8],
    ['1:08 PM', 'h:mm A', 13 * 60 + 8],
    ['12:00 am', 'h:mm A', 0],
    ['0.5', 'HH:mm', 720],
    ['24:00', 'HH:mm', undefined],
    ['13:08 PM', 'h:mm A', undefined],
  ])('%s by %s', (cell, format, minutes) => expect(timeIn(cell, format)).toBe(minutes === undefined ? undefined : minutes * 60_000))

  it('reads both from one cell', () => {
    expect(new Date(dateTimeIn('5/1/2019 1:08 PM', 'D/M/YYYY h:mm A') ?? 0).toISOString()).toBe('2019-01-05T13:08:00.000Z')
    expect(new Date(dateTimeIn('2019-01-05T13:08:30Z', 'D/M/YYYY h:mm A') ?? 0).toISOString()).toBe('2019-01-05T13:08:30.000Z')
    expect(dateTimeIn('5/1/2019', 'D/M/YYYY h:mm A')).toBeUndefined()
  })

  it('knows a format from a text', () => {
    expect(['YYYY-MM-DD', 'M/D/YY', 'h:mm A', 'YYYY年MM月DD日'].every(isFormat)).toBe(true)
    expect(['', 'soon', 'YYYY-MM-MM', '--'].some(isFormat)).toBe(false)
  })
})

describe('numbers as people write them', () => {
  it.each([
    ['1,234.50', '.', 123450],
    ['1.234,50', ',', 123450],
    ['$12', '.', 1200],
    ['¥ 1,000', '.', 100000],
    ['１２．５', '.', 1250],
    ['-3.005', '.', -301],
    ['(3.00)', '.', -300],
    ['−0.10', '.', -10],
    ['.5', '.', 50],
    ['1E+1', '.', 1000],
    ['-1.25E+2', '.', -12500],
    ['0E+1', '.', 0],
    ['5E-1', '.', 50],
    ['12E4', '.', undefined],
    ['1E+99', '.', undefined],
    ['1,23', '.', undefined],
    ['1.2.3', '.', undefined],
    ['12 apples', '.', undefined],
    ['', '.', undefined],
    ['-', '.', undefined],
  ] as const)('%s', (cell, mark, minor) => expect(money(cell, mark)).toBe(minor))

  it('multiplies exactly and rounds once', () => {
    const [price, quantity] = [decimalIn('0.335', '.'), decimalIn('3', '.')]
    expect(price && quantity && rounded(times(price, quantity), 2)).toBe(101)
    expect(money('548.9715')).toBe(54897)
    expect(money('128000', '.', 0)).toBe(128000)
  })
})
