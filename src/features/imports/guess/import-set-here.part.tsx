import { useState } from 'react'
import { importWords } from '#features/imports/import.messages.ts'
import { withDefault } from '#features/imports/import-draft.rules.ts'
import { FIELD_GROUPS, IMPORT_FIELDS, type ImportField, type ImportMapping } from '#features/imports/import-mapping.rules.ts'
import { useSay } from '#ui/language.tsx'
import type { VenueConfig } from '#ui/stored-user.ts'
import { foundWords } from './import-found.messages.ts'
import styles from './import-found.module.css'
import { CHOICES } from './import-found-values.part.tsx'

interface SetHereProps {
  mapping: ImportMapping
  config: VenueConfig
  onChange: (mapping: ImportMapping) => void
}

/** Values that stand in no column, or where a cell is blank: any field can be given one for the whole file. */
export const SetHere = ({ mapping, config, onChange }: SetHereProps) => {
  const say = useSay(foundWords)
  const sayImport = useSay(importWords)
  const [isOpen, setOpen] = useState(false)
  const [added, setAdded] = useState<readonly ImportField[]>([])
  const { Defaults = {} } = mapping
  const shown = IMPORT_FIELDS.filter((field) => Defaults[field] !== undefined || added.includes(field))
  const told = IMPORT_FIELDS.filter((field) => Defaults[field] !== undefined)
  return (
    <section aria-label={say('setHere')}>
      <p className={styles.setHere}>
        {say('setHere')}:{' '}
        {told.length === 0
          ? say('setNothing')
          : told.map((field, at) => (
              <span key={field}>
                {at > 0 && ' · '}
                <b>{sayImport(field)}</b> {Defaults[field]}
              </span>
            ))}{' '}
        <button type="button" className="text-btn" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {say('setChange')}
        </button>
      </p>
      {isOpen && (
        <div className={styles.defaults}>
          {shown.map((field) => (
            <div key={field}>
              <span aria-hidden="true">{sayImport(field)}</span>
              <DefaultValue
                label={sayImport(field)}
                field={field}
                value={Defaults[field] ?? ''}
                config={config}
                onChange={(value) => {
                  setAdded([...added, field])
                  onChange(withDefault(mapping, field, value))
                }}
              />
            </div>
          ))}
          <div>
            <span aria-hidden="true">{say('setAnother')}</span>
            <select aria-label={say('setAnother')} value="" onChange={(event) => setAdded([...added, event.target.value as ImportField])}>
              <option value="">{say('setWhich')}</option>
              {(['ofSale', 'ofPayment', 'ofItem'] as const).map((group) => (
                <optgroup key={group} label={sayImport(group)}>
                  {FIELD_GROUPS[group]
                    .filter((field) => !shown.includes(field))
                    .map((field) => (
                      <option key={field} value={field}>
                        {sayImport(field)}
                      </option>
                    ))}
                </optgroup>
              ))}
            </select>
          </div>
        </div>
      )}
    </section>
  )
}

interface DefaultValueProps {
  label: string
  field: ImportField
  value: string
  config: VenueConfig
  onChange: (value: string) => void
}

const DefaultValue = ({ label, field, value, config, onChange }: DefaultValueProps) => {
  const say = useSay(foundWords)
  const options =
    field === 'Location'
      ? config.Locations.map(({ Name }) => [Name, Name] as const)
      : field === 'OrderType' || field === 'Type'
        ? CHOICES[field].map((choice) => [choice, say(choice)] as const)
        : undefined
  if (!options) return <input aria-label={label} value={value} maxLength={200} onChange={(event) => onChange(event.target.value)} />
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{say('setNothing')}</option>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  )
}
