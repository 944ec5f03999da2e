import { useState } from 'react'
import { regionOf } from '#features/reports/kit/calendar/holidays.rules.ts'
import { Zone } from '#shared/fields.ts'
import { fieldErrorText } from '#ui/call-error.ts'
import { SaveBar } from '#ui/draft.tsx'
import { Field, Tick } from '#ui/field.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { storedUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { ui } from '#ui/ui.messages.ts'
import { useCall, useSend } from '#ui/use-call.ts'
import { AddLocation } from './add-location.part.tsx'
import { learnAnew } from './learn-anew.part.ts'
import { type LocationChange, type LocationConfig, venueConfig } from './venue-config.contract.ts'
import { Currency, DayStart, PlainName } from './venue-fields.rules.ts'
import { Lists } from './venue-lists.part.tsx'
import layout from './venue-part.module.css'
import { venueWords } from './venues.messages.ts'

type Change = Omit<LocationChange, 'LocationId'>
type Changes = Record<number, Change>

const LocationName = PlainName(100)

/** The venue's places: zone and cut-off by the day they hold from, currency, whether they trade. */
export const LocationsTab = ({ venueId }: { venueId: number }) => {
  const say = useSay(venueWords)
  const { language } = useLanguage()
  const words = useSay(ui)
  const params = { id: venueId }
  const { data, error, refetch } = useCall(venueConfig.locationsConfig, { params })
  const [changes, setChanges] = useState<Changes>({})
  const send = useSend(venueConfig.changeLocations, { quiet: true })
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={6} />
  const changed = Object.entries(changes).flatMap(([id, change]) => {
    const there = data.Locations.find(({ LocationId }) => LocationId === Number(id))
    const kept = there ? changedFields(there, change) : {}
    return Object.keys(kept).length > 0 ? [{ LocationId: Number(id), ...kept }] : []
  })
  const save = async (): Promise<boolean> => {
    if (changed.some((change) => Object.values(complaintsOf(change)).some(Boolean))) return false
    const done = await send.mutateAsync({ params, body: { Locations: changed, Version: data.Version } }).catch(() => undefined)
    if (!done) return false
    await refetch()
    setChanges({})
    if (storedUser()?.VenueId === venueId) await learnAnew()
    toast.success(words('saved'))
    return true
  }
  const renew = () => void Promise.all([refetch(), storedUser()?.VenueId === venueId ? learnAnew() : undefined])
  const errorAt = (locationId: number, field: string) => {
    const at = changed.findIndex(({ LocationId }) => LocationId === locationId)
    return at < 0 ? undefined : fieldErrorText(send.error, `Locations.${at}.${field}`, language)
  }
  return (
    <>
      {data.Locations.length === 0 && <p className="hint">{say('noLocations')}</p>}
      {data.Locations.map((location) => (
        <OneLocation
          key={location.LocationId}
          location={location}
          change={changes[location.LocationId] ?? {}}
          onChange={(part) => setChanges((before) => ({ ...before, [location.LocationId]: { ...before[location.LocationId], ...part } }))}
          errorAt={(field) => errorAt(location.LocationId, field)}
        />
      ))}
      <SaveBar
        isChanged={changed.length > 0}
        busy={send.isPending}
        error={send.error}
        fields={changed.flatMap((_, at) => ['Name', 'Currency', 'FromDay', 'TimeZone', 'DayStart'].map((field) => `Locations.${at}.${field}`))}
        onSave={save}
        onDiscard={() => {
          setChanges({})
          send.reset()
        }}
        onRenew={() => {
          send.reset()
          void refetch()
        }}
      />
      {data.MayAdd && <AddLocation venueId={venueId} onAdded={renew} />}
      <Lists />
    </>
  )
}

const FIELDS = ['Name', 'TimeZone', 'DayStart', 'Currency', 'Address', 'Region', 'Active', 'CoverMethod', 'FromDay'] as const

/** Only what differs from what is there; a day alone changes nothing. */
const changedFields = (there: LocationConfig, change: Change): Change => {
  const now = there as unknown as Change
  const differing = Object.fromEntries(
    FIELDS.filter((field) => change[field] !== undefined && change[field] !== (now[field] ?? '')).map((field) => [field, change[field]]),
  )
  return isOtherHours(there, change) ? differing : Object.fromEntries(Object.entries(differing).filter(([field]) => field !== 'FromDay'))
}

const isOtherHours = (there: LocationConfig, { TimeZone, DayStart: start }: Change) =>
  (TimeZone !== undefined && TimeZone !== there.TimeZone) || (start !== undefined && start !== there.DayStart)

const complaintsOf = (change: Change) => ({
  Name: change.Name !== undefined && !LocationName.safeParse(change.Name).success,
  TimeZone: change.TimeZone !== undefined && !Zone.safeParse(change.TimeZone).success,
  DayStart: change.DayStart !== undefined && !DayStart.safeParse(change.DayStart).success,
  Currency: change.Currency !== undefined && !Currency.safeParse(change.Currency).success,
})

interface OneLocationProps {
  location: LocationConfig
  change: Change
  onChange: (part: Change) => void
  errorAt: (field: string) => string | undefined
}

const OneLocation = ({ location, change, onChange, errorAt }: OneLocationProps) => {
  const say = useSay(venueWords)
  const shown = { ...location, ...change }
  const bad = complaintsOf(change)
  const wrong = (field: keyof typeof bad) => (bad[field] ? say(`wrong${field}`) : errorAt(field))
  const later = location.Calendar.filter(({ FromDay }) => FromDay > location.Today)
  return (
    <section className={`paper ${layout.part}`}>
      <div className="bar-head">
        <h2>{location.Name}</h2>
        <small>{location.Terminals.length > 0 ? say('tills', { tills: location.Terminals.join(', ') }) : say('noTills')}</small>
      </div>
      <div className={layout.fields}>
        <Field label={say('Name')} value={shown.Name} wrong={wrong('Name')} onChange={(Name) => onChange({ Name })} />
        <Field
          label={say('TimeZone')}
          list="venue-zones"
          autoComplete="off"
          spellCheck={false}
          value={shown.TimeZone}
          wrong={wrong('TimeZone')}
          onChange={(TimeZone) => onChange({ TimeZone })}
        />
        <Field
          label={say('DayStart')}
          type="time"
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
        <Field
          label={say('Currency')}
          list="venue-currencies"
          disabled={location.HasSales}
          hint={location.HasSales ? say('currencyStays') : undefined}
          value={shown.Currency}
          wrong={wrong('Currency')}
          onChange={(currency) => onChange({ Currency: currency.toUpperCase() })}
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
    </section>
  )
}
