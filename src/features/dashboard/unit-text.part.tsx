import { decimalsOf, moneyText, numberText, percentText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { MOST_IN_TILE } from '#ui/fitted-figure.tsx'
import { useLanguage } from '#ui/language.tsx'
import type { MetricUnit } from './metrics.rules.ts'

/** Writes numbers of a metric in the language on screen. */
export const useUnitText = (unit: MetricUnit, currency: string) => {
  const { language } = useLanguage()
  /** As in tables: money without its sign. */
  const plain = (value: number): string => {
    if (unit === 'money') return moneyText(value, currency, language, 'plain')
    if (unit === 'percent') return percentText(value / 100, language, false)
    return numberText(value, language, 2)
  }
  const signed = (difference: number): string => {
    const sign = difference > 0 ? '+' : difference < 0 ? '−' : ''
    const size = Math.abs(difference)
    return unit === 'percent' ? `${sign}${numberText(size, language, 1)} pp` : `${sign}${plain(size)}`
  }
  const compact = (value: number) => (unit === 'percent' ? plain(value) : moneyText(value, currency, language, 'compact'))
  return {
    plain,
    signed,
    /** A change for a tile: compact where all of it would be longer than a tile is wide. */
    tileChange: (difference: number): string => {
      const written = signed(difference)
      return written.length > MOST_IN_TILE ? `${written[0]}${compact(Math.abs(difference))}` : written
    },
    full: (value: number) => (unit === 'money' ? moneyText(value, currency, language) : plain(value)),
    compact,
  }
}

/** A number as large type: cents and the percent sign are said quietly. */
export const BigNumber = ({ value, unit, currency }: { value: number | null; unit: MetricUnit; currency: string }) => {
  const { full } = useUnitText(unit, currency)
  if (value === null) return <Nil />
  const written = full(value)
  if (unit === 'percent') {
    return (
      <>
        {written.replace(/\s?%$/, '')}
        <i> %</i>
      </>
    )
  }
  const cents = unit === 'money' ? decimalsOf(currency) + 1 : 1
  if (cents === 1) return written
  return (
    <>
      {written.slice(0, -cents)}
      <i>{written.slice(-cents)}</i>
    </>
  )
}
