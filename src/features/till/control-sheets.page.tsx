import { lazy, Suspense } from 'react'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage } from '#features/reports/kit/screen/report-page.part.tsx'
import { type ReportScreen, useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { useSay } from '#ui/language.tsx'
import { Empty, Waiting } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { controlSheets } from './control-sheets.contract.ts'
import { SheetsList } from './sheets-list.part.tsx'
import { SheetsNeed } from './sheets-need.part.tsx'
import { tillScreenWords } from './till-screen.messages.ts'
import { ViewTabs } from './view-tabs.part.tsx'

const Variance = lazy(async () => ({ default: (await import('./variance.part.tsx')).Variance }))

/** Every drawer of a range against what was expected, and how far its sheet has come; or who is over and short over time. */
const ControlSheets = (props: OfVenue) => {
  const screen = useReportScreen(props.config)
  const [url] = useUrlState()
  if (url.tab !== 'variance') return <Sheets {...props} screen={screen} />
  return (
    <Suspense fallback={<Waiting rows={12} />}>
      <Variance {...props} screen={screen} />
    </Suspense>
  )
}

export default ofVenue(ControlSheets)

const Sheets = ({ user, config, screen }: OfVenue & { screen: ReportScreen }) => {
  const say = useSay(tillScreenWords)
  const { FromDate = '', ToDate = '', Locations } = screen.query
  const query = { FromDate, ToDate, ...(Locations ? { Locations } : {}) }
  const { data, error, refetch, isPlaceholderData } = useReport(controlSheets.controlSheets, query, screen)
  return (
    <ReportPage
      title={say('title')}
      screen={screen}
      config={config}
      user={user}
      without={['compare', 'weekdays', 'daypart', 'items']}
      exported={{ path: controlSheets.controlSheets.path, query }}
      receipts={false}
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
    >
      {data && (
        <>
          <ViewTabs view="sheets" />
          {data.Sheets.length === 0 ? (
            <Empty title={say('noneTitle')}>
              <p>{say('noneHint')}</p>
            </Empty>
          ) : (
            <>
              <SheetsNeed answer={data} onDone={() => refetch()} />
              <SheetsList answer={data} />
            </>
          )}
        </>
      )}
    </ReportPage>
  )
}
