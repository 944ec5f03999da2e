import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import type { LiquorReturnAnswer } from './liquor-return.contract.ts'
import { liquorReturnWords as words } from './liquor-return.messages.ts'

/** The rows as a state asks for them. */
export const liquorReturnTable = (answer: LiquorReturnAnswer, _query: unknown, { say, venueName }: TableWords): Table => {
  const { State, Rows, Totals } = answer
  const columns: Column[] = [
    { key: 'Licence', title: say(words, 'Licence'), kind: 'text' },
    { key: 'Buyer', title: say(words, 'Buyer'), kind: 'text' },
    { key: 'Postcode', title: say(words, 'Postcode'), kind: 'text' },
    { key: 'Type', title: say(words, 'Type'), kind: 'text' },
    ...(State === 'VIC' ? [{ key: 'Container', title: say(words, 'Container'), kind: 'text' as const }] : []),
    { key: 'Litres', title: say(words, 'Litres'), kind: State === 'WA' ? 'count' : 'quantity' },
    { key: 'Amount', title: say(words, 'Amount'), kind: 'money' },
  ]
  return {
    title: say(words, 'title', { state: State }),
    notes: [say(words, 'noteYear', { venue: venueName, from: answer.FromDate, to: answer.ToDate }), ...returnNotes(answer, (...said) => say(words, ...said))],
    columns,
    rows: Rows.map((row) => ({
      ...row,
      Type: say(words, `type.${row.Type}`),
      Container: row.Container === '' ? '' : say(words, `container.${row.Container}`),
    })),
    totals: { Licence: say(words, 'total'), Litres: Totals.Litres, Amount: Totals.Amount },
  }
}

type Say = (key: keyof typeof words.en, values?: Record<string, string | number>) => string

/** What a reader of a return has to know: its locations, how it is made up, and what is not in it. */
export const returnNotes = ({ State, Locations, Missing, Elsewhere }: LiquorReturnAnswer, say: Say): string[] => [
  Locations.length === 0 ? say('noLocation', { state: State }) : say('noteLocations', { locations: Locations.map(({ Name }) => Name).join(', ') }),
  say(`note.${State}`),
  say('noteAmount'),
  ...(Missing.length > 0 ? [say('noteMissing', { names: Missing.map(({ Name, Plu }) => Name || Plu).join(', ') })] : []),
  ...(Elsewhere.length > 0 ? [say('noteElsewhere', { names: Elsewhere.map(({ Buyer, State: of }) => `${Buyer} (${of})`).join(', ') })] : []),
]
