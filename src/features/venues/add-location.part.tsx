import { useState } from 'react'
import { regionOf } from '#features/reports/kit/calendar/holidays.rules.ts'
import { zoneOfNextLocation } from '#shared/countries.ts'
import { Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { CurrencyField, ZoneField } from '#ui/place-fields.tsx'
import { TimeField } from '#ui/time-field.tsx'
import { toast } from '#ui/toast.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useSend } from '#ui/use-call.ts'
import styles from './add-location.module.css'
import { venueAdmin } from './venue-admin.contract.ts'
import type { LocationConfig } from './venue-config.contract.ts'
import layout from './venue-part.module.css'
import { venueWords } from './venues.messages.ts'

interface Props {
  venueId: number
  locations: readonly LocationConfig[]
  country: string
  currency: string
  onAdded: () => void
}

/** A further location, behind a button. It starts as the first location is, or as is usual in the country of the venue. */
export const AddLocation = ({ venueId, locations: [first], country, currency, onAdded }: Props) => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const empty = {
    Name: '',
    TimeZone: zoneOfNextLocation({ country, currency }, first?.TimeZone, here) ?? here,
    DayStart: first?.DayStart ?? '05:00',
    Currency: first?.Currency ?? currency,
    Region: '',
  }
  const say = useSay(venueWords)
  const [url] = useUrlState()
  const [open, setOpen] = useState(url.add === '1')
  const [place, setPlace] = useState(empty)
  const send = useSend(venueAdmin.addLocation, {
    quiet: true,
    onDone: ({ Name }) => {
      toast.success(say('locationAdded', { name: Name }))
      setPlace(empty)
      setOpen(false)
      onAdded()
    },
  })
  const { form, onSubmit, wrong } = useForm({
    value: place,
    body: venueAdmin.addLocation.body,
    error: send.error,
    onSend: (body) => send.mutate({ params: { id: venueId }, body }),
  })
  const region = regionOf(place.Region, place.TimeZone)
  if (!open) {
    return (
      <p className={layout.part}>
        <button type="button" className="btn" onClick={() => setOpen(true)}>
          {say('addLocation')}
        </button>
      </p>
    )
  }
  return (
    <form className={`paper ${layout.part}`} ref={form} onSubmit={onSubmit} noValidate>
      <h2>{say('addLocation')}</h2>
      <div className={layout.fields}>
        <Field label={say('Name')} value={place.Name} wrong={wrong('Name')} onChange={(Name) => setPlace({ ...place, Name })} autoFocus />
        <ZoneField label={say('TimeZone')} value={place.TimeZone} wrong={wrong('TimeZone')} onChange={(TimeZone) => setPlace({ ...place, TimeZone })} />
        <TimeField
          label={say('DayStart')}
          hint={say('dayStartHint')}
          value={place.DayStart}
          wrong={wrong('DayStart')}
          onChange={(DayStart) => setPlace({ ...place, DayStart })}
        />
        <CurrencyField label={say('Currency')} value={place.Currency} wrong={wrong('Currency')} onChange={(code) => setPlace({ ...place, Currency: code })} />
        <Field
          label={say('Region')}
          list="venue-regions"
          autoComplete="off"
          hint={say(region ? 'regionHolidays' : 'regionUnknown', { region: region ?? '' })}
          value={place.Region}
          wrong={wrong('Region')}
          onChange={(Region) => setPlace({ ...place, Region })}
        />
      </div>
      <Refusal error={send.error} fields={['Name', 'TimeZone', 'DayStart', 'Currency', 'Region']} />
      <div className={styles.acts}>
        <button type="submit" className="btn primary" disabled={send.isPending}>
          {say('addLocation')}
        </button>
        <button type="button" className="btn" onClick={() => setOpen(false)}>
          {say('cancel')}
        </button>
      </div>
    </form>
  )
}
