import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import type { LiquorReturnAnswer } from './liquor-return.contract.ts'
import { liquorReturnWords as words } from './liquor-return.messages.ts'

/** The rows as a state asks for them. */
export const liquorReturnTable = (answer: LiquorReturnAnswer, _query: unknown, { say, venueName }: TableWords): Table => {
  const { State, Rows, Totals, Missing, Elsewhere, Locations } = answer
  const column = (key: 'Licence' | 'Buyer' | 'Postcode' | 'Type' | 'Container' | 'Litres' | 'Amount', kind: Column['kind']): Column => ({
    key,
    kind,
    title: say(words, key),
  })
  const note = Locations.length === 0 ? say(words, 'noLocation', { state: State }) : say(words, 'noteLocations', { locations: namesOf(Locations) })
  return {
    title: say(words, 'title', { state: State }),
    notes: [
      say(words, 'noteYear', { venue: venueName, from: answer.FromDate, to: answer.ToDate }),
      note,
      say(words, `note.${State}`),
      say(words, 'noteAmount'),
      ...(Missing.length > 0 ? [say(words, 'noteMissing', { names: namesOf(Missing) })] : []),
      ...(Elsewhere.length > 0 ? [say(words, 'noteElsewhere', { names: Elsewhere.map((one) => `${one.Buyer} (${one.State})`).join(', ') })] : []),
    ],
    columns: [
      column('Licence', 'text'),
      column('Buyer', 'text'),
      column('Postcode', 'text'),
      column('Type', 'text'),
      ...(State === 'VIC' ? [column('Container', 'text')] : []),
      column('Litres', State === 'WA' ? 'count' : 'quantity'),
      column('Amount', 'money'),
    ],
    rows: Rows.map((row) => ({
      ...row,
      Type: say(words, `type.${row.Type}`),
      Container: row.Container === '' ? '' : say(words, `container.${row.Container}`),
    })),
    totals: { Licence: say(words, 'total'), Litres: Totals.Litres, Amount: Totals.Amount },
  }
}

const namesOf = (named: readonly { Name: string }[]): string => named.map(({ Name }) => Name).join(', ')
