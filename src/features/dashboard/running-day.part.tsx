import type { TrendAnswer } from '#features/reports/trend/trend.contract.ts'
import { moneyText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { type Line, LineChart } from '#ui/line-chart.tsx'
import { dashboardWords } from './dashboard.messages.ts'

const LOOKS = ['s1', 's2', 's3'] as const

interface RunningDayProps {
  answer: TrendAnswer
  currency: string
  /** Held against the target of the whole day. */
  target: boolean
}

/** How the day ran up to now, at each of a few locations or at all together, each against its own last week or its target. */
export const RunningDay = ({ answer, currency, target }: RunningDayProps) => {
  const say = useSay(dashboardWords)
  const { language } = useLanguage()
  const { Locations, Totals } = answer
  if (Totals.Currency === null) return null
  const hours = Totals.Periods
  const apart = Locations.length > 1 && Locations.length <= LOOKS.length
  const own = apart ? Locations.map((place) => ({ ...place, name: place.Name })) : [{ ...Totals, name: say('net') }]
  const lines = own.flatMap(({ name, Periods, Net, Target }, i): Line[] => [
    { name, values: Periods.map(({ LastWeek }) => (target ? Target : LastWeek)), look: LOOKS[i] ?? 's1', dashed: true },
    {
      name,
      values: Periods.map(({ Cumulative }) => Cumulative),
      look: LOOKS[i] ?? 's1',
      ...(Net === null ? {} : { end: moneyText(Net, currency, language, 'plain') }),
    },
  ])
  const come = hours.filter(({ State }) => State !== 'to-come').length
  return (
    <>
      <p className="note">{say('running', { currency })}</p>
      <LineChart
        label={say('chartLabel')}
        lines={lines}
        points={hours.map(({ Period }) => Period.slice(0, 2))}
        now={Totals.State === 'open' ? come - 1 : undefined}
        compact={(value) => moneyText(value, currency, language, 'compact')}
      />
      <p className="note">{say(target ? (own.some(({ Target }) => Target !== null) ? 'chartTarget' : 'chartNoTarget') : 'chartNote')}</p>
    </>
  )
}
