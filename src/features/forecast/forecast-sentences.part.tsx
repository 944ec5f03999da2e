import { percentText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { expectedText, type FigureShown, type ShownForecast } from './figure-shown.rules.ts'
import type { ForecastAnswer, ForecastPlace } from './forecast.contract.ts'
import { forecastWords } from './forecast.messages.ts'
import styles from './forecast.module.css'

/** Today's expected against what there is of it. */
export const TodaySentence = ({ answer: { Totals }, figure, currency }: ShownForecast) => {
  const say = useSay(forecastWords)
  const { language } = useLanguage()
  const expected = Totals.Days[0]?.[figure]
  const text = (value: number) => expectedText(value, figure, currency, language)
  if (!expected) return null
  return (
    <p className={styles.sentence}>
      {say(Totals[figure].Beats ? 'today' : 'todayNaive', {
        soFar: text(Totals[figure].SoFar ?? 0),
        value: text(expected.Value),
        low: text(expected.Low),
        high: text(expected.High),
      })}
    </p>
  )
}

/** How far off the forecast was, beside the naive one, and which locations are not in it. */
export const ErrorSentence = ({ answer, figure }: ShownForecast) => {
  const say = useSay(forecastWords)
  const { language } = useLanguage()
  const { Beats, SmoothingErrorPercent, LastWeekErrorPercent } = answer.Totals[figure]
  const percent = (value: number | null) => percentText((value ?? 0) / 100, language, false)
  return (
    <>
      <p className={styles.sentence}>{say(Beats ? 'off' : 'notBetter', { error: percent(SmoothingErrorPercent), naive: percent(LastWeekErrorPercent) })}</p>
      <LeftOut answer={answer} figure={figure} />
    </>
  )
}

/** Instead of a forecast, why there is none. */
export const NoForecast = ({ answer, figure }: ShownForecast) => {
  const say = useSay(forecastWords)
  if (answer.Totals[figure].Why === 'several-currencies') return <p className="note">{say('why.several-currencies')}</p>
  return <LeftOut answer={answer} figure={figure} />
}

const LeftOut = ({ answer: { Locations }, figure }: { answer: ForecastAnswer; figure: FigureShown }) => {
  const why = useWhy(figure)
  const without = Locations.filter((place) => place[figure].Method === null)
  return without.map((place) => (
    <p key={place.LocationId} className="note">
      {why(place)}
    </p>
  ))
}

const useWhy = (figure: FigureShown) => {
  const say = useSay(forecastWords)
  return ({ Name, ...place }: ForecastPlace & { Name: string }) =>
    say(place[figure].Why === 'nothing-lately' ? 'why.nothing-lately' : 'why.short-history', {
      place: Name,
      days: say.count('dayCount', place[figure].HistoryDays),
      figure: say(`figure.${figure}`),
    })
}
