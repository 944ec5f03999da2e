import { changeOf } from '#features/reports/kit/figures.rules.ts'
import { rangedWords } from '#features/reports/kit/ranged.messages.ts'
import { changePercent, reportNotes } from '#features/reports/kit/report-table.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { trendWords } from '#features/reports/kit/trend.messages.ts'
import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import type { TrendAnswer, TrendQuery } from './trend.contract.ts'

type Row = Table['rows'][number]
type Say = (key: keyof (typeof trendWords)['en']) => string
type Rows = Omit<Table, 'title' | 'notes'>
type TrendOf = Omit<TrendAnswer['Totals'], 'Currency'>

/** The rows of the trend: locations in the summary, or the hours, days or weeks of all of them. */
export const trendTable = (answer: TrendAnswer, query: TrendQuery, words: TableWords): Table => {
  const say: Say = (key) => words.say(trendWords, key)
  const { TrendDate, Totals } = answer
  const rows = {
    summary: () => placeRows(answer, words, say),
    hours: () => hourRows(Totals, words, say),
    days: () => pointRows(Totals.Days, words, say),
    weeks: () => pointRows(Totals.Weeks, words, say),
  }
  return {
    title: words.say(rangedWords, 'trend'),
    notes: reportNotes({ ...answer, FromDate: TrendDate, ToDate: TrendDate, Currency: Totals.Currency }, {}, words),
    ...rows[query.View ?? 'summary'](),
  }
}

const FIGURES = ['Net', 'LastWeek', 'FourWeekAverage', 'LastYear', 'LastWeekDay', 'FourWeekAverageDay', 'LastYearDay', 'Projection'] as const

const placeRows = ({ Locations, Totals }: TrendAnswer, words: TableWords, say: Say): Rows => {
  const hasTargets = Locations.some(({ Target, ToDate }) => Target !== null || ToDate.some((run) => run.Target !== null))
  const targetCells = ({ Net, Target }: TrendOf): Row =>
    hasTargets
      ? { Target, OverTarget: changeOf('Net', Net, Target, null)?.difference ?? null, OnTarget: changePercent('Net', { Net }, { Net: Target, Sales: null }) }
      : {}
  const cells = (trend: TrendOf): Row => ({
    Sales: trend.Sales,
    ...Object.fromEntries(FIGURES.map((name) => [name, trend[name]])),
    UsualSharePercent: trend.UsualSharePercent,
    ...targetCells(trend),
    ...Object.fromEntries(
      trend.ToDate.flatMap(({ Of, Net, Previous, LastYear, Target }) => [
        [Of, Net],
        [`${Of}:previous`, Previous],
        [`${Of}:year`, LastYear],
        ...(hasTargets ? [[`${Of}:target`, Target]] : []),
      ]),
    ),
  })
  const money = (key: string, title: string): Column => ({ key, title, kind: 'money' })
  return {
    columns: [
      { key: 'Location', title: words.say(tableWords, 'location'), kind: 'text' },
      { key: 'Sales', title: words.say(tableWords, 'Sales'), kind: 'count' },
      ...FIGURES.map((name) => money(name, say(name))),
      { key: 'UsualSharePercent', title: say('UsualSharePercent'), kind: 'percent' },
      ...(hasTargets
        ? [
            money('Target', say('Target')),
            money('OverTarget', words.say(tableWords, 'difference')),
            { key: 'OnTarget', title: words.say(tableWords, 'change'), kind: 'percent' as const },
          ]
        : []),
      ...Totals.ToDate.flatMap(({ Of }) => [
        money(Of, say(Of)),
        money(`${Of}:previous`, say(`${Of}.previous`)),
        money(`${Of}:year`, `${say(Of)}: ${say('LastYear')}`),
        ...(hasTargets ? [money(`${Of}:target`, `${say(Of)}: ${say('target')}`)] : []),
      ]),
    ],
    rows: Locations.map((location) => ({ Location: location.Name, LocationId: location.LocationId, ...cells(location) })),
    totals: { Location: words.say(tableWords, 'allLocations'), ...cells(Totals) },
  }
}

const hourRows = ({ Periods }: TrendOf, words: TableWords, say: Say): Rows => ({
  columns: [
    { key: 'Period', title: words.say(tableWords, 'period'), kind: 'text' },
    ...(['Net', 'Cumulative', 'LastWeek', 'FourWeekAverage', 'LastYear'] as const).map((key): Column => ({ key, title: say(key), kind: 'money' })),
  ],
  rows: Periods.map(({ State: _, ...row }) => row),
})

const pointRows = (points: TrendOf['Days'], words: TableWords, say: Say): Rows => ({
  columns: [
    { key: 'Period', title: words.say(tableWords, 'period'), kind: 'date' },
    { key: 'Net', title: say('Net'), kind: 'money' },
    { key: 'Average', title: say('Average'), kind: 'money' },
  ],
  rows: points.map(({ Period, Net, Average }) => ({ Period, Net, Average })),
})
