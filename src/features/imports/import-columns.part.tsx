import { useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { importWords } from './import.messages.ts'
import { type ColumnsOf, fieldsOfColumn, withColumn } from './import-draft.rules.ts'
import styles from './import-table.module.css'

const SHOWN_ROWS = 8

interface FieldsProps<F extends string> {
  /** What each column is so far. */
  columns: ColumnsOf<F>
  /** What a column can be, in the order it is offered. */
  fields: readonly F[]
  nameOf: (field: F) => string
  onChange: (columns: { [K in F]?: string }) => void
}

interface ColumnsProps<F extends string> extends FieldsProps<F> {
  fileName: string
  headings: readonly string[]
  rows: readonly { Line: number; Cells: readonly string[] }[]
}

/** The first rows of the file under its headings, each column with what it is. */
export const ImportColumns = <F extends string>({ fileName, headings, rows, ...fields }: ColumnsProps<F>) => {
  const say = useSay(importWords)
  return (
    <Scroll label={say('previewOf', { file: fileName })}>
      <table className={styles.table}>
        <caption className="sr">{say('previewOf', { file: fileName })}</caption>
        <thead>
          <tr>
            {headings.map((heading) => (
              <Heading key={heading} heading={heading} {...fields} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN_ROWS).map(({ Line, Cells }) => (
            <tr key={Line}>
              {headings.map((heading, i) => (
                <td key={heading} className={fieldsOfColumn({ Columns: fields.columns }, heading).length === 0 ? styles.off : undefined}>
                  {Cells[i]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

const Heading = <F extends string>({ heading, columns, fields, nameOf, onChange }: FieldsProps<F> & { heading: string }) => {
  const say = useSay(importWords)
  const [field, ...others] = fieldsOfColumn({ Columns: columns }, heading)
  return (
    <th scope="col">
      <span title={heading}>{heading}</span>
      <select
        aria-label={heading}
        value={field ?? ''}
        onChange={(event) => onChange(withColumn(columns, heading, (event.target.value || undefined) as F | undefined))}
      >
        <option value="">{say('notUsed')}</option>
        {fields.map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
      <small>{others.length > 0 && say('also', { fields: others.map(nameOf).join(', ') })}</small>
    </th>
  )
}
