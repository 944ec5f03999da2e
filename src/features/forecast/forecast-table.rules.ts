import { holidayWords } from '#features/reports/kit/calendar/holidays.messages.ts'
import { reportNotes } from '#features/reports/kit/report-table.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import type { ForecastAnswer, ForecastPlace, ForecastQuery } from './forecast.contract.ts'
import { forecastWords } from './forecast.messages.ts'

type Row = Table['rows'][number]

/** A row for each location and day: what is expected, its range, and by which method. */
export const forecastTable = (answer: ForecastAnswer, _query: ForecastQuery, words: TableWords): Table => {
  const say = (key: Parameters<typeof words.say>[1]) => words.say(forecastWords, key)
  const column = (key: string, kind: Column['kind']): Column => ({ key, title: say(key), kind })
  const { Locations, Totals, AsAt } = answer
  const [first, last] = [Totals.Days[0]?.Day ?? Totals.Today, Totals.Days.at(-1)?.Day ?? Totals.Today]
  const methodOf = ({ Method }: ForecastPlace['Net']) => (Method === null ? null : say(`method.${Method}`))
  const isMixed = Totals.Currency === null
  return {
    title: say('fileTitle'),
    notes: [...reportNotes({ FromDate: first, ToDate: last, Locations, Currency: Totals.Currency, AsAt }, {}, words), say('noteMethod')],
    columns: [
      { key: 'Location', title: words.say(tableWords, 'location'), kind: 'text' },
      { key: 'Day', title: say('day'), kind: 'date' },
      column('Holidays', 'text'),
      ...(isMixed ? [{ key: 'Currency', title: words.say(tableWords, 'currency'), kind: 'text' } as const] : []),
      ...(['Net', 'NetLow', 'NetHigh'] as const).map((key) => column(key, 'money')),
      column('NetMethod', 'text'),
      ...(['Covers', 'CoversLow', 'CoversHigh', 'BookedCovers'] as const).map((key) => column(key, 'count')),
      column('CoversMethod', 'text'),
    ],
    rows: Locations.flatMap(({ LocationId, Name, Currency, Net, Covers, Days }) =>
      Days.map(
        (day): Row => ({
          ...{ LocationId, Location: Name, Currency, Day: day.Day, BookedCovers: day.BookedCovers },
          Holidays: day.Holidays.map((key) => holidayName(key, words.say)).join(words.say(tableWords, 'and')) || null,
          ...cells('Net', day.Net),
          NetMethod: methodOf(Net),
          ...cells('Covers', day.Covers),
          CoversMethod: methodOf(Covers),
        }),
      ),
    ),
  }
}

const cells = (name: 'Net' | 'Covers', expected: ForecastPlace['Days'][number]['Net']): Row => ({
  [name]: expected?.Value ?? null,
  [`${name}Low`]: expected?.Low ?? null,
  [`${name}High`]: expected?.High ?? null,
})

/** What a holiday is called: "Anzac Day (observed)". */
export const holidayName = (key: string, say: TableWords['say']): string => {
  const [name = '', observed] = key.split(' ')
  const holiday = say(holidayWords, name)
  return observed ? say(holidayWords, 'observed', { holiday }) : holiday
}
