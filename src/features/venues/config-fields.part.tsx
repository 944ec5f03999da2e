import { TAX_NAMES } from '#shared/tax-name.ts'
import { Choose, Field } from '#ui/field.tsx'
import { useRefused } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { CountryField, CurrencyField } from '#ui/place-fields.tsx'
import type { Config } from './venue-config.contract.ts'
import { Country, Currency, FinancialYearStart, LoyaltyName, TaxName, VenueName } from './venue-fields.rules.ts'
import layout from './venue-part.module.css'
import { venueWords } from './venues.messages.ts'

const DAYS = ['1', '2', '3', '4', '5', '6', '7'] as const

/** Which fields of a draft cannot be saved as they are. */
export const configComplaints = (draft: Config) => ({
  VenueName: !VenueName.safeParse(draft.VenueName).success,
  LoyaltyName: !LoyaltyName.safeParse(draft.LoyaltyName).success,
  TaxName: !TaxName.safeParse(draft.TaxName).success,
  Country: draft.Country !== '' && !Country.safeParse(draft.Country).success,
  Currency: !Currency.safeParse(draft.Currency).success,
  FinancialYearStart: !FinancialYearStart.safeParse(draft.FinancialYearStart).success,
  SignOffLimit: !Number.isFinite(draft.SignOffLimit) || draft.SignOffLimit < 0,
})

/** What the venue calls its programme and its tax, and how it counts. */
export const ConfigFields = ({ draft, onChange, error }: { draft: Config; onChange: (part: Partial<Config>) => void; error: unknown }) => {
  const say = useSay(venueWords)
  const bad = configComplaints(draft)
  const refusedAt = useRefused(error, { Config: draft })
  const wrong = (field: keyof typeof bad) => (bad[field] ? say(`wrong${field}`) : refusedAt(`Config.${field}`))
  const days = DAYS.map((day) => [day, say(`day${day}`)] as const)
  return (
    <div className={layout.fields}>
      <Field
        label={say('VenueName')}
        hint={say('venueNameHint')}
        value={draft.VenueName}
        wrong={wrong('VenueName')}
        onChange={(name) => onChange({ VenueName: name })}
      />
      <Field
        label={say('LoyaltyName')}
        hint={say('loyaltyHint')}
        value={draft.LoyaltyName}
        wrong={wrong('LoyaltyName')}
        onChange={(name) => onChange({ LoyaltyName: name })}
      />
      <Field
        label={say('TaxName')}
        hint={say('taxHint', { names: TAX_NAMES.join(', ') })}
        list="venue-tax-names"
        value={draft.TaxName}
        wrong={wrong('TaxName')}
        onChange={(name) => onChange({ TaxName: name })}
      />
      <Choose
        label={say('Language')}
        value={draft.Language}
        options={[
          ['en', 'English'],
          ['jp', '日本語'],
        ]}
        onChange={(language) => onChange({ Language: language === 'jp' ? 'jp' : 'en' })}
      />
      <Choose label={say('WeekStart')} value={String(draft.WeekStart)} options={days} onChange={(day) => onChange({ WeekStart: Number(day) })} />
      <Field
        label={say('FinancialYearStart')}
        hint={say('yearHint')}
        value={draft.FinancialYearStart}
        wrong={wrong('FinancialYearStart')}
        onChange={(day) => onChange({ FinancialYearStart: day })}
      />
      <CountryField
        label={say('Country')}
        hint={say('countryHint')}
        value={draft.Country}
        wrong={wrong('Country')}
        onChange={(country) => onChange({ Country: country })}
      />
      <CurrencyField
        label={say('Currency')}
        hint={say('currencyHint')}
        value={draft.Currency}
        wrong={wrong('Currency')}
        onChange={(currency) => onChange({ Currency: currency })}
      />
      <Field
        label={say('SignOffLimit')}
        inputMode="decimal"
        type="number"
        min={0}
        step="any"
        value={Number.isFinite(draft.SignOffLimit) ? String(draft.SignOffLimit) : ''}
        wrong={wrong('SignOffLimit')}
        onChange={(limit) => onChange({ SignOffLimit: limit === '' ? Number.NaN : Number(limit) })}
      />
    </div>
  )
}
