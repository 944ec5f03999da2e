import type { Messages } from '#shared/messages.ts'
import { useLanguage } from '#ui/language.tsx'
import type { ImportWrongRow } from './import.contract.ts'
import { reasonText } from './row-reasons.part.ts'

interface Props {
  rows: readonly ImportWrongRow[]
  /** Those of the file, in its order. */
  headings: readonly string[]
  /** The sentences by code. */
  reasons: Messages
  /** The word for a line of the file. */
  line: string
}

/** Rows that are left out, each with its line and why. */
export const WrongRowList = ({ rows, headings, reasons, line }: Props) => {
  const { language } = useLanguage()
  return (
    <ul>
      {rows.map(({ Line, Cells, Errors }) => (
        <li key={Line}>
          <b>
            {line} {Line}
          </b>{' '}
          {Errors.map((error) => reasonText(error, { reasons, language, cellOf: (column) => Cells[headings.indexOf(column)] ?? '' })).join(' ')}
        </li>
      ))}
    </ul>
  )
}
