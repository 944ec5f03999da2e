import { loyaltyReports, type UsageAnswer } from '#features/loyalty/loyalty-reports.contract.ts'
import { fits, naturalUnit } from '#features/reports/kit/range.rules.ts'
import ledger from '#features/reports/kit/screen/ledger.module.css'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import { ReportPage } from '#features/reports/kit/screen/report-page.part.tsx'
import { type ReportScreen, useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { instantIn } from '#shared/day.ts'
import { rangeText } from '#shared/range.ts'
import { useTable } from '#ui/call-table.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Empty } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { UsageCourse } from './usage-course.part.tsx'
import { usageWords } from './usage-summary.messages.ts'
import { UsageTiles } from './usage-tiles.part.tsx'

const CUTS = ['range', 'day', 'week', 'month', 'year'] as const
type Cut = (typeof CUTS)[number]

/** How the programme is doing. */
const UsageSummary = ({ user, config }: OfVenue) => {
  const screen = useReportScreen(config)
  const [url] = useUrlState()
  const say = useSay(usageWords)
  const { range } = screen
  const cuts = CUTS.filter((cut) => cut === 'range' || fits(range, cut))
  const cut = cuts.find((one) => one === url.told) ?? 'range'
  const { FromDate = '', ToDate = '', Locations } = screen.query
  const asked = { FromDate, ToDate, ...(Locations === undefined ? {} : { Locations }) }
  // The line needs periods even where the rows have none.
  const unit = naturalUnit(range)
  const Interval = cut === 'range' ? (unit === 'hour' ? 'day' : unit) : cut
  const { data, error, refetch, isPlaceholderData } = useReport(loyaltyReports.usageSummary, { ...asked, Interval }, screen)
  return (
    <ReportPage
      title={say('title')}
      screen={screen}
      config={config}
      user={user}
      without={['compare', 'weekdays', 'daypart', 'items']}
      exported={{ path: loyaltyReports.usageSummary.path, query: cut === 'range' ? asked : { ...asked, Interval: cut } }}
      receipts={false}
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
    >
      {data && <Summary answer={data} screen={screen} cut={cut} cuts={cuts} timeZone={config.Locations[0]?.TimeZone ?? 'UTC'} />}
    </ReportPage>
  )
}

export default ofVenue(UsageSummary)

interface SummaryProps {
  answer: UsageAnswer
  screen: ReportScreen
  cut: Cut
  cuts: readonly Cut[]
  timeZone: string
}

const Summary = ({ answer, screen, cut, cuts, timeZone }: SummaryProps) => {
  const say = useSay(usageWords)
  const { language } = useLanguage()
  const { Totals } = answer
  if (Totals.Uses === 0 && Totals.Accrued === 0 && Totals.PointsLiability === 0) {
    return (
      <Empty title={say('quiet', { range: rangeText(screen.range, language) })}>
        <p>{say('quietWhy')}</p>
      </Empty>
    )
  }
  return (
    <>
      <UsageTiles answer={answer} currency={screen.currency} />
      <UsageCourse answer={answer} />
      <UsageTable answer={answer} screen={screen} cut={cut} cuts={cuts} />
      <p className="note">{say('note')}</p>
      <p className="note">{say('noteRate')}</p>
      <p className="note">{say('updated', { time: instantIn(new Date(answer.AsAt), timeZone).slice(11, 16) })}</p>
    </>
  )
}

const UsageTable = ({ answer, screen, cut, cuts }: Omit<SummaryProps, 'timeZone'>) => {
  const say = useSay(usageWords)
  const table = useTable(loyaltyReports.usageSummary, { ...answer, Interval: cut === 'range' ? null : answer.Interval }, {})
  const period = usePeriodText(answer.Interval ?? 'day')
  return (
    <section className={ledger.ledger}>
      <div className="bar-head">
        <h2>{say('byLocation')}</h2>
        <Segmented<Cut>
          label={say('cut')}
          value={cut}
          options={CUTS.map((value) => ({ value, label: say(`cut.${value}`), disabled: !cuts.includes(value) }))}
          onChange={(value) => screen.change({ told: value === 'range' ? undefined : value })}
        />
      </div>
      {table && (
        <DataTable
          table={table}
          caption={say('byLocation')}
          currency={screen.currency}
          rowKey={(row) => `${row.LocationId} ${row.Period ?? ''}`}
          cell={(row, { key }) => (key === 'Period' && row !== 'totals' ? period.long(String(row.Period)) : key === 'Period' ? '' : undefined)}
          className={table.rows.length <= 40 ? 'short' : ''}
        />
      )}
    </section>
  )
}
