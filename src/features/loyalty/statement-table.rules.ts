import { tableWords } from '#features/reports/kit/table.messages.ts'
import { instantIn } from '#shared/day.ts'
import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import { moveWords } from './moves.messages.ts'
import type { Statement, StatementQuery } from './statement.contract.ts'
import { statementWords } from './statement.messages.ts'
import { entryOf } from './usage.rules.ts'

type Entry = keyof (typeof moveWords)['en']

/** The rows of a card's usage, the newest first. What is owed is a balance below zero, as on the screen. */
export const statementTable = (answer: Statement, query: StatementQuery, { say, venueName }: TableWords): Table => {
  const own = (key: keyof (typeof statementWords)['en'], values?: Record<string, string>) => say(statementWords, key, values)
  const kit = (key: keyof (typeof tableWords)['en'], values: Record<string, string>) => say(tableWords, key, values)
  const entry = (key: Entry) => say(moveWords, key)
  const zones = new Map(answer.Locations.map(({ LocationId, TimeZone }) => [LocationId, TimeZone]))
  const { CardNumber, Name, FromDate, ToDate, Locations, Movements, AsAt } = answer
  return {
    title: own('statement'),
    notes: [
      kit('noteVenue', { venue: venueName }),
      own('noteCard', { card: CardNumber, holder: Name || own('unknown') }),
      kit('noteRange', { from: FromDate, to: ToDate }),
      kit('noteLocations', { locations: Locations.map((place) => place.Name).join(', ') }),
      ...(query.Shown && query.Shown !== 'all' ? [own('noteShown', { shown: entry(`show-${query.Shown}`) })] : []),
      kit('noteAsAt', { instant: AsAt }),
    ],
    columns: columnsOf(own, entry),
    rows: Movements.map((movement) => rowOf(movement, zones.get(movement.LocationId) ?? 'UTC', entry)),
    totals: { Date: own('total'), Points: Movements.reduce((sum, { Points }) => sum + Points, 0) },
    totalsOf: (_count, sums) => ({ Date: own('total'), Points: sums.Points ?? 0 }),
  }
}

const columnsOf = (own: (key: 'date' | 'otherCard') => string, entry: (key: Entry) => string): Column[] => [
  { key: 'Date', title: own('date'), kind: 'date' },
  { key: 'Time', title: entry('time'), kind: 'time' },
  { key: 'Entry', title: entry('entryTitle'), kind: 'text' },
  { key: 'Location', title: entry('location'), kind: 'text' },
  { key: 'Receipt', title: entry('receipt'), kind: 'text' },
  { key: 'Points', title: entry('points'), kind: 'count' },
  { key: 'Balance', title: entry('balance'), kind: 'count' },
  { key: 'Card', title: entry('pick'), kind: 'text' },
  { key: 'OtherCard', title: own('otherCard'), kind: 'text' },
  { key: 'By', title: entry('enteredBy'), kind: 'text' },
  { key: 'Comments', title: entry('comments'), kind: 'text' },
]

const rowOf = (movement: Statement['Movements'][number], timeZone: string, say: (key: Entry) => string): Table['rows'][number] => {
  const entry = entryOf(movement)
  return {
    Date: movement.Day,
    Time: instantIn(new Date(movement.At), timeZone).slice(11, 16),
    Entry: say(entry === 'replaced' ? 'replacedEntry' : entry),
    Location: movement.Location,
    Receipt: movement.Receipt,
    Points: movement.Points,
    Balance: movement.OwedAfter > 0 ? -movement.OwedAfter : movement.Balance,
    Card: movement.CardNumber,
    OtherCard: movement.OtherCard,
    By: movement.By,
    Comments: movement.Comments,
  }
}
