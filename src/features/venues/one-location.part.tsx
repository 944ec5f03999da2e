import { regionOf } from '#features/reports/kit/calendar/holidays.rules.ts'
import { draftWords } from '#ui/draft.messages.ts'
import { Field, Tick } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { CurrencyField, ZoneField } from '#ui/place-fields.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TimeField } from '#ui/time-field.tsx'
import { type Change, complaintsOf, isOtherHours } from './location-changes.rules.ts'
import styles from './one-location.module.css'
import type { LocationConfig } from './venue-config.contract.ts'
import layout from './venue-part.module.css'
import { venueWords } from './venues.messages.ts'

interface FieldsProps {
  location: LocationConfig
  change: Change
  onChange: (part: Change) => void
  errorAt: (field: string) => string | undefined
}

interface OneLocationProps extends FieldsProps {
  isChanged: boolean
  isOpen: boolean
  onOpen: () => void
}

/** A location in the list: its name and what matters of it, and its fields where it is the open one. */
export const OneLocation = ({ isChanged, isOpen, onOpen, ...fields }: OneLocationProps) => {
  const say = useSay(venueWords)
  const sayDraft = useSay(draftWords)
  const { Name, TimeZone, DayStart, Currency, Active } = fields.location
  const facts = [TimeZone, say('startsAt', { start: DayStart }), Currency, ...(Active ? [] : [say('notTrading')])]
  return (
    <section className={styles.place}>
      <h2>
        <button type="button" aria-expanded={isOpen} onClick={onOpen}>
          <Icon name="caret" /> {Name}
        </button>
      </h2>
      <small className={styles.facts}>
        {facts.join(' · ')} {isChanged && <span className="st-tag warn">{sayDraft('unsaved')}</span>}
      </small>
      {isOpen && <LocationFields {...fields} />}
    </section>
  )
}

const LocationFields = ({ location, change, onChange, errorAt }: FieldsProps) => {
  const say = useSay(venueWords)
  const shown = { ...location, ...change }
  const bad = complaintsOf(change)
  const wrong = (field: keyof typeof bad) => (bad[field] ? say(`wrong${field}`) : errorAt(field))
  const later = location.Calendar.filter(({ FromDay }) => FromDay > location.Today)
  return (
    <div className={styles.open}>
      <p className="hint">{location.Terminals.length > 0 ? say('tills', { tills: location.Terminals.join(', ') }) : say('noTills')}</p>
      <div className={layout.fields}>
        <Field label={say('Name')} value={shown.Name} wrong={wrong('Name')} onChange={(Name) => onChange({ Name })} />
        <ZoneField label={say('TimeZone')} value={shown.TimeZone} wrong={wrong('TimeZone')} onChange={(TimeZone) => onChange({ TimeZone })} />
        <TimeField
          label={say('DayStart')}
          hint={say('dayStartHint')}
          value={shown.DayStart}
          wrong={wrong('DayStart')}
          onChange={(start) => onChange({ DayStart: start })}
        />
        {isOtherHours(location, change) && location.HasSales && (
          <Field
            label={say('FromDay')}
            type="date"
            hint={say('fromDayHint')}
            value={change.FromDay ?? ''}
            wrong={errorAt('FromDay')}
            onChange={(day) => onChange({ FromDay: day || undefined })}
          />
        )}
        <CurrencyField
          label={say('Currency')}
          disabled={location.HasSales}
          hint={location.HasSales ? say('currencyStays') : undefined}
          value={shown.Currency}
          wrong={wrong('Currency')}
          onChange={(currency) => onChange({ Currency: currency })}
        />
        <Field label={say('Address')} value={shown.Address ?? ''} onChange={(Address) => onChange({ Address })} />
        <Field
          label={say('Region')}
          list="venue-regions"
          autoComplete="off"
          spellCheck={false}
          hint={say(regionOf(shown.Region, shown.TimeZone) ? 'regionHolidays' : 'regionUnknown', { region: regionOf(shown.Region, shown.TimeZone) ?? '' })}
          value={shown.Region}
          onChange={(Region) => onChange({ Region })}
        />
      </div>
      <p className="hint">{say('coverMethodHint')}</p>
      <Segmented
        label={say('CoverMethod')}
        value={shown.CoverMethod}
        onChange={(CoverMethod) => onChange({ CoverMethod })}
        options={[
          { value: 'patron', label: say('coversByPatron') },
          { value: 'item', label: say('coversByItem') },
        ]}
      />
      <Tick checked={shown.Active} onChange={(Active) => onChange({ Active })}>
        {say('Active')}
      </Tick>
      {later.map(({ FromDay, TimeZone, DayStart: start }) => (
        <p className="hint" key={FromDay}>
          {say('laterHours', { day: FromDay, zone: TimeZone, start })}
        </p>
      ))}
    </div>
  )
}
