import type { TrendAnswer } from '#features/reports/trend/trend.contract.ts'
import { moneyText } from '#shared/money.ts'
import { Beside } from '#ui/beside.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { type Line, LineChart, LineKey } from '#ui/line-chart.tsx'
import { dashboardWords } from './dashboard.messages.ts'

const LOOKS = ['s1', 's2', 's3'] as const

/** How the day ran up to now, at each of a few locations or at all together, against last week. */
export const RunningDay = ({ answer, currency }: { answer: TrendAnswer; currency: string }) => {
  const say = useSay(dashboardWords)
  const { language } = useLanguage()
  const { Locations, Totals } = answer
  if (Totals.Currency === null) return null
  const hours = Totals.Periods
  const apart = Locations.length > 1 && Locations.length <= LOOKS.length
  const own = apart ? Locations.map(({ Name, Periods }) => ({ name: Name, periods: Periods })) : [{ name: say('net'), periods: hours }]
  const lines: Line[] = [
    { name: say('lastWeek'), values: hours.map(({ LastWeek }) => LastWeek), look: 'before' },
    ...own.map(({ name, periods }, i): Line => ({ name, values: periods.map(({ Cumulative }) => Cumulative), look: LOOKS[i] ?? 's1' })),
  ]
  const come = hours.filter(({ State }) => State !== 'to-come').length
  return (
    <Beside>
      <div className="bar-head">
        <h2>
          {say('daySoFar')} <small>{say('running', { currency })}</small>
        </h2>
      </div>
      <LineChart
        label={say('chartLabel')}
        lines={lines}
        marks={hours.filter((_, i) => i % 3 === 0).map(({ Period }) => Period.slice(0, 2))}
        now={Totals.State === 'open' ? (come - 0.5) / hours.length : undefined}
        compact={(value) => moneyText(value, currency, language, 'compact')}
      />
      <LineKey lines={lines} />
      <p className="note">{say('chartNote')}</p>
    </Beside>
  )
}
