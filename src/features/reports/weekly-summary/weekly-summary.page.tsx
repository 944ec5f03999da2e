import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import type { Drill } from '#features/reports/kit/screen/drill.rules.ts'
import { Freshness } from '#features/reports/kit/screen/freshness.part.tsx'
import { NothingSoldIn } from '#features/reports/kit/screen/nothing-sold.part.tsx'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { ReportPage, readAt } from '#features/reports/kit/screen/report-page.part.tsx'
import { type ReportScreen, useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useTableSay } from '#features/reports/kit/screen/table-texts.part.ts'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { OpenedDocket } from '#features/reports/receipts/opened-docket.part.tsx'
import { dayText } from '#shared/cell-text.ts'
import { rangeText } from '#shared/range.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { openedRow, weekReceipts } from './week-drill.rules.ts'
import styles from './week-grid.module.css'
import { WeekGrid } from './week-grid.part.tsx'
import { type WeeklyAnswer, weeklySummary } from './weekly-summary.contract.ts'
import { weeklyWords } from './weekly-summary.messages.ts'
import { weeklyName, weekOrder } from './weekly-table.rules.ts'

/** The week on one page, to be printed. */
const WeeklySummary = ({ user, config }: OfVenue) => {
  const screen = useReportScreen(config)
  const [url] = useUrlState()
  const sayMenu = useSay(reportsMenu)
  const say = useSay(weeklyWords)
  const sayReport = useSay(reportWords)
  const { language } = useLanguage()
  const { FromDate = '', ToDate = '', Locations } = screen.query
  const query: Record<string, string> = { FromDate, ToDate, ...(Locations === undefined ? {} : { Locations }) }
  const { data, error, refetch, isPlaceholderData } = useReport(weeklySummary.weeklySummary, query, screen)
  const sort = data && weekOrder(data, url.sort)
  const time = data ? readAt(data, config) : ''
  const isEmpty = data?.Blocks[0]?.Rows.every(({ Total }) => Total === 0)
  return (
    <ReportPage
      title={sayMenu('weeklySummary')}
      screen={screen}
      config={config}
      user={user}
      without={['compare', 'weekdays', 'daypart', 'items']}
      exported={{ path: weeklySummary.weeklySummary.path, query: { ...query, ...(sort ? { Sort: sort } : {}) } }}
      docket={data && (screen.state.drill || screen.state.receipt) && <WeekDocket answer={data} screen={screen} onRefresh={() => refetch()} />}
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
    >
      {data && (
        <>
          <h2 className={styles.of}>{say('weekOf', { week: rangeText({ from: data.FromDate, to: data.ToDate }, language) })}</h2>
          {isEmpty ? (
            <NothingSoldIn
              title={sayReport('emptyTitle', { range: rangeText({ from: data.FromDate, to: data.ToDate }, language) })}
              locations={data.Locations}
              filtered={false}
            />
          ) : (
            <WeekGrid answer={data} screen={screen} time={time} sort={sort} />
          )}
          <Freshness answer={data} time={time} compared={[data.LastWeek, data.LastYear]} />
        </>
      )}
    </ReportPage>
  )
}

export default ofVenue(WeeklySummary)

/** The receipts behind a figure of a day, or of the week. */
const WeekDocket = ({ answer, screen, onRefresh }: { answer: WeeklyAnswer; screen: ReportScreen; onRefresh: () => void }) => {
  const { language } = useLanguage()
  const say = useSay(reportWords)
  const texts = useTableSay()
  const { state, filter } = screen
  const drill: Drill = state.drill ?? { figure: 'Net' }
  const row = openedRow(drill, answer)
  const at = answer.Days.findIndex(({ Date: day }) => day === drill.period)
  return (
    <OpenedDocket
      drill={drill}
      receipt={state.receipt}
      title={say('allLocations')}
      aside={drill.period === undefined ? rangeText({ from: answer.FromDate, to: answer.ToDate }, language) : dayText(drill.period, language)}
      figureName={row ? weeklyName(row, row.Key === 'Total' ? 'media' : '', texts) : ''}
      query={weekReceipts(drill, answer, filter.Locations)}
      opened={(drill.period === undefined ? row?.Total : row?.Days[at]) ?? null}
      onClose={() => screen.change({ drill: undefined, receipt: undefined })}
      onRefresh={onRefresh}
    />
  )
}
