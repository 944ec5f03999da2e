import { type CSSProperties, memo } from 'react'
import { heatScale } from '#features/reports/kit/heat.rules.ts'
import { useDaypartName } from '#features/reports/kit/screen/daypart-name.part.tsx'
import type { Drill } from '#features/reports/kit/screen/drill.rules.ts'
import { useFigureText } from '#features/reports/kit/screen/figure-text.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { numberText } from '#shared/money.ts'
import { Go, type Target } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { oneStop } from '#ui/one-stop.ts'
import styles from './service-strip.module.css'

/** The figures that are kept by the hour. */
export type HourFigure = 'Net' | 'Amount' | 'Sales' | 'Customers'

interface StripProps {
  answer: Pick<SalesAnswer, 'Hours' | 'Dayparts'>
  currency: string
  figure?: HourFigure
  title?: string
  /** What an hour or a daypart leads to. */
  target: (drill: Drill) => Target
  /** How far into the trading day it is, in hours from the strip's first, and the time itself; absent while today is not in the range. */
  now: { hours: number; time: string } | undefined
}

const UNITS: Record<number, 'perHour.1' | 'perHour.10' | 'perHour.100' | 'perHour.1000'> = {
  1: 'perHour.1',
  10: 'perHour.10',
  100: 'perHour.100',
  1000: 'perHour.1000',
}

/** Sums from here on are written compact under the hours. */
const MOST_WRITTEN = 1_000_000

type Hour = NonNullable<SalesAnswer['Hours']>[number]
type Part = NonNullable<SalesAnswer['Dayparts']>[number]

/** The trading day hour by hour, as dark as it was busy, with the venue's dayparts under it. Every cell opens its receipts. */
export const ServiceStrip = memo(({ answer, currency, figure = 'Net', title, now, target }: StripProps) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const { Hours, Dayparts } = answer
  if (!Hours || !Dayparts) return null
  const most = Math.max(0, ...Hours.map((hour) => hour[figure] ?? 0))
  const { shadeOf } = heatScale(most)
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, most))) - 2)
  return (
    <section className={styles.strip} aria-label={title ?? say('whenTraded')} style={{ '--hours': Hours.length } as CSSProperties} ref={oneStop}>
      <h2>
        {title ?? say('whenTraded')} {isMoney(figure) && <small>{say(UNITS[unit] ?? 'perHour.more', { unit: numberText(unit, language), currency })}</small>}
      </h2>
      <div className={styles.hours}>
        <ol>
          {Hours.map((hour) => (
            <HourCell key={hour.Hour} hour={hour} shadeOf={shadeOf} unit={unit} currency={currency} figure={figure} target={target} />
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
          <PartLink key={part.Name} part={part} hours={Hours} currency={currency} figure={figure} target={target} />
        ))}
      </p>
    </section>
  )
})

const isMoney = (figure: HourFigure) => figure === 'Net' || figure === 'Amount'

interface CellProps extends Pick<Required<StripProps>, 'currency' | 'figure' | 'target'> {
  hour: Hour
  shadeOf: (value: number) => number
  unit: number
}

const HourCell = ({ hour, shadeOf, unit, currency, figure, target }: CellProps) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const { plain } = useFigureText(currency)
  const value = hour[figure] ?? 0
  const written = value === 0 ? '·' : numberText(Math.round(value / unit), language)
  const label = say('hourLabel', { hour: hour.Hour, amount: plain(figure, value) })
  return (
    <li className={`h${shadeOf(value)}`}>
      <Go {...target({ hour: hour.LocalHour, figure })} aria-label={label}>
        <span>{written}</span>
      </Go>
      <p />
      <small>{hour.Hour.slice(0, 2)}</small>
    </li>
  )
}

const PartLink = ({ part, hours, currency, figure, target }: Pick<CellProps, 'currency' | 'figure' | 'target'> & { part: Part; hours: readonly Hour[] }) => {
  const name = useDaypartName()
  const { language } = useLanguage()
  const { plain, compact } = useFigureText(currency)
  const value = part[figure] ?? 0
  const from = hours.findIndex(({ LocalHour }) => LocalHour === part.From % 24) + 1
  const to = Math.min(from + part.To - part.From, hours.length + 1)
  return (
    <Go {...target({ daypart: part.Name, figure })} style={{ gridColumn: `${from} / ${to}` }} aria-label={`${name(part.Name)} ${plain(figure, value)}`}>
      {name(part.Name)} <b>{value < MOST_WRITTEN ? numberText(Math.round(value), language) : compact(figure, value)}</b>
    </Go>
  )
}
