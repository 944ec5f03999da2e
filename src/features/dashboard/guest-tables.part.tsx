import { useMemo } from 'react'
import { bistroCovers } from '#features/reports/bistro-covers/bistro-covers.contract.ts'
import { coversDrill } from '#features/reports/kit/covers-drill.rules.ts'
import type { FigureName } from '#features/reports/kit/figures.rules.ts'
import { reservationsDrill } from '#features/reports/kit/reservations-drill.rules.ts'
import { type Drill, writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { memberVisits } from '#features/reports/member-visits/member-visits.contract.ts'
import { bestSellers } from '#features/reports/plu-sales/best-sellers.contract.ts'
import { reservations } from '#features/reports/reservations/reservations.contract.ts'
import { trend } from '#features/reports/trend/trend.contract.ts'
import { moneyText, numberText } from '#shared/money.ts'
import { rangeToUrl } from '#shared/range.ts'
import { CallTable } from '#ui/call-table.tsx'
import type { Row } from '#ui/data-table.tsx'
import type { Target } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Near } from '#ui/near.tsx'
import { ITEMS_ASKED, intervalOf, type PageAsked, trendDay } from './ask-metric.rules.ts'
import { dashboardWords } from './dashboard.messages.ts'
import type { Measure } from './measures.rules.ts'
import { SaveActs } from './save-acts.part.tsx'
import { useSeesWages, WagesOver } from './wages.part.tsx'

/** The reports of the page's days in full, under the measures: each row leads to its receipts, and each saves as a file. */
const GuestTables = ({ page, measures }: { page: PageAsked; measures: readonly Measure[] }) => {
  const say = useSay(dashboardWords)
  const { language } = useLanguage()
  const seesWages = useSeesWages()
  const shown = shownAbove(measures)
  const { locations, range, compare, compareRange, currency } = page
  const places = useMemo(() => given({ Locations: locations }), [locations])
  const query = useMemo(
    () =>
      given({
        FromDate: range.from,
        ToDate: range.to,
        Locations: locations,
        Compare: compare === 'none' || compare === 'target' ? undefined : compare,
        CompareFrom: compareRange?.from,
        CompareTo: compareRange?.to,
      }),
    [range, locations, compare, compareRange],
  )
  const asked = { TrendDate: trendDay(range, page), ...places }
  const best = { ...query, Top: ITEMS_ASKED }
  // Asked as the measures ask, so that both share one answer.
  const byDays = { ...query, ...intervalOf(range) }
  const n = (value: number | null) => numberText(value ?? 0, language)
  const money = (value: number | null) => moneyText(value ?? 0, currency, language, 'plain')
  return (
    <>
      <CallTable
        operation={trend.trend}
        query={asked}
        title={say(shown('Net', 'Location') ? 'toDate' : 'locations')}
        columns={[
          'Location',
          ...(shown('Net', 'Location') ? [] : ['Net', ...(compare === 'target' ? ['Target', 'OverTarget', 'OnTarget'] : []), 'LastWeek']),
          'FourWeekAverage',
          'Projection',
          'week',
          'week:previous',
          'month',
          'month:previous',
        ]}
        currency={currency}
        acts={<SaveActs path={trend.trend.path} query={asked} />}
        target={(row, { key }, { Totals, TrendDate }) => {
          const run = key === 'Net' ? { FromDate: TrendDate, ToDate: TrendDate } : Totals.ToDate.find(({ Of }) => Of === key)
          return run && receiptsOf(run, row, 'Net')
        }}
      />
      {seesWages && <WagesOver from={range.from} to={range.to} places={places} currency={currency} />}
      <Near>
        <CallTable
          operation={bestSellers.bestSellers}
          query={best}
          title={say(shown('BestSellers', 'Item') ? 'bestSellersProfit' : 'bestSellersInFull')}
          columns={[
            'Name',
            ...(shown('BestSellers', 'Item') ? [] : ['Net', 'Quantity']),
            'GrossProfit',
            'GrossProfitPercent',
            'Share',
            'Class',
            'Rank',
            'RankBefore',
          ]}
          currency={currency}
          acts={<SaveActs path={bestSellers.bestSellers.path} query={best} />}
          target={(row, { key }, answer) => (row !== 'totals' && key === 'Net' ? receiptsOf(answer, 'totals', 'Net', String(row.Key)) : undefined)}
          empty={({ Totals }) => (Totals.Rows.length === 0 ? <p className="note">{say('noBestSellers')}</p> : undefined)}
        />
      </Near>
      <Near>
        <CallTable
          operation={bistroCovers.bistroCovers}
          query={byDays}
          title={say('covers')}
          columns={['Location', 'LunchCovers', 'DinnerCovers', 'Covers', 'BookedCovers', 'WalkInCovers', 'Net', 'PerCover', 'FoodPerCover', 'BeveragePerCover']}
          currency={currency}
          acts={<SaveActs path={bistroCovers.bistroCovers.path} query={byDays} />}
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
      </Near>
      <Near>
        <CallTable
          operation={memberVisits.memberVisits}
          query={byDays}
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
          acts={<SaveActs path={memberVisits.memberVisits.path} query={byDays} />}
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
      </Near>
      <Near>
        <CallTable
          operation={reservations.reservations}
          query={byDays}
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
          acts={<SaveActs path={reservations.reservations.path} query={byDays} />}
          target={(row, { key }, answer) => {
            const drill = reservationsDrill(row === 'totals' ? undefined : Number(row.LocationId), key)
            return drill && receiptsBehind(answer, drill)
          }}
          below={({ Totals }) => (
            <p className="note">
              {say('noShowNote')}{' '}
              {Totals.NoShowPercent !== null &&
                say('noShowWorked', { noShows: n(Totals.NoShows), base: n(Totals.NoShowBase), percent: n(Totals.NoShowPercent) })}
            </p>
          )}
          empty={({ Totals }) => (Totals.Reservations === 0 && Totals.WalkIns === 0 ? <p className="note">{say('noReservations')}</p> : undefined)}
        />
      </Near>
    </>
  )
}

export default GuestTables

/** Which figures stand in a table of the page's own days and locations above: they are not told again below. */
const shownAbove =
  (measures: readonly Measure[]) =>
  (metric: string, dimension: Measure['Dimension']): boolean =>
    measures.some(
      ({ Metric, Dimension, Visual, Period, Locations, Permitted }) =>
        Permitted && Metric === metric && Dimension === dimension && Visual === 'table' && Period === null && Locations.length === 0,
    )

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
