import { stringify } from 'csv-stringify/sync'
import { harmlessCell, LINE_HEADING, REASON_HEADING } from './file-table.rules.ts'
import type { WrongRow } from './import-tally.rules.ts'

const HOW = { record_delimiter: 'windows' } as const

/** The first line of a file of wrong rows: the columns of the file they come from, and two of ours. */
export const wrongRowsHeading = (headings: readonly string[], delimiter: string): string =>
  `\ufeff${stringify([[...headings.map(harmlessCell), LINE_HEADING, REASON_HEADING]], { ...HOW, delimiter })}`

/** Wrong rows with their line and the reason beside: corrected in any spreadsheet, the file is brought in as it is. */
export const wrongRowsText = (rows: readonly WrongRow[], headings: readonly string[], delimiter: string): string =>
  stringify(
    rows.map(({ line, cells, errors }) => [
      ...Array.from({ length: headings.length }, (_, i) => harmlessCell(cells[i] ?? '')),
      line,
      harmlessCell(errors.map(({ Column, Message }) => (Column === '' ? Message : `${Column}: ${Message}`)).join(' ')),
    ]),
    { ...HOW, delimiter },
  )
