import { useSay } from '#ui/language.tsx'
import { importWords } from './import.messages.ts'
import { fieldsOfColumn, withColumn } from './import-draft.rules.ts'
import { IMPORT_FIELDS, type ImportField, type ImportMapping } from './import-mapping.rules.ts'
import styles from './import-table.module.css'

const SHOWN_ROWS = 8

interface ColumnsProps {
  fileName: string
  headings: readonly string[]
  rows: readonly { Line: number; Cells: readonly string[] }[]
  mapping: ImportMapping
  onChange: (mapping: ImportMapping) => void
}

/** The first rows of the file under its headings, each column with what it is. */
export const ImportColumns = ({ fileName, headings, rows, mapping, onChange }: ColumnsProps) => {
  const say = useSay(importWords)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="scroll" aria-label={say('previewOf', { file: fileName })} tabIndex={0}>
      <table className={styles.table}>
        <caption className="sr">{say('previewOf', { file: fileName })}</caption>
        <thead>
          <tr>
            {headings.map((heading) => (
              <Heading key={heading} heading={heading} mapping={mapping} onChange={onChange} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN_ROWS).map(({ Line, Cells }) => (
            <tr key={Line}>
              {headings.map((heading, i) => (
                <td key={heading} className={fieldsOfColumn(mapping, heading).length === 0 ? styles.off : undefined}>
                  {Cells[i]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Heading = ({ heading, mapping, onChange }: { heading: string } & Pick<ColumnsProps, 'mapping' | 'onChange'>) => {
  const say = useSay(importWords)
  const [field, ...others] = fieldsOfColumn(mapping, heading)
  return (
    <th scope="col">
      <span title={heading}>{heading}</span>
      <select
        aria-label={heading}
        value={field ?? ''}
        onChange={(event) => onChange(withColumn(mapping, heading, (event.target.value || undefined) as ImportField | undefined))}
      >
        <option value="">{say('notUsed')}</option>
        {IMPORT_FIELDS.map((each) => (
          <option key={each} value={each}>
            {say(each)}
          </option>
        ))}
      </select>
      <small>{others.length > 0 && say('also', { fields: others.map((each) => say(each)).join(', ') })}</small>
    </th>
  )
}
