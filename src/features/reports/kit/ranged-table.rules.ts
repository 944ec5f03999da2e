import type { Column, ColumnKind, Table, TableWords } from '#shared/endpoint.ts'
import { comeRows } from './by-period.rules.ts'
import type { Comparison } from './comparison.rules.ts'
import { headline } from './headline.rules.ts'
import type { RangedQuery } from './ranged.contract.ts'
import { rangedWords } from './ranged.messages.ts'
import { reportNotes } from './report-table.rules.ts'
import type { RowFigures } from './row-figures.rules.ts'
import { tableWords } from './table.messages.ts'

type Row = Table['rows'][number]
type Cells<N extends string> = { [K in N]: number | null }

interface Ranged<N extends string> {
  Interval: string
  FromDate: string
  ToDate: string
  AsAt: string
  Periods: readonly { Period: string; State: string }[]
  Locations: readonly ({ LocationId: number; Name: string; ByPeriod: { readonly [K in N]: readonly (number | null)[] } } & Cells<N>)[]
  Totals: { Currency: string | null } & Cells<N>
  Compare: {
    Kind: Comparison
    Ranges: readonly { FromDate: string; ToDate: string }[]
    SameElapsedPart: boolean
    Totals: Cells<N>
  } | null
}

/** The rows of a report over days: a row for each location in the summary, for each of its periods in the detail; every figure is a column. */
export const rangedTable = <N extends string>(answer: Ranged<N>, query: RangedQuery, words: TableWords, title: string, figures: RowFigures<N>): Table => {
  const isDetail = query.View === 'detail'
  const cells = (from: Cells<N>): Row => Object.fromEntries(figures.names.map((name) => [name, from[name]]))
  const period: Column = {
    key: 'Period',
    title: words.say(tableWords, 'period'),
    kind: answer.Interval === 'day' || answer.Interval === 'week' ? 'date' : 'text',
  }
  const [first] = figures.names
  const noPeriod: Row = isDetail ? { Period: null } : {}
  return {
    title,
    notes: reportNotes({ ...answer, Currency: answer.Totals.Currency }, query, words),
    columns: [
      { key: 'Location', title: words.say(tableWords, 'location'), kind: 'text' },
      ...(isDetail ? [period] : []),
      ...figures.names.map((name) => ({ key: name, title: words.say(rangedWords, name), kind: figures.kinds[name] satisfies ColumnKind })),
    ],
    rows: answer.Locations.flatMap((location): Row[] => {
      const head = { Location: location.Name, LocationId: location.LocationId }
      if (!isDetail) return [{ ...head, ...cells(location) }]
      return comeRows<Cells<N>>(answer.Periods, location.ByPeriod).map((cell) => ({ ...head, Period: cell.Period, ...cells(cell) }))
    }),
    ...(first
      ? {
          headline: headline(
            { title: words.say(rangedWords, first), kind: figures.kinds[first], value: answer.Totals[first], by: first },
            answer.Compare,
            answer.Compare?.Totals[first],
            words,
          ),
        }
      : {}),
    totals: { Location: words.say(tableWords, 'allLocations'), ...noPeriod, ...cells(answer.Totals) },
    ...(answer.Compare ? { beneath: [{ Location: words.say(tableWords, `row.${answer.Compare.Kind}`), ...noPeriod, ...cells(answer.Compare.Totals) }] } : {}),
  }
}
