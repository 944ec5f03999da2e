import { useMemo } from 'react'
import { daysBack } from '#features/reports/kit/no-data.rules.ts'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import type { Drill } from '#features/reports/kit/screen/drill.rules.ts'
import { Freshness } from '#features/reports/kit/screen/freshness.part.tsx'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { NothingSoldIn } from '#features/reports/kit/screen/nothing-sold.part.tsx'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { ReportPage, readAt } from '#features/reports/kit/screen/report-page.part.tsx'
import { type ReportScreen, useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { provenBy } from '#features/reports/receipts/invoices.rules.ts'
import { OpenedDocket } from '#features/reports/receipts/opened-docket.part.tsx'
import { dayText } from '#shared/cell-text.ts'
import type { TableWords } from '#shared/endpoint.ts'
import { rangeText } from '#shared/range.ts'
import { namesOfShown, useShownColumns } from '#ui/columns.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { DailyList } from './daily-list.part.tsx'
import { type DailyAnswer, dailySales } from './daily-sales.contract.ts'
import { DAILY, DAILY_DETAIL, dailyTable, withoutBlanks } from './daily-table.rules.ts'
import { DayCalendar } from './day-calendar.part.tsx'
import { DayFigures } from './day-figures.part.tsx'

/** Columns are the same in every language. */
const WORDLESS: TableWords = { language: 'en', venueName: '', loyaltyName: '', say: () => '' }

/** The days one by one, the strong and the weak side by side. */
const DailySales = ({ user, config }: OfVenue) => {
  const screen = useReportScreen(config)
  const sayMenu = useSay(reportsMenu)
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const { range, state } = screen
  const query = askedOf(screen.query)
  const { data, error, refetch, isPlaceholderData } = useReport(dailySales.dailySales, query, screen)
  const columns = useMemo(() => (data ? withoutBlanks(dailyTable(data, { View: state.view }, WORDLESS)).columns : []), [data, state.view])
  const shown = useShownColumns(state.view === 'detail' ? DAILY_DETAIL : DAILY, columns)
  const isEmpty = data && data.Totals.Sales === 0 && data.Locations.every(({ Amount, Refunds }) => Amount === 0 && Refunds === 0)
  const time = data ? readAt(data, config) : ''
  return (
    <ReportPage
      title={sayMenu('dailySales')}
      screen={screen}
      config={config}
      user={user}
      without={['compare', 'items']}
      exported={{ path: dailySales.dailySales.path, query: { ...query, View: state.view }, columns: namesOfShown(shown, columns) }}
      docket={data && (state.drill || state.receipt) && <DayDocket answer={data} screen={screen} onRefresh={() => refetch()} />}
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
    >
      {data && isEmpty && (
        <>
          <NothingSoldIn
            title={say('emptyTitle', { range: rangeText(range, language) })}
            locations={data.Locations}
            filtered={state.weekdays.length > 0 || state.daypart !== undefined}
          />
          <Freshness answer={data} time={time} />
        </>
      )}
      {data && !isEmpty && (
        <>
          <DayFigures answer={data} currency={screen.currency} time={time} />
          <DayCalendar answer={data} currency={screen.currency} weekStart={screen.calendar.weekStart} />
          <DailyList answer={data} screen={screen} config={config} time={time} />
          <Freshness answer={data} time={time} compared={daysBack(data.FromDate, 'LastYear').Ranges} />
        </>
      )}
    </ReportPage>
  )
}

export default ofVenue(DailySales)

/** The comparisons of this report are its own, so what others are compared with is not asked. */
const askedOf = ({ Compare: _kind, CompareFrom: _from, CompareTo: _to, Items: _items, ...asked }: ReportScreen['query']): Record<string, string> => asked

/** The receipts behind a figure of a day, of a location or of all. */
const DayDocket = ({ answer, screen, onRefresh }: { answer: DailyAnswer; screen: ReportScreen; onRefresh: () => void }) => {
  const { language } = useLanguage()
  const say = useSay(reportWords)
  const sayFigure = useSay(tableWords)
  const { state, filter, range } = screen
  const drill: Drill = state.drill ?? { figure: 'Net' }
  const figure = provenBy(drill.figure)
  const place = answer.Locations.find(({ LocationId }) => LocationId === drill.locationId)
  const whole = place ?? answer.Totals
  const row = drill.period === undefined ? whole : whole.Days.find(({ Date: day }) => day === drill.period)
  const query: Record<string, string | undefined> = {
    FromDate: drill.period ?? answer.FromDate,
    ToDate: drill.period ?? answer.ToDate,
    Locations: place ? String(place.LocationId) : filter.Locations,
    Weekdays: filter.Weekdays,
    Daypart: filter.Daypart,
    Figure: figure,
  }
  return (
    <OpenedDocket
      drill={drill}
      receipt={state.receipt}
      title={place?.Name ?? say('allLocations')}
      aside={drill.period === undefined ? rangeText(range, language) : dayText(drill.period, language)}
      figureName={sayFigure(figure)}
      query={given(query)}
      opened={(row as Partial<Record<string, number | null>> | undefined)?.[figure] ?? null}
      onClose={() => screen.change({ drill: undefined, receipt: undefined })}
      onRefresh={onRefresh}
    />
  )
}
