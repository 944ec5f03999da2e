import { csvLine } from '#shared/csv-line.ts'
import { harmlessCell, LINE_HEADING, REASON_HEADING } from './file-table.rules.ts'
import type { WrongRow } from './import-tally.rules.ts'

/** The first line of a file of wrong rows: the columns of the file they come from, and two of ours. */
export const wrongRowsHeading = (headings: readonly string[], delimiter: string): string =>
  `\ufeff${csvLine([...headings.map(harmlessCell), LINE_HEADING, REASON_HEADING], delimiter)}`

/** Wrong rows with their line and the reason beside: corrected in any spreadsheet, the file is brought in as it is. */
export const wrongRowsText = (rows: readonly WrongRow[], headings: readonly string[], delimiter: string): string =>
  rows
    .map(({ line, cells, errors }) =>
      csvLine(
        [
          ...Array.from({ length: headings.length }, (_, i) => harmlessCell(cells[i] ?? '')),
          String(line),
          harmlessCell(errors.map(({ Column, Message }) => (Column === '' ? Message : `${Column}: ${Message}`)).join(' ')),
        ],
        delimiter,
      ),
    )
    .join('')
