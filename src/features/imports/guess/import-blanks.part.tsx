import { importWords } from '#features/imports/import.messages.ts'
import { withDefault } from '#features/imports/import-draft.rules.ts'
import type { ImportMapping } from '#features/imports/import-mapping.rules.ts'
import { numberText } from '#shared/money.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { FoundInFile } from './found-in-file.rules.ts'
import { foundWords } from './import-found.messages.ts'
import styles from './import-found.module.css'

interface BlanksProps {
  found: FoundInFile
  mapping: ImportMapping
  onChange: (mapping: ImportMapping) => void
}

const ASKED = ['Quantity', 'Net'] as const
const USUAL = { Quantity: '1', Net: '0' } as const

/** Blank quantities and amounts: what they mean is asked, and never assumed. */
export const FoundBlanks = ({ found, mapping, onChange }: BlanksProps) => {
  const say = useSay(foundWords)
  const sayImport = useSay(importWords)
  const { language } = useLanguage()
  const blanks = ASKED.flatMap((field) => {
    const column = found.Columns.find(({ Column }) => Column === mapping.Columns[field])
    const marked = column?.Values.filter(({ Value, Marked }) => Marked && Value !== '').reduce((sum, { Rows }) => sum + Rows, 0) ?? 0
    const none = column ? found.RowsRead - column.Filled + marked : 0
    return column && (none > 0 || mapping.Defaults?.[field]) ? [{ field, column: column.Column, none }] : []
  })
  return blanks.map(({ field, column, none }) => {
    const chosen = mapping.Defaults?.[field]
    const title = say('blankTitle', { field: sayImport(field) })
    return (
      <section key={field} className={styles.decide} aria-label={title}>
        <h3>
          <Icon name="alert" /> {title}
        </h3>
        <p>{say('blankAbout', { column, n: numberText(none, language) })}</p>
        <fieldset className={styles.radios}>
          <legend>{say('blankAsk')}</legend>
          <label className="tickable">
            <input type="radio" name={`blank-${field}`} checked={chosen === undefined} onChange={() => onChange(withDefault(mapping, field, ''))} />
            <span>
              {say('blankOut')} <small>{say('blankOutHint')}</small>
            </span>
          </label>
          <label className="tickable">
            <input type="radio" name={`blank-${field}`} checked={chosen !== undefined} onChange={() => onChange(withDefault(mapping, field, USUAL[field]))} />
            <span>{say('blankCounts')}</span>
          </label>
          <input
            aria-label={say('blankValue', { field: sayImport(field) })}
            inputMode="decimal"
            maxLength={20}
            value={chosen ?? ''}
            placeholder={USUAL[field]}
            onChange={(event) => onChange(withDefault(mapping, field, event.target.value))}
          />
        </fieldset>
      </section>
    )
  })
}
