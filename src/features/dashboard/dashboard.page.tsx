import { useMemo, useState } from 'react'
import { bistroCovers } from '#features/reports/bistro-covers/bistro-covers.contract.ts'
import { currencies as currencyCalls } from '#features/reports/currencies/currencies.contract.ts'
import { coversDrill } from '#features/reports/kit/covers-drill.rules.ts'
import type { FigureName } from '#features/reports/kit/figures.rules.ts'
import { inOneCurrency } from '#features/reports/kit/one-currency.rules.ts'
import { reservationsDrill } from '#features/reports/kit/reservations-drill.rules.ts'
import { type Drill, writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { todayAt } from '#features/reports/kit/today.rules.ts'
import { memberVisits } from '#features/reports/member-visits/member-visits.contract.ts'
import { bestSellers } from '#features/reports/plu-sales/best-sellers.contract.ts'
import { reservations } from '#features/reports/reservations/reservations.contract.ts'
import { trend } from '#features/reports/trend/trend.contract.ts'
import { dayText } from '#shared/cell-text.ts'
import { addDays } from '#shared/day.ts'
import { moneyText, numberText } from '#shared/money.ts'
import { presetRange, rangeToUrl, type VenueCalendar } from '#shared/range.ts'
import { Beside } from '#ui/beside.tsx'
import { CallTable } from '#ui/call-table.tsx'
import type { Row } from '#ui/data-table.tsx'
import type { Target } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { tagsOf, useStoredUser, type VenueConfig } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { dashboardWords } from './dashboard.messages.ts'
import styles from './dashboard.module.css'
import { dashboardMenu } from './menu.messages.ts'
import { RunningDay } from './running-day.part.tsx'
import { SaveActs } from './save-acts.part.tsx'
import { TodayFigures } from './today-figures.part.tsx'
import { useSeesWages, WagesOver } from './wages.part.tsx'

const REFRESH_SECONDS = 60

/** Today at a glance: the day by the hour, who came, and what was booked. */
const DashboardPage = () => {
  const say = useSay(dashboardWords)
  const sayMenu = useSay(dashboardMenu)
  const user = useStoredUser()
  if (!user?.Config) return null
  if (!tagsOf(user).includes('can_viewsales')) {
    return (
      <Page title={sayMenu('dashboard')}>
        <Empty title={say('noSales')}>
          <p>{say('noSalesAct')}</p>
        </Empty>
      </Page>
    )
  }
  return <Dashboard config={user.Config} />
}

export default DashboardPage

const PRESETS = { today: 'today', week: 'thisweek', month: 'thismonth' } as const

const Dashboard = ({ config }: { config: VenueConfig }) => {
  const say = useSay(dashboardWords)
  const sayMenu = useSay(dashboardMenu)
  const { language } = useLanguage()
  const [over, setOver] = useState<keyof typeof PRESETS>('today')
  const { currencies, currency, locations, choose } = useOneCurrency(config)
  const places = useMemo((): Record<string, string> => (locations === undefined ? {} : { Locations: locations }), [locations])
  const { data, error, refetch } = useCall(trend.trend, { query: places as never }, { everySeconds: REFRESH_SECONDS, keepLast: true })
  const today = data?.TrendDate
  const seesWages = useSeesWages()
  const query = useMemo(() => (today ? { ...rangeOf(over, today, config), ...places } : undefined), [over, today, config, places])
  if (error) return <Page title={sayMenu('dashboard')}>{<Failed error={error} onRetry={() => refetch()} />}</Page>
  if (!data || !query) return <Page title={sayMenu('dashboard')}>{<Waiting rows={12} />}</Page>
  const asked = { TrendDate: data.TrendDate, ...places }
  const best = { ...query, Top: String(BEST_SHOWN) }
  const n = (value: number | null) => numberText(value ?? 0, language)
  const money = (value: number | null) => moneyText(value ?? 0, currency, language, 'plain')
  return (
    <Page title={dayText(data.TrendDate, language)}>
      {currencies.length > 1 && (
        <div className={styles.currencies}>
          <Segmented label={say('currency')} value={currency} options={currencies.map((value) => ({ value, label: value }))} onChange={choose} />
          <p className="note">{say('currencies')}</p>
        </div>
      )}
      <TodayFigures answer={data} currency={currency} day={data.TrendDate} places={places} everySeconds={REFRESH_SECONDS} />
      <RunningDay answer={data} currency={currency} />
      <CallTable
        operation={trend.trend}
        query={asked}
        title={say('locations')}
        columns={['Location', 'Net', 'LastWeek', 'FourWeekAverage', 'Projection', 'week', 'week:previous', 'month', 'month:previous']}
        currency={currency}
        acts={<SaveActs path={trend.trend.path} query={asked} />}
        target={(row, { key }, { Totals, TrendDate }) => {
          const run = key === 'Net' ? { FromDate: TrendDate, ToDate: TrendDate } : Totals.ToDate.find(({ Of }) => Of === key)
          return run && receiptsOf(run, row, 'Net')
        }}
      />
      <Beside>
        <Segmented
          label={say('over')}
          value={over}
          onChange={setOver}
          options={(['today', 'week', 'month'] as const).map((value) => ({ value, label: say(value) }))}
        />
      </Beside>
      {seesWages && <WagesOver from={query.FromDate ?? data.TrendDate} to={query.ToDate ?? data.TrendDate} places={places} currency={currency} />}
      <CallTable
        operation={bestSellers.bestSellers}
        query={best}
        title={say('bestSellers')}
        columns={['Name', 'Net', 'Quantity', 'GrossProfit', 'GrossProfitPercent', 'Share', 'Class', 'Rank', 'RankBefore']}
        currency={currency}
        acts={<SaveActs path={bestSellers.bestSellers.path} query={best} />}
        target={(row, { key }, answer) => (row !== 'totals' && key === 'Net' ? receiptsOf(answer, 'totals', 'Net', String(row.Key)) : undefined)}
        empty={({ Totals }) => (Totals.Rows.length === 0 ? <p className="note">{say('noBestSellers')}</p> : undefined)}
      />
      <CallTable
        operation={bistroCovers.bistroCovers}
        query={query}
        title={say('covers')}
        columns={['Location', 'LunchCovers', 'DinnerCovers', 'Covers', 'BookedCovers', 'WalkInCovers', 'Net', 'PerCover', 'FoodPerCover', 'BeveragePerCover']}
        currency={currency}
        acts={<SaveActs path={bistroCovers.bistroCovers.path} query={query} />}
        target={(row, { key }, answer) => {
          const drill = coversDrill(row === 'totals' ? undefined : Number(row.LocationId), key)
          return drill && receiptsBehind(answer, drill)
        }}
        below={({ Totals }) => (
          <p className="note">
            {say('coversNote')}{' '}
            {Totals.PerCover !== null && say('perCoverWorked', { net: money(Totals.Net), covers: n(Totals.Covers), each: money(Totals.PerCover) })}
          </p>
        )}
        empty={({ Totals }) => (Totals.Covers === 0 ? <p className="note">{say('noCovers')}</p> : undefined)}
      />
      <CallTable
        operation={memberVisits.memberVisits}
        query={query}
        title={say('visits')}
        columns={[
          'Location',
          'Visits',
          'UniqueMembers',
          'NewMembers',
          'ReturningMembers',
          'VisitsPerMember',
          'MemberSales',
          'Amount',
          'PerVisit',
          'SharePercent',
          'PointsAccrued',
          'PointsRedeemed',
        ]}
        currency={currency}
        acts={<SaveActs path={memberVisits.memberVisits.path} query={query} />}
        target={(row, { key }, answer) =>
          key === 'MemberSales' ? receiptsOf(answer, row, 'LoyaltyCount') : key === 'Amount' ? receiptsOf(answer, row, 'LoyaltySales') : undefined
        }
        below={({ Totals }) => (
          <p className="note">
            {say('membersNote')}{' '}
            {Totals.VisitsPerMember !== null &&
              say('perMember', { visits: n(Totals.Visits), members: n(Totals.UniqueMembers), each: n(Totals.VisitsPerMember) })}
          </p>
        )}
        empty={({ Totals }) => (Totals.Visits === 0 ? <p className="note">{say('noVisits')}</p> : undefined)}
      />
      <CallTable
        operation={reservations.reservations}
        query={query}
        title={say('reservations')}
        columns={[
          'Location',
          'Reservations',
          'ReservedCovers',
          'Seated',
          'NoShows',
          'NoShowPercent',
          'WalkIns',
          'TurnMinutes',
          'ReservedNet',
          'ReservedPerHead',
          'WalkInNet',
          'WalkInPerHead',
        ]}
        currency={currency}
        acts={<SaveActs path={reservations.reservations.path} query={query} />}
        target={(row, { key }, answer) => {
          const drill = reservationsDrill(row === 'totals' ? undefined : Number(row.LocationId), key)
          return drill && receiptsBehind(answer, drill)
        }}
        below={({ Totals }) => (
          <p className="note">
            {say('noShowNote')}{' '}
            {Totals.NoShowPercent !== null && say('noShowWorked', { noShows: n(Totals.NoShows), base: n(Totals.NoShowBase), percent: n(Totals.NoShowPercent) })}
          </p>
        )}
        empty={({ Totals }) => (Totals.Reservations === 0 && Totals.WalkIns === 0 ? <p className="note">{say('noReservations')}</p> : undefined)}
      />
    </Page>
  )
}

const BEST_SHOWN = 10
const YEAR_DAYS = 364

/** The currency shown, of those in which anything was sold within the year the dashboard looks back on; the address keeps which was chosen. */
const useOneCurrency = (config: VenueConfig) => {
  const [url, change] = useUrlState()
  const today = todayAt(config.Locations, new Date())
  const query = useMemo(() => ({ FromDate: addDays(today, -YEAR_DAYS), ToDate: today }), [today])
  const enabled = new Set(config.Locations.map(({ Currency }) => Currency)).size > 1
  const traded = useCall(currencyCalls.currencies, { query: query as never }, { enabled }).data?.Currencies
  const choose = (cur: string) => change({ cur })
  return { ...inOneCurrency(config, { locationIds: [], wanted: url.cur, traded }), choose }
}

/** The receipts behind a figure of some days: the Sales Summary of them, at one location or all, of one item or all, with the figure's docket open. */
const receiptsOf = (days: Days, row: Row | 'totals', figure: FigureName, plu?: string): Target =>
  receiptsBehind(days, { figure, ...(row === 'totals' ? {} : { locationId: Number(row.LocationId) }) }, plu)

interface Days {
  FromDate: string
  ToDate: string
}

const receiptsBehind = ({ FromDate, ToDate }: Days, drill: Drill, plu?: string): Target => ({
  to: '/reports/sales',
  search: { range: rangeToUrl({ from: FromDate, to: ToDate }), ...(plu === undefined ? {} : { items: plu }), drill: writeDrill(drill) },
})

const rangeOf = (over: keyof typeof PRESETS, today: string, { WeekStart, FinancialYearStart }: VenueConfig): Record<string, string> => {
  const calendar: VenueCalendar = { today, weekStart: WeekStart, financialYearStart: FinancialYearStart }
  const { from, to } = presetRange(PRESETS[over], calendar)
  return { FromDate: from, ToDate: to, Compare: 'previous' }
}
