import { useState } from 'react'
import { countryAt, countryDefaults, usualZone } from '#shared/countries.ts'
import { Zone } from '#shared/fields.ts'
import { Choose, Field } from '#ui/field.tsx'
import { Refusal, useRefused } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { CountryField, CurrencyField, ZoneField } from '#ui/place-fields.tsx'
import { TimeField } from '#ui/time-field.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { type NewVenueBody, venueAdmin } from './venue-admin.contract.ts'
import { Country, Currency, DayStart, Email, PlainName } from './venue-fields.rules.ts'
import { venueWords } from './venues.messages.ts'

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone

const EMPTY = {
  Name: '',
  Country: '',
  Currency: '',
  WeekStart: '1',
  Location: '',
  TimeZone: '',
  DayStart: '05:00',
  OwnerIs: 'new',
  Email: '',
  FirstName: '',
  Surname: '',
  UserName: '',
}
type Draft = typeof EMPTY

/** What follows a country once it is chosen. */
const inCountry = (country: string): Partial<Draft> => {
  if (!Country.safeParse(country).success) return { Country: country }
  const { currency } = countryDefaults(country)
  return { Country: country, Currency: currency, TimeZone: usualZone(country, HERE) ?? HERE }
}

const Named = PlainName(100)
const FIELDS = ['Name', 'Country', 'Currency', 'Location.Name', 'Location.TimeZone', 'Location.DayStart', 'Owner.Email', 'Owner.FirstName', 'Owner.UserName']

/** A venue with its first location and its first Owner. */
export const NewVenue = ({ onClose, onMade }: { onClose: () => void; onMade: (venueId: number) => void }) => {
  const say = useSay(venueWords)
  const [draft, setDraft] = useState({ ...EMPTY, ...inCountry(countryAt(HERE)) })
  const [tried, setTried] = useState(false)
  const send = useSend(venueAdmin.makeVenue, {
    quiet: true,
    onDone: ({ VenueId, Invited }) => {
      toast.success(say(Invited ? 'venueMadeInvited' : 'venueMade', { name: draft.Name.trim() }))
      onMade(VenueId)
    },
  })
  const bad = complaintsOf(draft)
  const refused = useRefused(send.error, bodyOf(draft))
  const wrong = (field: keyof typeof bad, sent: string) => (tried && bad[field] ? say(`wrong${field}`) : refused(sent))
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const make = () => {
    setTried(true)
    if (!Object.values(bad).some(Boolean)) send.mutate({ body: bodyOf(draft) })
  }
  return (
    <Modal
      title={say('newVenue')}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="button" className="btn primary" onClick={make} disabled={send.isPending} aria-busy={send.isPending}>
            {say('makeVenue')}
          </button>
        </>
      }
    >
      <Field label={say('venueName')} value={draft.Name} wrong={wrong('Name', 'Name')} onChange={(Name) => change({ Name })} autoFocus />
      <CountryField label={say('Country')} value={draft.Country} wrong={wrong('Country', 'Country')} onChange={(country) => change(inCountry(country))} />
      <CurrencyField
        label={say('Currency')}
        value={draft.Currency}
        wrong={wrong('Currency', 'Currency')}
        onChange={(currency) => change({ Currency: currency })}
      />
      <Choose
        label={say('WeekStart')}
        value={draft.WeekStart}
        options={(['1', '2', '3', '4', '5', '6', '7'] as const).map((day) => [day, say(`day${day}`)] as const)}
        onChange={(WeekStart) => change({ WeekStart })}
      />
      <Field label={say('firstLocation')} value={draft.Location} wrong={wrong('Location', 'Location.Name')} onChange={(Location) => change({ Location })} />
      <ZoneField label={say('TimeZone')} value={draft.TimeZone} wrong={wrong('TimeZone', 'Location.TimeZone')} onChange={(TimeZone) => change({ TimeZone })} />
      <TimeField
        label={say('DayStart')}
        hint={say('dayStartHint')}
        value={draft.DayStart}
        wrong={wrong('DayStart', 'Location.DayStart')}
        onChange={(start) => change({ DayStart: start })}
      />
      <OwnerFields draft={draft} change={change} wrong={wrong} />
      <Refusal error={send.error} fields={FIELDS} />
    </Modal>
  )
}

interface OwnerProps {
  draft: Draft
  change: (part: Partial<Draft>) => void
  wrong: (field: 'Email' | 'FirstName' | 'UserName', sent: string) => string | undefined
}

const OwnerFields = ({ draft, change, wrong }: OwnerProps) => {
  const say = useSay(venueWords)
  return (
    <>
      <Choose
        label={say('owner')}
        value={draft.OwnerIs}
        options={[
          ['new', say('ownerNew')],
          ['there', say('ownerThere')],
          ['none', say('ownerNone')],
        ]}
        onChange={(OwnerIs) => change({ OwnerIs })}
      />
      {draft.OwnerIs === 'new' && (
        <>
          <Field
            label={say('email')}
            type="email"
            value={draft.Email}
            wrong={wrong('Email', 'Owner.Email')}
            onChange={(address) => change({ Email: address })}
          />
          <Field
            label={say('firstName')}
            value={draft.FirstName}
            wrong={wrong('FirstName', 'Owner.FirstName')}
            onChange={(FirstName) => change({ FirstName })}
          />
          <Field label={say('surname')} value={draft.Surname} onChange={(Surname) => change({ Surname })} />
        </>
      )}
      {draft.OwnerIs === 'there' && (
        <Field label={say('userName')} value={draft.UserName} wrong={wrong('UserName', 'Owner.UserName')} onChange={(UserName) => change({ UserName })} />
      )}
    </>
  )
}

const complaintsOf = (draft: Draft) => ({
  Name: !Named.safeParse(draft.Name).success,
  Country: !Country.safeParse(draft.Country).success,
  Currency: !Currency.safeParse(draft.Currency).success,
  Location: !Named.safeParse(draft.Location).success,
  TimeZone: !Zone.safeParse(draft.TimeZone).success,
  DayStart: !DayStart.safeParse(draft.DayStart).success,
  Email: draft.OwnerIs === 'new' && !Email.safeParse(draft.Email.trim()).success,
  FirstName: draft.OwnerIs === 'new' && !Named.safeParse(draft.FirstName).success,
  UserName: draft.OwnerIs === 'there' && draft.UserName.trim() === '',
})

const bodyOf = (draft: Draft): NewVenueBody => ({
  Name: draft.Name,
  Country: draft.Country,
  Currency: draft.Currency,
  WeekStart: Number(draft.WeekStart),
  Location: { Name: draft.Location, TimeZone: draft.TimeZone, DayStart: draft.DayStart },
  ...(draft.OwnerIs === 'there' ? { Owner: { UserName: draft.UserName.trim() } } : {}),
  ...(draft.OwnerIs === 'new'
    ? { Owner: { Email: draft.Email.trim(), FirstName: draft.FirstName, ...(draft.Surname.trim() ? { Surname: draft.Surname } : {}) } }
    : {}),
})
