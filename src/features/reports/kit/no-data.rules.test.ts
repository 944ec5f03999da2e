import { describe, expect, it } from 'vitest'
import { comparableBase, daysBack, noDataBefore } from './no-data.rules.ts'

const OLD = { FirstSaleDay: '2026-03-03' }
const NEW = { FirstSaleDay: '2026-09-01' }
const NEVER = { FirstSaleDay: null }
const from = (FromDate: string) => [{ FromDate }]

describe('what is compared with', () => {
  it.each([
    ['begins before the first sale', from('2026-03-02'), [OLD], '2026-03-03'],
    ['begins with the first sale', from('2026-03-03'), [OLD], undefined],
    ['begins before the first sale of one of two locations only', from('2026-06-01'), [NEW, OLD], undefined],
    ['has a week before the first sale among four', [...from('2026-03-08'), ...from('2026-03-01')], [OLD], '2026-03-03'],
    ['is of a location that never sold anything', from('2026-03-02'), [NEVER], undefined],
    ['is nothing', undefined, [OLD], undefined],
  ])('%s', (_, ranges, places, day) => expect(noDataBefore(ranges, places)).toBe(day))

  it('of a later part of the range begins as much later', () => {
    const part = (day: string) => noDataBefore(from('2026-02-01'), [OLD], { begins: '2026-11-01', part: day })
    expect(part('2026-11-30')).toBe('2026-03-03')
    expect(part('2026-12-01')).toBeUndefined()
  })

  it('is left out before the first sale, and stays after it', () => {
    const base = { Net: 12 }
    expect(comparableBase(base, { Ranges: from('2026-03-02') }, [OLD])).toBeUndefined()
    expect(comparableBase(base, { Ranges: from('2026-03-04') }, [OLD])).toBe(base)
    expect(comparableBase(base, null, [OLD])).toBe(base)
  })

  it('on a day is the same weekday of the week or the year before', () => {
    expect(daysBack('2026-11-20', 'LastWeek').Ranges).toEqual(from('2026-11-13'))
    expect(daysBack('2026-11-20', 'LastYear').Ranges).toEqual(from('2025-11-21'))
  })
})
