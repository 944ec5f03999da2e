import { describe, expect, it } from 'vitest'
import { callFor, exactAddress, rangeInMail } from '#features/delivery/saved-views/view-call.rules.ts'
import type { Table } from '#shared/endpoint.ts'
import { writtenHeadline, writtenTable } from './letter-table.rules.ts'
import { reportLetter } from './schedule-letter.rules.ts'
import { daysDue, dueAt, firstDayFrom, isEmptyTable, lastClosedDay, lastDayUpTo, seatComplaint, timingComplaint } from './schedules.rules.ts'

const sydney = { timeZone: 'Australia/Sydney', dayStart: '05:00', active: true }
const perth = { timeZone: 'Australia/Perth', dayStart: '04:00', active: true }

describe('when a mail is due', () => {
  it.each([
    ['one place, summer time', '2026-11-20', [sydney], '2026-11-20T18:15:00.000Z'],
    ['the last of several places counts', '2026-11-20', [sydney, perth], '2026-11-20T20:15:00.000Z'],
    ['a closed place does not', '2026-11-20', [sydney, { ...perth, active: false }], '2026-11-20T18:15:00.000Z'],
    ['the night the clocks go forward', '2026-10-03', [sydney], '2026-10-03T18:15:00.000Z'],
    ['the night the clocks go back', '2026-04-04', [sydney], '2026-04-04T19:15:00.000Z'],
    [
      'by the cut-off in force then',
      '2026-11-20',
      [
        {
          ...sydney,
          calendar: [
            { ...sydney, fromDay: '2000-01-01' },
            { ...sydney, dayStart: '06:00', fromDay: '2026-11-21' },
          ],
        },
      ],
      '2026-11-20T19:15:00.000Z',
    ],
  ])('%s', (_what, day, places, due) => {
    expect(dueAt(day, places).toISOString()).toBe(due)
  })

  it.each([
    ['at the chosen time of the same morning', '2026-11-20', '09:00', '2026-11-20T22:00:00.000Z'],
    ['at the chosen time of the next day, where it is before the day is over', '2026-11-20', '04:00', '2026-11-21T17:00:00.000Z'],
    ['at the chosen time the day the clocks go forward', '2026-10-03', '09:00', '2026-10-03T22:00:00.000Z'],
  ])('%s', (_what, day, time, due) => {
    const at = { time, timeZone: sydney.timeZone }
    expect(dueAt(day, [sydney], at).toISOString()).toBe(due)
    const daily = { every: 'day', onDay: 0 } as const
    expect(daysDue(daily, day, new Date(Date.parse(due) - 1000), [sydney], at).due).toEqual([])
    expect(daysDue(daily, day, new Date(due), [sydney], at).due).toEqual([day])
  })

  it('a day is closed from then on, and not a moment earlier', () => {
    expect(lastClosedDay(new Date('2026-11-20T18:14:59Z'), [sydney])).toBe('2026-11-19')
    expect(lastClosedDay(new Date('2026-11-20T18:15:00Z'), [sydney])).toBe('2026-11-20')
  })

  it.each([
    [{ every: 'day', onDay: 0 }, '2026-11-20', '2026-11-20', '2026-11-20'],
    [{ every: 'week', onDay: 7 }, '2026-11-20', '2026-11-22', '2026-11-15'],
    [{ every: 'month', onDay: 31 }, '2026-11-20', '2026-11-30', '2026-10-31'],
    [{ every: 'month', onDay: 15 }, '2026-11-20', '2026-12-15', '2026-11-15'],
  ] as const)('%j sends after its own days', (timing, day, next, last) => {
    expect([firstDayFrom(timing, day), lastDayUpTo(timing, day)]).toEqual([next, last])
  })

  it('what was missed is made up for, of a long silence the last week', () => {
    const daily = { every: 'day', onDay: 0 } as const
    expect(daysDue(daily, '2026-11-20', new Date('2026-11-20T18:14:00Z'), [sydney])).toEqual({ due: [], next: '2026-11-20' })
    expect(daysDue(daily, '2026-11-18', new Date('2026-11-20T18:15:00Z'), [sydney])).toEqual({
      due: ['2026-11-18', '2026-11-19', '2026-11-20'],
      next: '2026-11-21',
    })
    expect(daysDue(daily, '2026-01-01', new Date('2026-11-20T18:15:00Z'), [sydney]).due).toEqual(
      ['14', '15', '16', '17', '18', '19', '20'].map((day) => `2026-11-${day}`),
    )
  })

  it('a timing that makes no sense is told so', () => {
    expect(timingComplaint({ every: 'day', onDay: 0 })).toBeUndefined()
    expect(timingComplaint({ every: 'week', onDay: 0 })).toMatch(/weekday/)
    expect(timingComplaint({ every: 'month', onDay: 30 })).toMatch(/31 for the last/)
    expect(timingComplaint({ every: 'day', onDay: 3 })).toMatch(/0/)
  })
})

describe('what a view is asked with', () => {
  const calendar = { weekStart: 1, financialYearStart: '07-01' }
  it.each([
    ['today', '2026-11-22', '2026-11-22'],
    ['yesterday', '2026-11-22', '2026-11-22'],
    ['thisweek', '2026-11-16', '2026-11-22'],
    ['lastweek', '2026-11-16', '2026-11-22'],
    ['last7', '2026-11-16', '2026-11-22'],
    ['thismonth', '2026-11-01', '2026-11-22'],
    ['lastmonth', '2026-10-01', '2026-10-31'],
    ['2026-11-01..2026-11-03', '2026-11-01', '2026-11-03'],
  ])('%s in the mail after Sunday the 22nd', (word, from, to) => {
    expect(rangeInMail(`range=${word}`, '2026-11-22', '2026-11-23', calendar)).toMatchObject({ from, to })
  })

  const view = (Search: string, Path: string, Query: Record<string, string>) => ({ Path: '/reports/sales', Search, Report: { Path, Query } })
  const week = { from: '2026-11-16', to: '2026-11-22' }

  it('a view kept on its first day does not stay by the hour', () => {
    const kept = view('range=thisweek', '/sales/interval', { Date: '2026-11-16', Compare: 'same-days-last-week', Locations: '2' })
    expect(callFor(kept, week)).toEqual({
      path: '/sales/day',
      query: { FromDate: '2026-11-16', ToDate: '2026-11-22', Compare: 'same-days-last-week', Locations: '2' },
    })
  })

  it('a unit and a comparison that were chosen stay where they suit', () => {
    const kept = view('range=last12&by=week&cmp=same-weeks-last-year', '/sales/week', { FromDate: 'x', ToDate: 'x', Compare: 'same-weeks-last-year' })
    expect(callFor(kept, { from: '2025-11-01', to: '2026-10-31' })).toMatchObject({ path: '/sales/week', query: { Compare: 'same-weeks-last-year' } })
    const four = view('range=thismonth&cmp=four-week-average', '/sales/day', { FromDate: 'x', ToDate: 'x', Compare: 'four-week-average' })
    expect(callFor(four, { from: '2026-11-01', to: '2026-11-22' }).query.Compare).toBe('previous')
  })

  it.each([
    ['followed its range', '2026-11-09', '2026-11-15', 'day', 'month'],
    ['was chosen', '2026-09-01', '2026-10-31', 'day', 'day'],
  ])('another report keeps its path; an interval that %s', (_what, FromDate, ToDate, Interval, expected) => {
    const kept = view('range=last12&loc=1,2', '/reports/daily-sales', { FromDate, ToDate, Interval, Group: 'Food' })
    expect(callFor(kept, { from: '2025-11-01', to: '2026-10-31' })).toEqual({
      path: '/reports/daily-sales',
      query: { FromDate: '2025-11-01', ToDate: '2026-10-31', Interval: expected, Group: 'Food', Locations: '1,2' },
    })
  })

  it('a report without days is asked without them', () => {
    expect(callFor(view('', '/reports/plu-reorders', { Supplier: '3' }), week)).toEqual({ path: '/reports/plu-reorders', query: { Supplier: '3' } })
  })

  it('a mail leads to the days it told of', () => {
    expect(exactAddress({ Path: '/reports/sales', Search: 'range=lastweek&loc=1,2' }, week)).toBe('/reports/sales?range=2026-11-16..2026-11-22&loc=1,2')
  })
})

it.each([
  [{ present: false }, true, undefined, 'left'],
  [{}, false, undefined, 'no-tag'],
  [{}, true, [1], undefined],
  [{}, true, [1, 2], 'no-location'],
  [{ locationIds: [] }, true, undefined, 'no-location'],
  [{ locationIds: [], allLocations: true }, true, [7], undefined],
] as const)('%j, tag %s, locations %j: %s', (changes, holds, wanted, expected) => {
  expect(seatComplaint({ present: true, tags: [], allLocations: false, locationIds: [1], ...changes }, holds, wanted)).toBe(expected)
})

const ENGLISH = { language: 'en', currency: 'AUD', timeZone: 'Australia/Sydney' } as const

describe('the letter', () => {
  const table: Table = {
    title: 'Sales',
    notes: ['Venue: <b>Bar</b>'],
    columns: [
      { key: 'Location', title: 'Location', kind: 'text' },
      { key: 'Net', title: 'Net', kind: 'money' },
    ],
    rows: [
      { Location: '<script>', Net: 1234.5 },
      { Location: '渋谷', Net: null },
    ],
    totals: { Location: 'All', Net: 1234.5 },
  }
  const told = {
    name: 'Week & more',
    venueName: 'Bar',
    range: '16 – 22 Nov',
    language: 'jp' as const,
    notes: table.notes,
    table: writtenTable(table, { language: 'jp', currency: 'AUD', timeZone: 'Australia/Sydney' }),
    owner: 'Ada',
    empty: false,
    attached: false,
    test: false,
    link: 'https://daybook.example/reports/sales?range=a&loc=1',
    leave: 'https://daybook.example/reports/unsubscribe#t',
  }

  it('holds the figures in both forms, and nothing in it is markup that was not ours', () => {
    const { html, text } = reportLetter(told)
    expect(html).toContain('1,234.50')
    expect(html).not.toContain('<script>')
    expect(html).toContain('lang="ja"')
    expect(text.split('\n').filter((line) => line.startsWith('渋谷') || line.startsWith('All'))).toEqual([`渋谷      ${'–'.padStart(8)}`, `All       1,234.50`])
    for (const form of [html, text]) expect(form).toContain('unsubscribe#t')
  })

  it('shows the five largest rows and says where all of them are', () => {
    const rows = Array.from({ length: 75 }, (_, n) => ({ Location: `P${n}.`, Net: n }))
    const long: Table = { ...table, rows, headline: { title: 'Net sales', kind: 'money', value: 2775, by: 'Net' } }
    const { html } = reportLetter({ ...told, language: 'en', attached: true, table: writtenTable(long, ENGLISH) })
    expect(html).toContain('Top 5 of 75 by Net sales')
    expect(html).toContain('All 75 rows are in the attached file.')
    expect([...html.matchAll(/P(\d+)\./g)].map(([, n]) => n)).toEqual(['74', '73', '72', '71', '70'])
  })

  it.each([
    [1100, '+$100.00 (+10.0 %) vs last week'],
    [900, '−$100.00 (−10.0 %) vs last week'],
  ])('begins with the first figure and what changed: %d', (value, change) => {
    const headline = { title: 'Net sales', kind: 'money' as const, value, against: 'vs last week', base: 1000 }
    expect(writtenHeadline({ ...table, headline }, ENGLISH)?.change).toBe(change)
  })

  it('says no share of nothing, and no change where there was no figure', () => {
    const headline = { title: 'Net sales', kind: 'money' as const, value: 5, against: 'vs last week' }
    expect(writtenHeadline({ ...table, headline: { ...headline, base: 0 } }, ENGLISH)?.change).toBe('+$5.00 vs last week')
    expect(writtenHeadline({ ...table, headline: { ...headline, base: null } }, ENGLISH)?.change).toBe('– vs last week')
    expect(writtenHeadline(table, ENGLISH)).toMatchObject({ title: 'Net', value: '$1,234.50' })
    expect(writtenHeadline({ ...table, headline: { ...headline, value: null } }, ENGLISH)).toEqual({ title: 'Net sales', value: '–' })
  })

  it('writes days and moments as a person says them', () => {
    const raw: Table = {
      ...table,
      columns: [
        { key: 'At', title: '2026-11-16', kind: 'text' },
        { key: 'Day', title: 'Day', kind: 'date' },
      ],
      rows: [{ At: '2026-11-21T10:04:00Z', Day: '2026-11-21' }],
      totals: {},
    }
    const { columns, rows } = writtenTable(raw, ENGLISH)
    expect([columns[0]?.title, ...(rows[0] ?? [])]).toEqual(['16 Nov 2026', '21 Nov 2026, 21:04', 'Sat 21 Nov 2026'])
  })

  it('knows nothing from little', () => {
    expect(isEmptyTable({ ...table, rows: [{ Location: 'a', Net: 0 }], totals: { Net: 0 } })).toBe(true)
    expect(isEmptyTable({ ...table, rows: [{ Location: 'a', Net: 0 }], totals: { Net: -1 } })).toBe(false)
    expect(isEmptyTable({ ...table, rows: [], totals: {} })).toBe(true)
  })
})
