import type { Messages } from '#shared/messages.ts'
import { callForFile } from '#ui/api.ts'
import { errorText } from '#ui/call-error.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { toast } from '#ui/toast.tsx'
import { useCall } from '#ui/use-call.ts'
import { type ImportRun, type ImportWrongRow, imports } from './import.contract.ts'
import { importWords, rowErrorWords } from './import.messages.ts'
import { type ColumnsOf, fieldsOfColumn } from './import-draft.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import part from './import-part.module.css'
import styles from './import-table.module.css'
import { reasonText } from './row-reasons.part.ts'

/** Cells that take the place of those in the file, by line. */
export type Corrections = Readonly<Record<number, string[]>>

interface WrongRowsProps {
  run: ImportRun
  mapping: ImportMapping
  corrections: Corrections
  /** Absent where the file is not here any more: the rows can only be read. */
  onCorrect?: ((corrections: Corrections) => void) | undefined
}

/** The rows of a run of sales that are wrong. */
export const WrongRows = ({ run, ...rest }: WrongRowsProps) => {
  const { data } = useCall(imports.wrongRows, { params: { runId: run.RunId } })
  const read = () => callForFile(imports.wrongRowsFile, { params: { runId: run.RunId } })
  return data ? <WrongRowsTable run={run} {...data} {...rest} reasons={rowErrorWords} read={read} /> : null
}

interface WrongRowsTableProps {
  run: { FileName: string; RowsRejected: number }
  /** The first of the rows, under the headings of the file, and whether there are more. */
  Columns: string[]
  Rows: ImportWrongRow[]
  More: boolean
  mapping: { Columns: ColumnsOf<string> }
  /** What is wrong, by code. */
  reasons: Messages
  /** All of the rows as a CSV. */
  read: () => Promise<string>
  corrections: Corrections
  /** Absent where the file is not here any more: the rows can only be read. */
  onCorrect?: ((corrections: Corrections) => void) | undefined
}

/** Rows that are wrong, each with its line and why; the cells can be corrected right there. */
export const WrongRowsTable = ({ run, Columns, Rows, More, mapping, reasons, read, corrections, onCorrect }: WrongRowsTableProps) => {
  const say = useSay(importWords)
  const { language } = useLanguage()
  const mapped = columnsToShow(Columns, Rows, mapping)
  const save = () => saveRows(read, run.FileName).catch((error: unknown) => toast.error(errorText(error, language)))
  return (
    <section className={part.part}>
      <h2>{say.count('wrong', run.RowsRejected)}</h2>
      <p className="hint">
        {say('wrongHint')} {More && say('wrongMore', { n: Rows.length })}
      </p>
      <Scroll label={say.count('wrong', run.RowsRejected)}>
        <table className={`${styles.table} ${styles.wrong}`}>
          <caption className="sr">{say.count('wrong', run.RowsRejected)}</caption>
          <thead>
            <tr>
              <th scope="col">{say('line')}</th>
              <th scope="col">{say('reason')}</th>
              {mapped.map(({ heading }) => (
                <th scope="col" key={heading}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Rows.map((row) => (
              <WrongRow key={row.Line} row={row} mapped={mapped} columns={Columns} reasons={reasons} corrections={corrections} onCorrect={onCorrect} />
            ))}
          </tbody>
        </table>
      </Scroll>
      <p className={part.acts}>
        <button type="button" className="btn" onClick={save}>
          {say('saveRows')}
        </button>
        {Object.keys(corrections).length > 0 && <span className="tally">{say.count('corrected', Object.keys(corrections).length)}</span>}
      </p>
    </section>
  )
}

/** The columns that are brought in, those that something is wrong with first: they are what has to be corrected. */
const columnsToShow = (columns: readonly string[], rows: readonly ImportWrongRow[], mapping: { Columns: ColumnsOf<string> }) => {
  const wrong = new Set(rows.flatMap(({ Errors }) => Errors.map(({ Column }) => Column)))
  const mapped = columns.map((heading, at) => ({ heading, at })).filter(({ heading }) => fieldsOfColumn(mapping, heading).length > 0)
  return [...mapped.filter(({ heading }) => wrong.has(heading)), ...mapped.filter(({ heading }) => !wrong.has(heading))]
}

interface RowProps extends Pick<WrongRowsTableProps, 'corrections' | 'onCorrect' | 'reasons'> {
  row: ImportWrongRow
  columns: readonly string[]
  mapped: readonly { heading: string; at: number }[]
}

const WrongRow = ({ row, columns, mapped, reasons, corrections, onCorrect }: RowProps) => {
  const say = useSay(importWords)
  const { language } = useLanguage()
  const cells = corrections[row.Line] ?? row.Cells
  const cellOf = (column: string) => row.Cells[columns.indexOf(column)] ?? ''
  const correct = (at: number, value: string) =>
    onCorrect?.({ ...corrections, [row.Line]: columns.map((_, place) => (place === at ? value : (cells[place] ?? ''))) })
  return (
    <tr>
      <th scope="row">{row.Line}</th>
      <td className={styles.why}>{row.Errors.map((error) => reasonText(error, { reasons, language, cellOf })).join(' ')}</td>
      {mapped.map(({ heading, at }) => (
        <td key={heading}>
          {onCorrect ? (
            <input
              aria-label={say('cellOf', { column: heading, line: row.Line })}
              aria-invalid={row.Errors.some(({ Column }) => Column === heading) && cells[at] === row.Cells[at] ? true : undefined}
              className={(cells[at] ?? '') === (row.Cells[at] ?? '') ? undefined : styles.changed}
              value={cells[at] ?? ''}
              onChange={(event) => correct(at, event.target.value)}
            />
          ) : (
            cells[at]
          )}
        </td>
      ))}
    </tr>
  )
}

/** Saves the rows as a CSV that can be corrected in any spreadsheet and brought in as it is. */
const saveRows = async (read: () => Promise<string>, fileName: string): Promise<void> => {
  const csv = await read()
  const link = document.createElement('a')
  // Its mark tells spreadsheets that it is UTF-8; reading the answer took it away.
  link.href = URL.createObjectURL(new Blob(['\ufeff', csv.replace(/^\ufeff/, '')], { type: 'text/csv' }))
  link.download = `${fileName}.errors.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
