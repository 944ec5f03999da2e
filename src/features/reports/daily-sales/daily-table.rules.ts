import { holidayWords } from '#features/reports/kit/calendar/holidays.messages.ts'
import { changeOf, type FigureName } from '#features/reports/kit/figures.rules.ts'
import { headlineWords } from '#features/reports/kit/headline.messages.ts'
import { lateWords } from '#features/reports/kit/late-days.messages.ts'
import { lateCells } from '#features/reports/kit/late-text.rules.ts'
import { comparableBase, daysBack } from '#features/reports/kit/no-data.rules.ts'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { changePercent, differenceIn, kindOf, reportNotes } from '#features/reports/kit/report-table.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import type { DailyAnswer, DailyQuery } from './daily-sales.contract.ts'
import { dailyWords } from './daily-sales.messages.ts'

type Row = Table['rows'][number]
type Whole = DailyAnswer['Totals'] | DailyAnswer['Locations'][number]
type Based = { Target: number | null; LastWeek: { Sales: number; Net: number | null }; LastYear: { Sales: number; Net: number | null } }
type Cells = Partial<Record<FigureName, number | null>>

/** The figures of a day in the summary, and all of them in the detail. */
const SUMMARY: readonly FigureName[] = ['Sales', 'Customers', 'AverageSale', 'AverageSpend', 'Discounts', 'Refunds', 'Amount', 'Tax']
const DETAIL: readonly FigureName[] = [
  'Gross',
  'Promotions',
  'Discounts',
  'Refunds',
  'Net',
  'Surcharges',
  'Amount',
  'Tax',
  'Sales',
  'Customers',
  'AverageSale',
  'AverageSpend',
  'NetExTax',
  'Cost',
  'GrossProfitPercent',
]

/** The columns a manager wants first, of days and of days at each location. */
export const DAILY = {
  table: 'daily-sales',
  usual: ['Net', 'OverLastWeek', 'OnLastWeek', 'Holiday', 'Customers', 'AverageSpend', 'Discounts', 'Sales', 'Refunds'],
} as const
export const DAILY_DETAIL = {
  table: 'daily-sales-detail',
  heads: 2,
  usual: ['Net', 'OverLastWeek', 'OnLastWeek', 'Customers', 'AverageSpend', 'Discounts', 'Sales'],
} as const

/** A holiday by name, with what is particular about it. */
export const holidayName = ({ Key, Observed, From }: DailyAnswer['Days'][number]['Holidays'][number], { say }: Pick<TableWords, 'say'>): string => {
  const name = say(holidayWords, Key)
  if (From !== null) return say(holidayWords, 'from', { holiday: name, time: From })
  return Observed ? say(holidayWords, 'observed', { holiday: name }) : name
}

/** The rows of Daily Sales: one for each day, or for each day and location; beneath them the average trading day and the days compared. */
export const dailyTable = (answer: DailyAnswer, query: Partial<DailyQuery>, texts: TableWords): Table => {
  const say = (key: keyof (typeof dailyWords)['en'], values?: Record<string, string | number>) => texts.say(dailyWords, key, values)
  const isDetail = query.View === 'detail'
  const figures = isDetail ? DETAIL : SUMMARY
  const hasTargets = answer.Locations.some(({ Days }) => Days.some(({ Target }) => Target !== null))
  const come = new Map(answer.Days.filter(({ State }) => State !== 'to-come').map((day) => [day.Date, day]))
  const rowsOf = (whole: Whole, more: Row): Row[] =>
    whole.Days.filter((day) => come.has(day.Date)).map((day) => ({
      Date: day.Date,
      ...more,
      Holiday:
        come
          .get(day.Date)
          ?.Holidays.map((holiday) => holidayName(holiday, texts))
          .join(' · ') || null,
      ...cells(figures, day, isDetail),
      FirstSale: day.FirstSale,
      LastSale: day.LastSale,
      HoursOpen: day.HoursOpen,
      ...changes(day, hasTargets, { from: day.Date, places: placesOf(answer, whole) }),
      ...lateCells(day.Late),
    }))
  const { Totals } = answer
  const days = say(Totals.TradingDays === 1 ? 'tradingDays.1' : 'tradingDays.n', { n: Totals.TradingDays })
  const blank: Row = { ...(isDetail ? { Location: null } : {}), Holiday: null, FirstSale: null, LastSale: null, HoursOpen: null, ...lateCells(null) }
  return {
    title: texts.say(reportsMenu, 'dailySales'),
    notes: [
      ...reportNotes({ ...answer, Currency: Totals.Currency }, query, texts),
      say('noteTrading', { trading: Totals.TradingDays, calendar: Totals.CalendarDays }),
      say('noteYear'),
      ...(hasTargets ? [say('noteTarget')] : []),
    ],
    headline: {
      ...{ title: texts.say(tableWords, 'Net'), kind: 'money', value: Totals.Net, by: 'Net', beside: ['Net', 'OnLastWeek', 'Sales', 'Customers'] },
      ...{ against: texts.say(headlineWords, 'last-week'), base: Totals.LastWeek.Net },
    },
    columns: columnsOf(figures, isDetail, hasTargets, texts),
    rows: isDetail
      ? answer.Locations.flatMap((location) => rowsOf(location, { Location: location.Name, LocationId: location.LocationId }))
      : rowsOf(Totals, {}),
    totals: {
      Date: texts.say(tableWords, 'total'),
      ...blank,
      ...cells(figures, Totals, isDetail),
      ...changes(Totals, hasTargets, { from: answer.FromDate, places: answer.Locations }),
    },
    beneath: [
      { Date: say('averageRow', { days }), ...blank, ...cells(figures, Totals.Average, isDetail) },
      { Date: say('lastWeekRow'), ...blank, Net: Totals.LastWeek.Net, Sales: Totals.LastWeek.Sales },
      { Date: say('lastYearRow'), ...blank, Net: Totals.LastYear.Net, Sales: Totals.LastYear.Sales },
    ],
  }
}

const TARGET_COLUMNS = [
  ['Target', 'target', 'money'],
  ['OverTarget', 'overTarget', 'money'],
  ['OnTarget', 'targetChange', 'percent'],
] as const

const columnsOf = (figures: readonly FigureName[], isDetail: boolean, hasTargets: boolean, texts: TableWords): Column[] => {
  const say = (key: keyof (typeof dailyWords)['en']) => texts.say(dailyWords, key)
  const figure = (name: FigureName): Column => ({ key: name, title: texts.say(tableWords, name), kind: kindOf(name) })
  const change: Column[] = [
    { key: 'OverLastWeek', title: say('lastWeekChangeBy'), kind: 'money' },
    { key: 'OnLastWeek', title: say('lastWeekChange'), kind: 'percent' },
    { key: 'OverLastYear', title: say('lastYearChangeBy'), kind: 'money' },
    { key: 'OnLastYear', title: say('lastYearChange'), kind: 'percent' },
    ...(hasTargets ? TARGET_COLUMNS.map(([key, title, kind]): Column => ({ key, title: say(title), kind })) : []),
  ]
  return [
    { key: 'Date', title: say('date'), kind: 'date' },
    ...(isDetail ? [{ key: 'Location', title: texts.say(tableWords, 'location'), kind: 'text' as const }] : []),
    { key: 'Holiday', title: say('holiday'), kind: 'text' },
    ...(isDetail ? [] : [figure('Net'), ...change]),
    ...figures.map(figure),
    { key: 'FirstSale', title: say('firstSale'), kind: 'time' },
    { key: 'LastSale', title: say('lastSale'), kind: 'time' },
    { key: 'HoursOpen', title: say('hoursOpen'), kind: 'quantity' },
    ...(isDetail ? change : []),
    { key: 'LateChanges', title: texts.say(lateWords, 'changes'), kind: 'count' },
    { key: 'LateAmount', title: texts.say(lateWords, 'amount'), kind: 'money' },
    { key: 'LateAt', title: texts.say(lateWords, 'last'), kind: 'text' },
  ]
}

const cells = (figures: readonly FigureName[], from: Cells, isDetail: boolean): Row =>
  Object.fromEntries((isDetail ? figures : (['Net', ...figures] as const)).map((name) => [name, from[name] ?? null]))

/** The locations a row is of. */
const placesOf = ({ Locations }: DailyAnswer, whole: Whole) => ('LocationId' in whole ? [whole] : Locations)

interface Whence {
  /** The first day of the row. */
  from: string
  places: readonly { FirstSaleDay: string | null }[]
}

/** What net sales are more or less than a week or a year ago, in money and in percent. */
const changed = (than: 'Week' | 'Year', now: Cells, base: Cells | undefined): Row => ({
  [`OverLast${than}`]: differenceIn('Net', now.Net, base?.Net),
  [`OnLast${than}`]: changePercent('Net', now, base),
})

const changes = (now: Cells & Based, hasTargets: boolean, { from, places }: Whence): Row => ({
  ...changed('Week', now, comparableBase(now.LastWeek, daysBack(from, 'LastWeek'), places)),
  ...changed('Year', now, comparableBase(now.LastYear, daysBack(from, 'LastYear'), places)),
  ...(hasTargets
    ? {
        Target: now.Target,
        OverTarget: changeOf('Net', now.Net, now.Target, null)?.difference ?? null,
        OnTarget: changePercent('Net', now, { Net: now.Target, Sales: null }),
      }
    : {}),
})

const OFTEN_BLANK: readonly string[] = ['Holiday', 'HoursOpen', 'LateChanges', 'LateAmount', 'LateAt']

/** Columns nothing is told in stay out of the way on screen; files keep them. */
export const withoutBlanks = (table: Table): Table => ({
  ...table,
  columns: table.columns.filter(({ key }) => !OFTEN_BLANK.includes(key) || table.rows.some((row) => row[key] !== null)),
})
