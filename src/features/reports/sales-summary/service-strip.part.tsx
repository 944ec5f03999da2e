import { type CSSProperties, memo } from 'react'
import { useDaypartName } from '#features/reports/kit/screen/daypart-name.part.tsx'
import { writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { useFigureText } from '#features/reports/kit/screen/figure-text.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { numberText } from '#shared/money.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { SalesAnswer } from './sales-summary.contract.ts'
import styles from './service-strip.module.css'

interface StripProps {
  answer: SalesAnswer
  currency: string
  /** How far into the trading day it is, in hours from the strip's first, and the time itself; absent while today is not in the range. */
  now: { hours: number; time: string } | undefined
}

const UNITS: Record<number, 'perHour.1' | 'perHour.10' | 'perHour.100' | 'perHour.1000'> = {
  1: 'perHour.1',
  10: 'perHour.10',
  100: 'perHour.100',
  1000: 'perHour.1000',
}

type Hour = NonNullable<SalesAnswer['Hours']>[number]
type Part = NonNullable<SalesAnswer['Dayparts']>[number]

/** The trading day hour by hour, as dark as it was busy, with the venue's dayparts under it. Every cell opens its receipts. */
export const ServiceStrip = memo(({ answer, currency, now }: StripProps) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const { Hours, Dayparts } = answer
  if (!Hours || !Dayparts) return null
  const most = Math.max(0, ...Hours.map(({ Net }) => Net ?? 0))
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, most))) - 2)
  return (
    <section className={styles.strip} aria-label={say('whenTraded')} style={{ '--hours': Hours.length } as CSSProperties}>
      <h2>
        {say('whenTraded')} <small>{say(UNITS[unit] ?? 'perHour.more', { unit: numberText(unit, language), currency })}</small>
      </h2>
      <div className={styles.hours}>
        <ol>
          {Hours.map((hour) => (
            <HourCell key={hour.Hour} hour={hour} most={most} unit={unit} currency={currency} />
          ))}
        </ol>
        {now && (
          <p className={styles.now} style={{ '--at': now.hours } as CSSProperties}>
            <span>
              <span className="sr">{say('now', { time: '' })}</span>
              {now.time}
            </span>
          </p>
        )}
      </div>
      <p className={styles.parts}>
        {Dayparts.map((part) => (
          <PartLink key={part.Name} part={part} hours={Hours} currency={currency} />
        ))}
      </p>
    </section>
  )
})

const HourCell = ({ hour, most, unit, currency }: { hour: Hour; most: number; unit: number; currency: string }) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const { money } = useFigureText(currency)
  const net = hour.Net ?? 0
  const written = net === 0 ? '·' : numberText(Math.round(net / unit), language)
  const label = say('hourLabel', { hour: hour.Hour, amount: money(net) })
  return (
    <li className={`h${heatOf(net, most)}`}>
      <Go change={{ drill: writeDrill({ hour: hour.LocalHour, figure: 'Net' }), receipt: undefined }} aria-label={label}>
        <span>{written}</span>
      </Go>
      <p />
      <small>{hour.Hour.slice(0, 2)}</small>
    </li>
  )
}

/** Six steps of one hue; the darkest two are for the hours that carry the day. */
const heatOf = (net: number, most: number): number => {
  if (net <= 0 || most <= 0) return 0
  const share = net / most
  return share <= 0.2 ? 1 : share <= 0.4 ? 2 : share <= 0.65 ? 3 : share <= 0.82 ? 4 : 5
}

const PartLink = ({ part, hours, currency }: { part: Part; hours: readonly Hour[]; currency: string }) => {
  const name = useDaypartName()
  const { language } = useLanguage()
  const { money } = useFigureText(currency)
  const from = hours.findIndex(({ LocalHour }) => LocalHour === part.From % 24) + 1
  const to = Math.min(from + part.To - part.From, hours.length + 1)
  return (
    <Go
      change={{ drill: writeDrill({ daypart: part.Name, figure: 'Net' }), receipt: undefined }}
      style={{ gridColumn: `${from} / ${to}` }}
      aria-label={`${name(part.Name)} ${money(part.Net ?? 0)}`}
    >
      {name(part.Name)} <b>{numberText(Math.round(part.Net ?? 0), language)}</b>
    </Go>
  )
}
