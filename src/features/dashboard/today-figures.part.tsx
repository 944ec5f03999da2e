import { type ReactNode, useMemo } from 'react'
import { bistroCovers } from '#features/reports/bistro-covers/bistro-covers.contract.ts'
import { memberVisits } from '#features/reports/member-visits/member-visits.contract.ts'
import { reservations } from '#features/reports/reservations/reservations.contract.ts'
import type { TrendAnswer } from '#features/reports/trend/trend.contract.ts'
import { decimalsOf, moneyText, numberText, percentText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useCall } from '#ui/use-call.ts'
import { dashboardWords } from './dashboard.messages.ts'
import styles from './today-figures.module.css'

/** The figures of today that one looks at first; each leads to the day's report. */
export const TodayFigures = ({ answer: { Totals }, currency, day }: { answer: TrendAnswer; currency: string; day: string }) => {
  const say = useSay(dashboardWords)
  const { language } = useLanguage()
  const query = useMemo(() => ({ query: { FromDate: day, ToDate: day } as never }), [day])
  const covers = useCall(bistroCovers.bistroCovers, query).data?.Totals
  const visits = useCall(memberVisits.memberVisits, query).data?.Totals
  const booked = useCall(reservations.reservations, query).data?.Totals
  const count = (value: number | null | undefined) => numberText(value ?? 0, language)
  return (
    <section className={`figures ${styles.today}`} aria-label={say('figures')}>
      <Figure title={say('net')} hero value={<Money value={Totals.Net} currency={currency} />} beneath={<OnLastWeek totals={Totals} currency={currency} />} />
      <Figure
        title={say('projected')}
        value={<Money value={Totals.Projection} currency={currency} />}
        beneath={Totals.UsualSharePercent !== null && say('usual', { share: percentText(Totals.UsualSharePercent / 100, language, false) })}
      />
      <Figure title={say('covers')} value={count(covers?.Covers)} beneath={covers && say('walkIn', { n: count(covers.WalkInCovers) })} />
      <Figure title={say('perCover')} value={<Money value={covers?.PerCover ?? null} currency={currency} />} />
      <Figure title={say('visits')} value={count(visits?.Visits)} beneath={visits && say('newMembers', { n: count(visits.NewMembers) })} />
      <Figure
        title={say('reservations')}
        value={count(booked?.Reservations)}
        beneath={booked && say('seated', { seated: count(booked.Seated), noShows: count(booked.NoShows) })}
      />
    </section>
  )
}

const Figure = ({ title, hero, value, beneath }: { title: string; hero?: boolean; value: ReactNode; beneath?: ReactNode }) => (
  <Go to="/reports/sales" search={{ range: 'today' }} {...(hero ? { className: 'hero' } : {})}>
    <h2>{title}</h2>
    <p className="fig">{value}</p>
    <p className="delta">{beneath || ' '}</p>
  </Go>
)

/** Cents are said quietly. */
const Money = ({ value, currency }: { value: number | null; currency: string }) => {
  const { language } = useLanguage()
  if (value === null) return <Nil />
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
