import { useMemo } from 'react'
import { bistroCovers } from '#features/reports/bistro-covers/bistro-covers.contract.ts'
import { memberVisits } from '#features/reports/member-visits/member-visits.contract.ts'
import { reservations } from '#features/reports/reservations/reservations.contract.ts'
import type { TrendAnswer } from '#features/reports/trend/trend.contract.ts'
import { moneyText, numberText, percentText } from '#shared/money.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useCall } from '#ui/use-call.ts'
import { dashboardWords } from './dashboard.messages.ts'
import { Figure, Money } from './figure.part.tsx'
import styles from './today-figures.module.css'
import { useSeesWages, WagesToday } from './wages.part.tsx'

const SALES = { to: '/reports/sales', search: { range: 'today' } } as const

interface FiguresProps {
  answer: TrendAnswer
  currency: string
  day: string
  /** The locations shown, as reports are asked for them. */
  places: Record<string, string>
  /** How often figures are asked for again. */
  everySeconds: number
}

/** The figures of today that one looks at first; each leads to the day's report. */
export const TodayFigures = ({ answer: { Totals }, currency, day, places, everySeconds }: FiguresProps) => {
  const say = useSay(dashboardWords)
  const { language } = useLanguage()
  const seesWages = useSeesWages()
  const query = useMemo(() => ({ query: { FromDate: day, ToDate: day, ...places } as never }), [day, places])
  const covers = useCall(bistroCovers.bistroCovers, query).data?.Totals
  const visits = useCall(memberVisits.memberVisits, query).data?.Totals
  const booked = useCall(reservations.reservations, query).data?.Totals
  const count = (value: number | null | undefined) => numberText(value ?? 0, language)
  return (
    <section className={`figures ${styles.today} ${seesWages ? styles.seven : ''}`} aria-label={say('figures')}>
      <Figure
        target={SALES}
        title={say('net')}
        hero
        value={<Money value={Totals.Net} currency={currency} />}
        beneath={<OnLastWeek totals={Totals} currency={currency} />}
      />
      <Figure
        target={SALES}
        title={say('projected')}
        value={<Money value={Totals.Projection} currency={currency} />}
        beneath={Totals.UsualSharePercent !== null && say('usual', { share: percentText(Totals.UsualSharePercent / 100, language, false) })}
      />
      <Figure target={SALES} title={say('covers')} value={count(covers?.Covers)} beneath={covers && say('walkIn', { n: count(covers.WalkInCovers) })} />
      <Figure target={SALES} title={say('perCover')} value={<Money value={covers?.PerCover ?? null} currency={currency} />} />
      <Figure target={SALES} title={say('visits')} value={count(visits?.Visits)} beneath={visits && say('newMembers', { n: count(visits.NewMembers) })} />
      <Figure
        target={SALES}
        title={say('reservations')}
        value={count(booked?.Reservations)}
        beneath={booked && say('seated', { seated: count(booked.Seated), noShows: count(booked.NoShows) })}
      />
      {seesWages && <WagesToday from={day} to={day} places={places} currency={currency} everySeconds={everySeconds} />}
    </section>
  )
}

const OnLastWeek = ({ totals: { Net, LastWeek }, currency }: { totals: TrendAnswer['Totals']; currency: string }) => {
  const say = useSay(dashboardWords)
  const { language } = useLanguage()
  if (Net === null || LastWeek === null) return null
  const difference = Net - LastWeek
  const amount = `${difference > 0 ? '+' : difference < 0 ? '−' : ''}${moneyText(Math.abs(difference), currency, language, 'plain')}`
  return (
    <span className={difference > 0 ? 'good' : difference < 0 ? 'bad' : undefined}>
      {difference !== 0 && <Icon name={difference > 0 ? 'up' : 'down'} />}{' '}
      {LastWeek > 0 ? say('onLastWeekWith', { amount, ratio: percentText(difference / LastWeek, language) }) : say('onLastWeek', { amount })}
    </span>
  )
}
