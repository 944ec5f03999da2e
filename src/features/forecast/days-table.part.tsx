import { dayText } from '#shared/cell-text.ts'
import type { Column, Table } from '#shared/endpoint.ts'
import { DataTable, type Row } from '#ui/data-table.tsx'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import type { ShownForecast } from './figure-shown.rules.ts'
import type { ForecastPlace } from './forecast.contract.ts'
import { forecastWords } from './forecast.messages.ts'
import styles from './forecast.module.css'
import { holidayName } from './forecast-table.rules.ts'

/** The days to come as rows: all locations shown with their range, and each of them. */
export const DaysTable = ({ answer: { Totals, Locations }, figure, currency }: ShownForecast) => {
  const say = useSay(forecastWords)
  const speech = useLanguage()
  const places = Locations.length > 1 ? Locations : []
  const column = (key: string, title: string): Column => ({ key, title, kind: 'count' })
  /** What is no forecast says so. */
  const named = (name: string, { Method }: ForecastPlace['Net']) =>
    Method === 'same-weekday-last-week' ? say('by', { name, method: say('method.same-weekday-last-week') }) : name
  const columns: Column[] = [
    { key: 'Day', title: say('day'), kind: 'text' },
    column('Value', named(places.length > 0 ? say('all') : say('expected'), Totals[figure])),
    column('Low', say('low')),
    column('High', say('high')),
    ...places.map((place) => column(String(place.LocationId), named(place.Name, place[figure]))),
    ...(figure === 'Covers' ? [column('Booked', say('BookedCovers'))] : []),
  ]
  const rows = Totals.Days.map((day): Row => {
    const own = places.map(({ LocationId, Days }) => [String(LocationId), Days.find(({ Day }) => Day === day.Day)?.[figure]?.Value ?? null])
    return { ...Object.fromEntries(own), ...day[figure], Day: day.Day, Booked: day.BookedCovers }
  })
  const holidays = new Map(Totals.Days.map(({ Day, Holidays }) => [Day, Holidays]))
  const table: Table = { title: say('title'), notes: [], columns, rows }
  return (
    <DataTable
      table={table}
      caption={say('title')}
      currency={currency}
      rowKey={(row) => String(row.Day)}
      cell={(row, { key }) =>
        row === 'totals' || key !== 'Day' ? undefined : (
          <span className={styles.day}>
            {dayText(String(row.Day), speech.language)}
            {(holidays.get(String(row.Day)) ?? []).map((name) => (
              <small key={name}>{holidayName(name, (messages, word, values) => said(messages, speech, word, values))}</small>
            ))}
          </span>
        )
      }
    />
  )
}
