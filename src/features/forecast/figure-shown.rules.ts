import type { Language } from '#shared/messages.ts'
import { moneyText, numberText } from '#shared/money.ts'
import type { ForecastAnswer } from './forecast.contract.ts'

export type FigureShown = 'Net' | 'Covers'

/** A forecast as it is shown: one figure of it. */
export interface ShownForecast {
  answer: ForecastAnswer
  figure: FigureShown
  currency: string
}

/** An expected figure as it is written: money without cents it cannot know, and people. */
export const expectedText = (value: number, figure: FigureShown, currency: string, language: Language): string =>
  figure === 'Covers' ? numberText(value, language) : moneyText(value, currency, language)
