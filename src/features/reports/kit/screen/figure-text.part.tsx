import type { FigureName } from '#features/reports/kit/figures.rules.ts'
import { kindOf } from '#features/reports/kit/report-table.rules.ts'
import { decimalsOf, moneyText, numberText, percentText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { FittedFigure, MOST_IN_TILE } from '#ui/fitted-figure.tsx'
import { useLanguage } from '#ui/language.tsx'

/** Writes figures of one currency in the language on screen. */
export const useFigureText = (currency: string) => {
  const { language } = useLanguage()
  /** Without the currency's sign, as in tables. */
  const plain = (figure: FigureName, value: number): string => {
    const kind = kindOf(figure)
    if (kind === 'money') return moneyText(value, currency, language, 'plain')
    if (kind === 'percent') return percentText(value / 100, language, false)
    return numberText(value, language, kind === 'quantity' ? 4 : 2)
  }
  /** A change: "+2,983.00", "−0.9 pp". */
  const signed = (figure: FigureName, difference: number): string => {
    const sign = difference > 0 ? '+' : difference < 0 ? '−' : ''
    const size = Math.abs(difference)
    return kindOf(figure) === 'percent' ? `${sign}${numberText(size, language, 1)} pp` : `${sign}${plain(figure, size)}`
  }
  const full = (value: number) => moneyText(value, currency, language)
  const compact = (figure: FigureName, value: number) =>
    kindOf(figure) === 'money'
      ? moneyText(value, currency, language, 'compact')
      : kindOf(figure) === 'percent'
        ? plain(figure, value)
        : moneyText(value, 'AUD', language, 'compact')
  return {
    plain,
    signed,
    /** A change for a tile: compact where all of it would be longer than a tile is wide. */
    tileChange: (figure: FigureName, difference: number): string => {
      const written = signed(figure, difference)
      return written.length > MOST_IN_TILE ? `${written[0]}${compact(figure, Math.abs(difference))}` : written
    },
    money: (value: number) => moneyText(value, currency, language, 'plain'),
    full,
    whole: (figure: FigureName, value: number) => (kindOf(figure) === 'money' ? full(value) : plain(figure, value)),
    compact,
  }
}

/** The figure of a tile in large type. */
export const TileFigure = (props: { figure: FigureName; value: number | null; currency: string }) => {
  const { figure, value, currency } = props
  const { whole, compact } = useFigureText(currency)
  return (
    <FittedFigure whole={value === null ? '–' : whole(figure, value)} short={value === null ? '–' : compact(figure, value)}>
      <BigFigure {...props} />
    </FittedFigure>
  )
}

/** A figure as large type: cents and the percent sign are said quietly. */
export const BigFigure = ({ figure, value, currency }: { figure: FigureName; value: number | null; currency: string }) => {
  const { language } = useLanguage()
  const { plain } = useFigureText(currency)
  if (value === null) return <Nil />
  const kind = kindOf(figure)
  if (kind === 'percent') {
    return (
      <>
        {numberText(value, language, 1)}
        <i> %</i>
      </>
    )
  }
  if (kind !== 'money') return plain(figure, value)
  const written = moneyText(value, currency, language)
  const cents = decimalsOf(currency) + 1
  if (cents === 1) return written
  return (
    <>
      {written.slice(0, -cents)}
      <i>{written.slice(-cents)}</i>
    </>
  )
}
