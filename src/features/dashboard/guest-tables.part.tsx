import { useMemo } from 'react'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { bestSellers } from '#features/reports/plu-sales/best-sellers.contract.ts'
import { trend } from '#features/reports/trend/trend.contract.ts'
import { CallTable } from '#ui/call-table.tsx'
import { useSay } from '#ui/language.tsx'
import { Near } from '#ui/near.tsx'
import { ITEMS_ASKED, intervalOf, type PageAsked, trendDay } from './ask-metric.rules.ts'
import { dashboardWords } from './dashboard.messages.ts'
import type { Measure } from './measures.rules.ts'
import type { Visual } from './metrics.rules.ts'
import { receiptsOf } from './receipts-behind.part.ts'
import { SaveActs } from './save-acts.part.tsx'
import { useSeesWages, WAGE_FIGURES, WagesOver } from './wages.part.tsx'
import { WhoCame } from './who-came.part.tsx'

/** The reports of the page's days in full, under the measures: each row leads to its receipts, and each saves as a file. */
const GuestTables = ({ page, measures }: { page: PageAsked; measures: readonly Measure[] }) => {
  const say = useSay(dashboardWords)
  const seesWages = useSeesWages()
  const shown = shownAbove(measures)
  const wages = WAGE_FIGURES.filter((figure) => !shown(figure, null, 'tile'))
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
      {seesWages && wages.length > 0 && <WagesOver figures={wages} from={range.from} to={range.to} places={places} currency={currency} />}
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
      <WhoCame query={byDays} currency={currency} />
    </>
  )
}

export default GuestTables

/** Which figures of the page's own days and locations stand above, in a table or a tile: they are not told again below. */
const shownAbove =
  (measures: readonly Measure[]) =>
  (metric: string, dimension: Measure['Dimension'], visual: Visual = 'table'): boolean =>
    measures.some(
      ({ Metric, Dimension, Visual, Period, Locations, Permitted }) =>
        Permitted && Metric === metric && Dimension === dimension && Visual === visual && Period === null && Locations.length === 0,
    )
