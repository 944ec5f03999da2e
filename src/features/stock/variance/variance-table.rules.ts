import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import type { Column, ColumnKind, Table, TableWords } from '#shared/endpoint.ts'
import type { StockVarianceAnswer, VarianceRow } from './variance.contract.ts'
import { varianceWords as words } from './variance.messages.ts'

const KINDS = {
  Plu: 'text',
  Name: 'text',
  Location: 'text',
  Unit: 'text',
  CountedFrom: 'time',
  CountedTo: 'time',
  Opening: 'quantity',
  Received: 'quantity',
  Transferred: 'quantity',
  Adjusted: 'quantity',
  Closing: 'quantity',
  ActualUse: 'quantity',
  TheoreticalUse: 'quantity',
  WrittenOff: 'quantity',
  Variance: 'quantity',
  VariancePercent: 'percent',
  TheoreticalCost: 'money',
  VarianceCost: 'money',
} as const satisfies Partial<Record<keyof VarianceRow | 'Location', ColumnKind>>

/** Theoretical against actual use as rows of screen and files, in the order of the answer. */
export const stockVarianceTable = (answer: StockVarianceAnswer, _query: unknown, { say, venueName }: TableWords): Table => {
  const places = new Map(answer.Locations.map(({ LocationId, Name }) => [LocationId, Name]))
  const columns = Object.entries(KINDS).map(([key, kind]): Column => ({ key, kind, title: say(words, key) }))
  return {
    title: say(reportsMenu, 'stockVariance'),
    notes: [venueName, say(words, 'noteRange', { from: answer.FromDate, to: answer.ToDate, time: answer.AsAt }), say(words, 'rule')],
    columns,
    rows: answer.Rows.map((row) => ({ ...row, Location: places.get(row.LocationId) ?? null })),
    totals: {
      Name: say(words, 'total', { n: answer.Totals.Products }),
      TheoreticalCost: answer.Totals.TheoreticalCost,
      VarianceCost: answer.Totals.VarianceCost,
      VariancePercent: answer.Totals.VariancePercent,
    },
  }
}
