import { lazy, Suspense, useDeferredValue, useMemo } from 'react'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { orderIn } from '#features/reports/kit/row-order.rules.ts'
import { Freshness } from '#features/reports/kit/screen/freshness.part.tsx'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage, readAt } from '#features/reports/kit/screen/report-page.part.tsx'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import type { TableWords } from '#shared/endpoint.ts'
import { namesOfShown, useShownColumns } from '#ui/columns.tsx'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import { Waiting } from '#ui/states.tsx'
import { type StoredUser, tagsOf, type VenueConfig } from '#ui/stored-user.ts'
import { AdjustedMargin } from './adjusted-margin.part.tsx'
import { COLUMNS, isFigures, shownTable } from './breakdown-columns.rules.ts'
import { BreakdownLedger } from './breakdown-ledger.part.tsx'
import { type BreakdownScreen, queryOf, useBreakdownScreen } from './breakdown-screen.part.ts'
import { isDimension, type ShownView } from './breakdown-screen.rules.ts'
import { breakdownTable } from './breakdown-table.rules.ts'
import { Dimensions } from './dimensions.part.tsx'
import { type AnyBreakdown, type CostsAnswer, salesBreakdown } from './sales-breakdown.contract.ts'

// Costs are a view of their own, with parts the others do not need.
const BreakdownDocket = lazy(async () => ({ default: (await import('./breakdown-docket.part.tsx')).BreakdownDocket }))
const CostsAccount = lazy(async () => ({ default: (await import('./costs-account.part.tsx')).CostsAccount }))
const CostsDocket = lazy(async () => ({ default: (await import('./costs-docket.part.tsx')).CostsDocket }))

/** What sold, by whom, and what was given away, put on and lost. */
const SalesBreakdown = ({ user, config }: OfVenue) => {
  const screen = useBreakdownScreen(config)
  const { view } = screen
  const sayMenu = useSay(reportsMenu)
  const operation = salesBreakdown[view] as typeof salesBreakdown.group
  const query = useMemo(() => queryOf(screen), [screen])
  const { data, error, refetch, isPlaceholderData } = useReport(operation, query, screen)
  // The last answer of another dimension is not drawn as if it were this one's.
  const answer = data && isOf(data, view) ? data : undefined
  const report = useMemo(() => answer && <Report answer={answer} screen={screen} config={config} user={user} />, [answer, screen, config, user])
  const drawn = useDeferredValue(report)
  const sort = useMemo(() => sortOf(answer, screen), [answer, screen])
  const columns = useFileColumns(answer, screen)
  // What is opened together with a location is held against its own rows, not against those still on screen.
  const docket =
    answer && !isPlaceholderData && (screen.open || screen.state.receipt) && tagsOf(user).includes('can_viewsales') ? (
      <OpenDocket answer={answer} screen={screen} onRefresh={() => refetch()} />
    ) : undefined
  return (
    <ReportPage
      title={sayMenu('salesBreakdown')}
      screen={screen}
      config={config}
      user={user}
      without={['items']}
      receipts={tagsOf(user).includes('can_viewsales') && { open: view === 'costs' ? 'NetExTax' : 'all', receipt: undefined }}
      docket={docket}
      exported={{ path: operation.path, query: { ...query, View: screen.across, ...sort }, columns }}
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData || drawn !== report}
    >
      <Dimensions screen={screen} answer={answer && isDimension(view) ? answer : undefined} />
      {answer && drawn ? drawn : <Waiting rows={12} />}
    </ReportPage>
  )
}

export default ofVenue(SalesBreakdown)

const OpenDocket = ({ answer, ...props }: { answer: AnyBreakdown | CostsAnswer; screen: BreakdownScreen; onRefresh: () => void }) => (
  <Suspense fallback={<Waiting rows={8} />}>
    {'Dimension' in answer ? <BreakdownDocket answer={answer} {...props} /> : <CostsDocket answer={answer} {...props} />}
  </Suspense>
)

/** The order of the rows of a file, where they have the column it names. */
const sortOf = (answer: AnyBreakdown | CostsAnswer | undefined, { across, sort }: BreakdownScreen): { Sort?: string } => {
  if (sort === undefined || !answer || !('Dimension' in answer)) return {}
  const known = orderIn(breakdownTable(answer, { View: across }, WORDLESS).columns, sort)
  return known === undefined ? {} : { Sort: known }
}

/** The columns on screen, for a file that has no others. */
const useFileColumns = (answer: AnyBreakdown | CostsAnswer | undefined, screen: BreakdownScreen): string[] | undefined => {
  const rows = answer && 'Dimension' in answer ? answer : undefined
  const all = useMemo(() => (rows ? shownTable(rows, screen, WORDLESS).columns : []), [rows, screen])
  const shown = useShownColumns(COLUMNS[rows?.Dimension ?? 'group'], all)
  return rows && isFigures(rows, screen) ? namesOfShown(shown, all) : undefined
}

/** Columns are the same in every language. */
const WORDLESS: TableWords = { language: 'en', venueName: '', loyaltyName: '', say: () => '' }

/** Whether an answer is one of this view; costs answer otherwise than the rest. */
const isOf = (data: AnyBreakdown | CostsAnswer, view: ShownView): boolean => ('Dimension' in data ? data.Dimension === view : view === 'costs')

interface ReportProps {
  answer: AnyBreakdown | CostsAnswer
  screen: BreakdownScreen
  config: VenueConfig
  user: StoredUser
}

const Report = ({ answer, screen, config, user }: ReportProps) => {
  const speech = useLanguage()
  const time = readAt(answer, config)
  const words = useMemo(
    () => ({
      language: speech.language,
      venueName: config.VenueName,
      loyaltyName: speech.loyaltyName,
      say: ((messages, key, values) => said(messages, speech, key, values)) as TableWords['say'],
    }),
    [speech, config.VenueName],
  )
  return (
    <>
      {'Dimension' in answer ? (
        <>
          <BreakdownLedger answer={answer} screen={screen} words={words} time={time} withReceipts={tagsOf(user).includes('can_viewsales')} />
          {answer.Dimension === 'gpmargins' && <AdjustedMargin totals={answer.Totals} screen={screen} />}
        </>
      ) : (
        <Suspense fallback={<Waiting rows={12} />}>
          <CostsAccount answer={answer} screen={screen} words={words} withReceipts={tagsOf(user).includes('can_viewsales')} />
        </Suspense>
      )}
      <Freshness answer={answer} time={time} />
    </>
  )
}
