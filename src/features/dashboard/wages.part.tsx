import { type CSSProperties, Fragment, type ReactNode, useMemo } from 'react'
import { type AttendanceAnswer, timeAttendance } from '#features/rosters/time-attendance.contract.ts'
import { hasHours } from '#features/rosters/without-people.rules.ts'
import { moneyText, numberText, percentText } from '#shared/money.ts'
import { type Range, rangeToUrl } from '#shared/range.ts'
import { Beside } from '#ui/beside.tsx'
import { Nil } from '#ui/data-table.tsx'
import type { Target } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { dashboardWords } from './dashboard.messages.ts'
import { Figure, Money } from './figure.part.tsx'
import styles from './wages.module.css'

/** Whether wages are for this reader: they may see timesheets, and the venue has T & A switched on. */
export const useSeesWages = (): boolean => {
  const user = useStoredUser()
  return Boolean(user?.Config?.ShowTimeAndAttendanceModule) && tagsOf(user).includes('can_viewtimesheet')
}

interface Shown {
  from: string
  to: string
  /** The locations shown, as reports are asked for them. */
  places: Record<string, string>
  currency: string
}

const useWages = ({ from, to, places }: Shown) => {
  const query = useMemo(() => ({ query: { FromDate: from, ToDate: to, ...places } as never }), [from, to, places])
  return useCall(timeAttendance.timeAttendance, query, { keepLast: true })
}

/** T & A of the same days and locations. */
const attendanceOf = (range: Partial<Range> & { from: string; to: string }, { Locations }: Record<string, string>): Target => ({
  to: '/reports/time-attendance',
  search: { range: rangeToUrl(range as Range), ...(Locations ? { loc: Locations } : {}) },
})

const Percent = ({ value }: { value: number }) => {
  const written = percentText(value / 100, useLanguage().language, false)
  return (
    <>
      {written.replace(/\s?%$/, '')}
      <i> %</i>
    </>
  )
}

/** What is told of wages, by the names the figures have in the catalogue. */
export const WAGE_FIGURES = ['WageCost', 'WagesPercent', 'SalesPerHour', 'HoursToPay'] as const
type WageFigure = (typeof WAGE_FIGURES)[number]

/** Hours, what they cost, and what each of them sold, over the days that are chosen: as T & A has them. */
export const WagesOver = ({ figures, ...shown }: Shown & { figures: readonly WageFigure[] }) => {
  const say = useSay(dashboardWords)
  const { data, error, refetch, isPlaceholderData } = useWages(shown)
  return (
    <Beside isStale={isPlaceholderData}>
      <div className="bar-head">
        <h2>
          {say('wages')} <small>{say('wagesAbout')}</small>
        </h2>
      </div>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={2} />}
      {data && !hasHours(data) && <p className="note">{say('noHours')}</p>}
      {data && hasHours(data) && <WageFigures figures={figures} totals={data.Totals} shown={shown} />}
    </Beside>
  )
}

const WageFigures = ({ figures, totals, shown }: { figures: readonly WageFigure[]; totals: AttendanceAnswer['Totals']; shown: Shown }) => {
  const say = useSay(dashboardWords)
  const { language } = useLanguage()
  const { currency, places } = shown
  const target = attendanceOf(shown, places)
  const hours = (value: number | null) => numberText(value ?? 0, language, 2)
  const { Cost, WagePercent, SalesPerHour, Hours, Roster, Unpriced } = totals
  const drawn: Record<WageFigure, ReactNode> = {
    WageCost: (
      <Figure
        title={say('wageCost')}
        target={target}
        value={<Money value={Cost} currency={currency} />}
        beneath={Unpriced ? say('unpriced', { hours: hours(Unpriced) }) : null}
      />
    ),
    WagesPercent: <Figure title={say('wageShare')} target={target} value={WagePercent === null ? <Nil /> : <Percent value={WagePercent} />} />,
    SalesPerHour: <Figure title={say('salesPerHour')} target={target} value={<Money value={SalesPerHour} currency={currency} />} />,
    HoursToPay: <Figure title={say('hoursToPay')} target={target} value={hours(Hours)} beneath={say('rostered', { hours: hours(Roster) })} />,
  }
  return (
    <section
      className={`figures ${styles.abreast}`}
      aria-label={say('wages')}
      style={{ '--n': figures.length, '--len': moneyText(Cost ?? 0, currency, language).length } as CSSProperties}
    >
      {figures.map((figure) => (
        <Fragment key={figure}>{drawn[figure]}</Fragment>
      ))}
    </section>
  )
}
