import { importWords } from '#features/imports/import.messages.ts'
import { withMeaning } from '#features/imports/import-draft.rules.ts'
import type { ImportMapping } from '#features/imports/import-mapping.rules.ts'
import { numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { VenueConfig } from '#ui/stored-user.ts'
import type { FoundInFile } from './found-in-file.rules.ts'
import { foundWords } from './import-found.messages.ts'
import styles from './import-found.module.css'

interface FoundValuesProps {
  found: FoundInFile
  mapping: ImportMapping
  config: VenueConfig
  onChange: (mapping: ImportMapping) => void
}

const TRANSLATED = ['Location', 'OrderType', 'Type', 'Tender'] as const
type Translated = (typeof TRANSLATED)[number]
type Value = FoundInFile['Columns'][number]['Values'][number]

/** The values of locations, kinds of orders, sales and refunds, and ways to pay, as the file has them: each with what it means. */
export const FoundValues = (props: FoundValuesProps) => {
  const say = useSay(foundWords)
  const { found, mapping } = props
  const listed = TRANSLATED.flatMap((field) => {
    const column = found.Columns.find(({ Column }) => Column === mapping.Columns[field])
    return column && column.Values.length > 0 ? [{ field, column }] : []
  })
  if (listed.length === 0) return null
  return (
    <section>
      <h3 className={styles.title}>{say('valuesTitle')}</h3>
      <p className="hint">{say('valuesHint')}</p>
      <div className={styles.values}>
        {listed.map(({ field, column }) => (
          <ValuesOf key={field} {...props} field={field} column={column.Column} values={column.Values} />
        ))}
      </div>
    </section>
  )
}

const ValuesOf = ({ field, column, values, mapping, config, onChange }: FoundValuesProps & { field: Translated; column: string; values: readonly Value[] }) => {
  const say = useSay(foundWords)
  const sayImport = useSay(importWords)
  const { language } = useLanguage()
  const name = sayImport(field)
  return (
    <table>
      <caption>{say('valuesOf', { field: name, column })}</caption>
      <thead>
        <tr>
          <th scope="col">{say('value')}</th>
          <th scope="col" className="num">
            {say('rows')}
          </th>
          <th scope="col">{say('means')}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ Value, Rows, Marked }) => (
          <tr key={Value}>
            <th scope="row">
              {Value === '' ? <code className={styles.nil}>{say('blank')}</code> : <code>{Value}</code>}
              {Marked && <small className={styles.nothing}>{say('saysNothing')}</small>}
            </th>
            <td className="num">{numberText(Rows, language)}</td>
            <td>
              <Meaning
                field={field}
                label={say('meansOf', { value: Value || say('blank'), field: name })}
                value={Value}
                isMark={Marked}
                meaning={mapping.Values?.[field]?.[Value]}
                config={config}
                onChange={(meaning) => onChange(withMeaning(mapping, field, Value, meaning))}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface MeaningProps {
  field: Translated
  label: string
  value: string
  isMark: boolean
  /** What it was given; nothing where it stands as it is. */
  meaning: string | undefined
  config: VenueConfig
  onChange: (meaning: string | undefined) => void
}

/** What these fields can be. */
export const CHOICES = { OrderType: ['DineIn', 'Takeaway', 'Delivery', 'Bar', 'Online'], Type: ['Sale', 'Refund', 'Void'] } as const
const AS_IT_IS = '\u0001'

const Meaning = ({ field, label, value, isMark, meaning, config, onChange }: MeaningProps) => {
  const say = useSay(foundWords)
  if (field === 'Tender')
    return (
      <input
        aria-label={label}
        value={meaning ?? value}
        placeholder={say('notRecorded')}
        maxLength={64}
        onChange={(event) => onChange(event.target.value === value ? undefined : event.target.value)}
      />
    )
  // A blank that nobody gave a meaning falls to what is chosen for all rows, or to nothing.
  const untold = field === 'Location' ? say(isMark ? 'refuse' : 'asItIs') : field === 'OrderType' && value === '' ? say('notRecorded') : null
  const known =
    field === 'Location' ? config.Locations.map(({ Name }) => [Name, Name] as const) : CHOICES[field].map((choice) => [choice, say(choice)] as const)
  const isKnown = field !== 'Location' && known.some(([choice]) => choice === value)
  const options = [
    ...(untold === null ? (isKnown ? [] : [[AS_IT_IS, say(field === 'OrderType' ? 'chooseOne' : 'refuse')] as const]) : [[AS_IT_IS, untold] as const]),
    ...(field === 'OrderType' && value !== '' ? [['', say('notRecorded')] as const] : []),
    ...known,
  ]
  const chosen = meaning ?? (isKnown ? value : AS_IT_IS)
  return (
    <select aria-label={label} value={chosen} onChange={(event) => onChange(event.target.value === AS_IT_IS ? undefined : event.target.value)}>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  )
}
