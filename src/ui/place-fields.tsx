import { lazy, Suspense, useMemo } from 'react'
import { COUNTRIES } from '#shared/countries.ts'
import type { ComboOption, ComboProps } from './combo.tsx'
import { Field } from './field.tsx'
import { useLanguage } from './language.tsx'

type Props = Omit<ComboProps, 'options'>

// The list of choices is large, and most who open these forms leave the fields as they are.
const LoadedCombo = lazy(async () => ({ default: (await import('./combo.tsx')).Combo }))

const Combo = (props: ComboProps) => {
  const { options, value, ...field } = props
  const label = options.find((one) => one.value === value)?.label ?? value
  return (
    <Suspense fallback={<Field {...field} value={label} readOnly aria-busy />}>
      <LoadedCombo {...props} />
    </Suspense>
  )
}

/** A country by its ISO 3166 code. */
export const CountryField = (props: Props) => {
  const { locale } = useLanguage()
  const options = useMemo(() => named(locale, 'region', COUNTRIES).sort((a, b) => a.label.localeCompare(b.label, locale)), [locale])
  return <Combo {...props} options={options} />
}

/** A currency by its ISO 4217 code. */
export const CurrencyField = (props: Props) => {
  const { locale } = useLanguage()
  const options = useMemo(
    () => named(locale, 'currency', Intl.supportedValuesOf('currency')).map(({ value, label }) => ({ value, label: `${value} – ${label}` })),
    [locale],
  )
  return <Combo {...props} options={options} />
}

/** A time zone by its IANA name; found by its city, and by its name in the reader's language. */
export const ZoneField = (props: Props) => {
  const { locale } = useLanguage()
  const options = useMemo(
    () => ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone): ComboOption => ({ value: zone, label: zone, words: zoneWords(zone, locale) })),
    [locale],
  )
  return <Combo {...props} options={options} />
}

const named = (locale: string, type: 'region' | 'currency', codes: readonly string[]): ComboOption[] => {
  const names = new Intl.DisplayNames(locale, { type })
  return codes.map((value) => ({ value, label: names.of(value) ?? value }))
}

const zoneWords = (zone: string, locale: string): string => {
  const name = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'long' }).formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value
  return `${zone.replaceAll('_', ' ')} ${name ?? ''}`
}
