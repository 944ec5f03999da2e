import { useState } from 'react'
import { importWords } from '#features/imports/import.messages.ts'
import { fieldsOfColumn, withFieldOf } from '#features/imports/import-draft.rules.ts'
import { FIELD_GROUPS, type ImportField, type ImportMapping } from '#features/imports/import-mapping.rules.ts'
import { numberText } from '#shared/money.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Segmented } from '#ui/segmented.tsx'
import type { FoundInFile } from './found-in-file.rules.ts'
import { foundWords } from './import-found.messages.ts'
import styles from './import-found.module.css'

const FIELD_GROUP_NAMES = ['ofSale', 'ofPayment', 'ofItem'] as const

interface FoundColumnsProps {
  fileName: string
  found: FoundInFile
  /** What was guessed, beside what is chosen by now. */
  guess: ImportMapping
  mapping: ImportMapping
  onChange: (mapping: ImportMapping) => void
}

/** What each column of the file is read as, with samples from all over it, and why. */
export const FoundColumns = ({ fileName, found, guess, mapping, onChange }: FoundColumnsProps) => {
  const say = useSay(foundWords)
  const { language } = useLanguage()
  const [shown, setShown] = useState<'all' | 'check'>('all')
  const isToCheck = ({ Column, Sure }: FoundInFile['Columns'][number]) => Sure === 'Check' && fieldOf(guess, Column) === fieldOf(mapping, Column)
  const toCheck = found.Columns.filter(isToCheck)
  const rows = shown === 'all' ? found.Columns : toCheck
  return (
    <section>
      <div className={`bar-head ${styles.head}`}>
        <h3>
          {say('columnsTitle')} <small>{say('columnsCount', { n: found.Columns.length, check: numberText(toCheck.length, language) })}</small>
        </h3>
        <Segmented
          label={say('show')}
          value={shown}
          options={[
            { value: 'all', label: say('all') },
            { value: 'check', label: say('toCheck') },
          ]}
          onChange={setShown}
        />
      </div>
      {rows.length === 0 ? (
        <p className="hint">{say('none')}</p>
      ) : (
        <Scroll label={say('columnsTitle')}>
          <table className={styles.map}>
            <caption className="sr">{`${say('columnsTitle')}: ${fileName}`}</caption>
            <thead>
              <tr>
                {(['inFile', 'readAs', 'samples', 'why', 'guess'] as const).map((name) => (
                  <th scope="col" key={name}>
                    {say(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((column) => (
                <ColumnRow key={column.Column} column={column} rowsRead={found.RowsRead} guess={guess} mapping={mapping} onChange={onChange} />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {skippedIn(found, mapping).map(({ column, values, n }) => (
        <p className="note" key={column}>
          {say('skipped', { column, values: values.join(', '), n: numberText(n, language) })}
        </p>
      ))}
      <p className="note">{say(found.Whole ? 'sampled' : 'sampledPart', { n: numberText(found.RowsRead, language) })}</p>
    </section>
  )
}

/** The rows a mapping leaves out, by column, with the values that are in the file. */
const skippedIn = (found: FoundInFile, mapping: ImportMapping) =>
  found.Columns.flatMap(({ Column, Values }) => {
    const left = Values.filter(({ Value }) => mapping.Skip?.[Column]?.includes(Value))
    return left.length === 0 ? [] : [{ column: Column, values: left.map(({ Value }) => Value), n: left.reduce((sum, { Rows }) => sum + Rows, 0) }]
  })

const fieldOf = (mapping: ImportMapping, heading: string): ImportField | undefined => fieldsOfColumn<ImportField>({ Columns: mapping.Columns }, heading)[0]

interface ColumnRowProps extends Pick<FoundColumnsProps, 'guess' | 'mapping' | 'onChange'> {
  column: FoundInFile['Columns'][number]
  rowsRead: number
}

const ColumnRow = ({ column, rowsRead, guess, mapping, onChange }: ColumnRowProps) => {
  const say = useSay(foundWords)
  const { Column, Samples, Filled, Why, Sure } = column
  const [field, ...others] = fieldsOfColumn<ImportField>({ Columns: mapping.Columns }, Column)
  const [isAdding, setAdding] = useState(false)
  const choose = (was: ImportField | undefined, chosen: ImportField | undefined) => {
    setAdding(false)
    onChange({ ...mapping, Columns: withFieldOf(mapping.Columns, Column, was, chosen) })
  }
  const isGuess = field === fieldOf(guess, Column)
  const sure = isGuess ? Sure : 'Chosen'
  return (
    <tr>
      <th scope="row">{Column}</th>
      <td>
        <FieldSelect label={Column} field={field} onChoose={(chosen) => choose(field, chosen)} />
        {others.map((other) => (
          <FieldSelect key={other} label={say('alsoRead', { column: Column })} field={other} onChoose={(chosen) => choose(other, chosen)} />
        ))}
        {isAdding ? (
          <FieldSelect label={say('alsoRead', { column: Column })} field={undefined} onChoose={(chosen) => choose(undefined, chosen)} />
        ) : (
          field && (
            <button type="button" className="text-btn" aria-label={say('alsoRead', { column: Column })} onClick={() => setAdding(true)}>
              {say('readAlso')}
            </button>
          )
        )}
      </td>
      <td>
        {Samples.map((sample) => (
          <code key={sample}>{sample}</code>
        ))}
        {Filled < rowsRead && <code className={styles.nil}>{say('blank')}</code>}
      </td>
      <td className={styles.why}>{isGuess ? say(Why) : say('byYou')}</td>
      <td className={sure === 'Check' ? `${styles.guess} ${styles.warn}` : styles.guess}>
        <Icon name={sure === 'Check' ? 'alert' : sure === 'Likely' ? 'ring' : 'check'} /> {say(sure)}
      </td>
    </tr>
  )
}

interface FieldSelectProps {
  label: string
  field: ImportField | undefined
  onChoose: (field: ImportField | undefined) => void
}

const FieldSelect = ({ label, field, onChoose }: FieldSelectProps) => {
  const sayImport = useSay(importWords)
  return (
    <select aria-label={label} value={field ?? ''} onChange={(event) => onChoose((event.target.value || undefined) as ImportField | undefined)}>
      <option value="">{sayImport('notUsed')}</option>
      {FIELD_GROUP_NAMES.map((group) => (
        <optgroup key={group} label={sayImport(group)}>
          {FIELD_GROUPS[group].map((each) => (
            <option key={each} value={each}>
              {sayImport(each)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}
