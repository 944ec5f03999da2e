import { zoneOfNextLocation } from '#shared/countries.ts'
import { Tick } from '#ui/field.tsx'
import { useSay } from '#ui/language.tsx'
import { CurrencyField, ZoneField } from '#ui/place-fields.tsx'
import type { VenueConfig } from '#ui/stored-user.ts'
import { TimeField } from '#ui/time-field.tsx'
import { importWords } from './import.messages.ts'
import { withNewLocations } from './import-draft.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import part from './import-part.module.css'

interface NewLocationsProps {
  /** Names the file has and the venue does not, as a check found them. */
  names: readonly string[]
  mapping: ImportMapping
  config: VenueConfig
  onChange: (mapping: ImportMapping) => void
}

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone
const zoneFor = ({ Country = '', Currency, Locations: [first] }: VenueConfig): string =>
  zoneOfNextLocation({ country: Country, currency: Currency }, first?.TimeZone, HERE) ?? HERE

/** The locations a file names and the venue does not have: whoever wants one made ticks it, and says its time zone, currency and start of the trading day. */
export const NewLocations = ({ names, mapping, config, onChange }: NewLocationsProps) => {
  const say = useSay(importWords)
  const { NewLocations: made } = mapping
  const ticked = made?.Names ?? []
  const tick = (name: string, on: boolean) => {
    const Names = on ? [...ticked, name] : ticked.filter((one) => one !== name)
    onChange(withNewLocations(mapping, Names, zoneFor(config)))
  }
  return (
    <section className={part.part}>
      <h2>{say('missingLocations')}</h2>
      <p className="hint">{say('missingHint')}</p>
      <div className={part.settings}>
        {names.map((name) => (
          <Tick key={name} checked={ticked.includes(name)} onChange={(on) => tick(name, on)}>
            {name}
          </Tick>
        ))}
      </div>
      {made && <Particulars made={made} mapping={mapping} config={config} onChange={onChange} />}
    </section>
  )
}

interface ParticularsProps extends Omit<NewLocationsProps, 'names'> {
  made: NonNullable<ImportMapping['NewLocations']>
}

/** What the new locations have in common. */
const Particulars = ({ made, mapping, config, onChange }: ParticularsProps) => {
  const say = useSay(importWords)
  const [first] = config.Locations
  const currency = made.Currency ?? first?.Currency ?? config.Currency
  const inAnother = mapping.Currency !== undefined && mapping.Currency !== currency
  const change = (changed: Partial<typeof made>) => onChange({ ...mapping, NewLocations: { ...made, ...changed } })
  return (
    <div className={part.settings}>
      <ZoneField small label={say('zone')} value={made.TimeZone ?? zoneFor(config)} hint={say('zoneHint')} onChange={(TimeZone) => change({ TimeZone })} />
      <CurrencyField
        small
        label={say('currency')}
        value={currency}
        wrong={inAnother}
        {...(inAnother && { hint: say('currencyHint', { currency: mapping.Currency ?? '' }) })}
        onChange={(Currency) => change({ Currency })}
      />
      <TimeField
        label={say('dayStart')}
        hint={say('dayStartHint')}
        value={made.DayStart ?? first?.DayStart ?? '05:00'}
        onChange={(DayStart) => change({ DayStart })}
      />
    </div>
  )
}
