import { numberFormat } from '#shared/formats.ts'
import { type Language, LOCALES } from '#shared/messages.ts'
import { numberText } from '#shared/money.ts'
import type { ForecastAnswer } from './forecast.contract.ts'

export type FigureShown = 'Net' | 'Covers'

/** A forecast as it is shown: one figure of it. */
export interface ShownForecast {
  answer: ForecastAnswer
  figure: FigureShown
  currency: string
}

/** What is expected, as it is written in a sentence: whole people, and money in whole dollars. */
export const expectedText = (value: number, figure: FigureShown, currency: string, language: Language): string =>
  figure === 'Covers'
    ? numberText(value, language)
    : numberFormat(LOCALES[language], { style: 'currency', currency, currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 }).format(value)
