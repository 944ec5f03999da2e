import { lazy, Suspense } from 'react'
import { loyaltyReports, type PointsAnswer } from '#features/loyalty/loyalty-reports.contract.ts'
import { fits, naturalUnit } from '#features/reports/kit/range.rules.ts'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage } from '#features/reports/kit/screen/report-page.part.tsx'
import { type ReportScreen, useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { instantIn } from '#shared/day.ts'
import { rangeText } from '#shared/range.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { type OpenedDifference, readOpened, writeOpened } from './difference-state.rules.ts'
import { Differences } from './differences.part.tsx'
import { pointsScreenWords } from './loyalty-points.messages.ts'
import { CUTS, type Cut, PointsLedger } from './points-ledger.part.tsx'
import { PointsTiles } from './points-tiles.part.tsx'
import { RollForward } from './roll-forward.part.tsx'
import { isQuiet } from './roll-forward.rules.ts'

// Few who read the report open a difference or a receipt.
const DifferenceDocket = lazy(async () => ({ default: (await import('./difference-docket.part.tsx')).DifferenceDocket }))
const ReceiptDocket = lazy(async () => ({ default: (await import('#features/reports/receipts/receipt-docket.part.tsx')).ReceiptDocket }))

/** What came and went of points, and whether the sales and the cards agree. */
const LoyaltyPoints = ({ user, config }: OfVenue) => {
  const screen = useReportScreen(config)
  const [url] = useUrlState()
  const sayMenu = useSay(reportsMenu)
  const { range } = screen
  const cuts = CUTS.filter((cut) => cut === 'range' || fits(range, cut))
  const cut = cuts.find((one) => one === url.told) ?? 'range'
  const { FromDate = '', ToDate = '', Locations, Compare, CompareFrom, CompareTo } = screen.query
  const asked = given({ FromDate, ToDate, Locations, Compare, CompareFrom, CompareTo })
  // The lines of the figures need periods even where the rows have none.
  const unit = naturalUnit(range)
  const Interval = cut === 'range' ? (unit === 'hour' ? 'day' : unit) : cut
  const { data, error, refetch, isPlaceholderData } = useReport(loyaltyReports.pointsReport, { ...asked, Interval }, screen)
  const opened = readOpened(url.why)
  const timeZone = config.Locations[0]?.TimeZone ?? 'UTC'
  const drills = user.Permissions.some(({ Tag }) => Tag === 'can_viewsales')
  return (
    <ReportPage
      title={sayMenu('loyaltyPoints')}
      screen={screen}
      config={config}
      user={user}
      without={['weekdays', 'daypart', 'items']}
      exported={{ path: loyaltyReports.pointsReport.path, query: cut === 'range' ? asked : { ...asked, Interval: cut } }}
      receipts={false}
      docket={data && <OpenedDocket answer={data} screen={screen} opened={opened} timeZone={timeZone} drills={drills} />}
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
    >
      {data && <Report answer={data} screen={screen} cut={cut} cuts={cuts} opened={opened} timeZone={timeZone} />}
    </ReportPage>
  )
}

export default ofVenue(LoyaltyPoints)

interface ReportProps {
  answer: PointsAnswer
  screen: ReportScreen
  cut: Cut
  cuts: readonly Cut[]
  opened: OpenedDifference | undefined
  timeZone: string
}

const Report = ({ answer, screen, cut, cuts, opened, timeZone }: ReportProps) => {
  const say = useSay(pointsScreenWords)
  const { language } = useLanguage()
  const time = instantIn(new Date(answer.AsAt), timeZone).slice(11, 16)
  const written = opened && writeOpened(opened)
  const reachesToday = screen.range.to >= screen.calendar.today
  const soFar = reachesToday ? time : undefined
  if (isQuiet(answer.Totals)) {
    return (
      <Empty title={say('quiet', { range: rangeText(screen.range, language) })}>
        <p>{say('quietWhy')}</p>
      </Empty>
    )
  }
  return (
    <>
      <PointsTiles answer={answer} currency={screen.currency} />
      <RollForward totals={answer.Totals} soFar={soFar} opened={written} announced={screen.query.Locations === undefined && reachesToday} />
      <PointsLedger answer={answer} screen={screen} cut={cut} cuts={cuts} opened={written} />
      <Differences answer={answer} screen={screen} opened={written} timeZone={timeZone} />
      <p className="note">{say('updated', { time })}</p>
    </>
  )
}

type DocketProps = Omit<ReportProps, 'cut' | 'cuts'> & { drills: boolean }

/** The difference that was opened, or a receipt among those behind it. */
const OpenedDocket = ({ answer, screen, opened, timeZone, drills }: DocketProps) => {
  const say = useSay(pointsScreenWords)
  const { receipt } = screen.state
  if (receipt && drills) {
    const back = opened && <Go change={{ receipt: undefined }}>{say('differences')}</Go>
    return (
      <Suspense>
        <ReceiptDocket key={receipt} saleId={receipt} crumbs={back ?? <span />} onClose={() => screen.change({ receipt: undefined, why: undefined })} />
      </Suspense>
    )
  }
  if (!opened) return null
  const place = answer.Locations.find(({ LocationId }) => LocationId === opened.locationId)
  const row = place ?? answer.Totals
  const one = row.Explained.find(({ Reason }) => Reason === opened.reason)
  const points = opened.reason === undefined ? (row.Difference ?? 0) : (one?.Points ?? 0)
  return (
    <Suspense>
      <DifferenceDocket
        key={writeOpened(opened)}
        opened={opened}
        points={points}
        place={place?.Name ?? ''}
        timeZone={timeZone}
        currency={place?.Currency ?? screen.currency}
        screen={screen}
        drills={drills}
      />
    </Suspense>
  )
}
