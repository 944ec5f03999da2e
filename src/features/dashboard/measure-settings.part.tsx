import { COMPARISONS, type Comparison } from '#features/reports/kit/comparison.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { SheetButton } from '#ui/blank.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import styles from './editing.module.css'
import { measureWords } from './measures.messages.ts'
import { type Measure, PERIODS, type PeriodName } from './measures.rules.ts'
import { useMeasureName } from './use-measure.part.ts'

interface SettingsProps {
  measure: Measure
  onChange: (change: Partial<Measure>) => void
}

/** What of a measure is its own instead of the page's: its name, days, comparison and locations. */
export const MeasureSettings = ({ measure, onChange }: SettingsProps) => {
  const say = useSay(measureWords)
  const name = useMeasureName()(measure)
  return (
    <SheetButton
      className="btn"
      label={say('settings', { name })}
      sheet={() => (
        <div className={styles.settings}>
          <label className="field small">
            <span>{say('title')}</span>
            <input value={measure.Title} maxLength={80} onChange={(event) => onChange({ Title: event.target.value })} autoComplete="off" />
          </label>
          <Period measure={measure} onChange={onChange} />
          <Compare measure={measure} onChange={onChange} />
          <Places measure={measure} onChange={onChange} />
        </div>
      )}
    >
      <Icon name="more" />
    </SheetButton>
  )
}

const Period = ({ measure: { Period: period }, onChange }: SettingsProps) => {
  const say = useSay(measureWords)
  const chosen = period === null ? '' : typeof period === 'string' ? period : 'own'
  return (
    <label className="field small">
      <span>{say('period')}</span>
      <select value={chosen} onChange={({ target: { value } }) => value !== 'own' && onChange({ Period: value === '' ? null : (value as PeriodName) })}>
        <option value="">{say('asPage')}</option>
        {typeof period === 'object' && period && <option value="own">{`${period.FromDate} – ${period.ToDate}`}</option>}
        {PERIODS.map((one) => (
          <option key={one} value={one}>
            {say(`period.${one}`)}
          </option>
        ))}
      </select>
    </label>
  )
}

const Compare = ({ measure, onChange }: SettingsProps) => {
  const say = useSay(measureWords)
  const sayKind = useSay(tableWords)
  return (
    <label className="field small">
      <span>{say('against')}</span>
      <select value={measure.Compare ?? ''} onChange={({ target: { value } }) => onChange({ Compare: value === '' ? null : (value as Comparison) })}>
        <option value="">{say('asPage')}</option>
        {COMPARISONS.filter((kind) => kind !== 'custom').map((kind) => (
          <option key={kind} value={kind}>
            {sayKind(kind)}
          </option>
        ))}
      </select>
    </label>
  )
}

const Places = ({ measure: { Locations }, onChange }: SettingsProps) => {
  const say = useSay(measureWords)
  const places = useStoredUser()?.Config?.Locations ?? []
  if (places.length < 2) return null
  const toggled = (id: number) => (Locations.includes(id) ? Locations.filter((one) => one !== id) : [...Locations, id].sort((a, b) => a - b))
  return (
    <fieldset>
      <legend>{say('locations')}</legend>
      {places.map(({ LocationId, Name }) => (
        <label className="tickable" key={LocationId}>
          <input type="checkbox" checked={Locations.includes(LocationId)} onChange={() => onChange({ Locations: toggled(LocationId) })} />
          <span>{Name}</span>
        </label>
      ))}
      <small className="hint">{say('locationsHint')}</small>
    </fieldset>
  )
}
