import { tableWords } from '#features/reports/kit/table.messages.ts'
import type { TrendAnswer } from '#features/reports/trend/trend.contract.ts'
import type { Column, Table } from '#shared/endpoint.ts'
import { DataTable, type Row } from '#ui/data-table.tsx'
import { useSay } from '#ui/language.tsx'
import { measureWords } from './measures.messages.ts'

/** The day so far as rows: what each location had come to by the end of each hour, all together, and last week. */
const HoursTable = ({ answer, name, currency }: { answer: TrendAnswer; name: string; currency: string }) => {
  const say = useSay(measureWords)
  const sayTable = useSay(tableWords)
  const { Locations, Totals } = answer
  const money = (key: string, title: string): Column => ({ key, title, kind: 'money' })
  const columns: Column[] = [
    { key: 'hour', title: say('hour'), kind: 'text' },
    ...Locations.map(({ LocationId, Name }) => money(String(LocationId), Name)),
    ...(Locations.length > 1 ? [money('all', sayTable('allLocations'))] : []),
    money('before', sayTable('row.same-days-last-week')),
  ]
  const rows = Totals.Periods.flatMap((hour, i): Row[] => {
    if (hour.State === 'to-come') return []
    const places = Locations.map(({ LocationId, Periods }) => [String(LocationId), Periods[i]?.Cumulative ?? null])
    return [{ hour: hour.Period, ...Object.fromEntries(places), all: hour.Cumulative, before: hour.LastWeek }]
  })
  const table: Table = { title: name, notes: [], columns, rows }
  return <DataTable table={table} caption={name} currency={currency} rowKey={(row) => String(row.hour)} />
}

export default HoursTable
