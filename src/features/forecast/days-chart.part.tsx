import { weekdayName } from '#features/reports/kit/report-table.rules.ts'
import { isoWeekday } from '#shared/day.ts'
import { moneyText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { BandChart, BandKey } from './band-chart.part.tsx'
import type { ShownForecast } from './figure-shown.rules.ts'
import { forecastWords } from './forecast.messages.ts'

/** The days to come of all locations shown, as a line with its range. */
export const DaysChart = ({ answer: { Totals }, figure, currency }: ShownForecast) => {
  const say = useSay(forecastWords)
  const { language } = useLanguage()
  const isNaive = !Totals[figure].Beats
  return (
    <>
      <BandChart
        label={say('chart', { figure: say(`figure.${figure}`) })}
        days={Totals.Days.map(({ Day, Holidays, ...day }) => ({
          weekday: weekdayName(isoWeekday(Day), language),
          mark: String(Number(Day.slice(8))),
          isHoliday: Holidays.length > 0,
          value: day[figure]?.Value ?? null,
          low: day[figure]?.Low ?? null,
          high: day[figure]?.High ?? null,
        }))}
        soFar={Totals[figure].SoFar}
        isNaive={isNaive}
        compact={(value) => moneyText(value, currency, language, 'compact')}
      />
      <BandKey line={say(isNaive ? 'lastWeek' : 'expected')} band={say('range')} soFar={say('soFar')} isNaive={isNaive} />
    </>
  )
}
