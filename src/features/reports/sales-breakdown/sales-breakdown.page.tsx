import { useDeferredValue, useMemo } from 'react'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import { type StoredUser, tagsOf, useStoredUser, type VenueConfig } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { reportsMenu } from '../menu.messages.ts'
import { Freshness } from '../screen/freshness.part.tsx'
import { ReportPage, readAt } from '../screen/report-page.part.tsx'
import { type ReportScreen, useReportScreen } from '../screen/report-screen.part.tsx'
import { BreakdownDocket } from './breakdown-docket.part.tsx'
import { LEVELS } from './breakdown-kinds.rules.ts'
import { BreakdownLedger } from './breakdown-ledger.part.tsx'
import { isDimension, readSteps, type ShownView, type Step, showsItems, VIEWS, withinQuery } from './breakdown-screen.rules.ts'
import { CostsAccount } from './costs-account.part.tsx'
import { Dimensions } from './dimensions.part.tsx'
import { type BreakdownAnswer, type CostsAnswer, salesBreakdown } from './sales-breakdown.contract.ts'
import './sales-breakdown.css'

const REFRESH_SECONDS = 60

/** What sold, by whom, and what was given away, put on and lost. */
const SalesBreakdownPage = () => {
  const user = useStoredUser()
  return user?.Config ? <SalesBreakdown user={user} config={user.Config} /> : null
}

export default SalesBreakdownPage

/** The screen as its address has it. */
export interface BreakdownScreen extends ReportScreen {
  view: ShownView
  /** The rows one went into. */
  steps: Step[]
  /** The row whose receipts are open, by its key; `all` for everything. */
  open: string | undefined
  /** Margins are shown by this step. */
  by: (typeof LEVELS)[number] | undefined
}

const useBreakdownScreen = (config: VenueConfig): BreakdownScreen => {
  const screen = useReportScreen(config)
  const [url] = useUrlState()
  return useMemo(() => {
    const view = VIEWS.find((one) => one === url.dim) ?? 'group'
    const change: ReportScreen['changeFilter'] = (changes) => screen.changeFilter({ ...changes, open: undefined })
    return {
      ...screen,
      view,
      steps: isDimension(view) && view !== 'gpmargins' ? readSteps(url.in) : [],
      open: /^(all|\d{1,9})$/.test(url.open ?? '') ? url.open : undefined,
      by: view === 'gpmargins' ? (LEVELS.find((one) => one === url.step) ?? 'productgroup') : undefined,
      changeFilter: change,
    }
  }, [screen, url])
}

const queryOf = ({ query, state, view, steps, by }: BreakdownScreen): Record<string, string> => {
  const { Items: _, ...asked } = query
  return {
    ...asked,
    Interval: state.unit,
    ...withinQuery(steps),
    ...(showsItems(steps) ? { By: 'plu' } : by ? { By: by } : {}),
    ...(view === 'costs' ? {} : {}),
  }
}

const SalesBreakdown = ({ user, config }: { user: StoredUser; config: VenueConfig }) => {
  const screen = useBreakdownScreen(config)
  const { view, range } = screen
  const sayMenu = useSay(reportsMenu)
  const isOpen = range.from <= screen.calendar.today && screen.calendar.today <= range.to
  const operation = salesBreakdown[view] as typeof salesBreakdown.group
  const query = useMemo(() => queryOf(screen), [screen])
  const { data, error, refetch, isPlaceholderData } = useCall(
    operation,
    { query: query as never },
    { keepLast: true, everySeconds: isOpen ? REFRESH_SECONDS : undefined },
  )
  // The last answer of another dimension is not drawn as if it were this one's.
  const answer = data && isOf(data, view) ? data : undefined
  const report = useMemo(() => answer && <Report answer={answer} screen={screen} config={config} user={user} />, [answer, screen, config, user])
  const drawn = useDeferredValue(report)
  const docket = answer && isDimension(view) && (screen.open || screen.state.receipt) && tagsOf(user).includes('can_viewsales') && (
    <BreakdownDocket answer={answer} screen={screen} onRefresh={() => refetch()} />
  )
  return (
    <ReportPage
      title={sayMenu('salesBreakdown')}
      screen={screen}
      config={config}
      user={user}
      without={['items']}
      receipts={false}
      docket={docket}
      exported={{ path: operation.path, query: { ...query, View: screen.state.view } }}
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData || drawn !== report}
    >
      {answer && drawn && (
        <>
          <Dimensions screen={screen} answer={isDimension(view) ? answer : undefined} />
          {drawn}
        </>
      )}
    </ReportPage>
  )
}

/** Whether an answer is one of this view; costs answer otherwise than the rest. */
const isOf = (data: BreakdownAnswer | CostsAnswer, view: ShownView): boolean => ('Dimension' in data ? data.Dimension === view : view === 'costs')

interface ReportProps {
  answer: BreakdownAnswer | CostsAnswer
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
      say: ((messages, key, values) => said(messages, speech, key, values)) as Parameters<typeof salesBreakdown.group.table & object>[2]['say'],
    }),
    [speech, config.VenueName],
  )
  return (
    <>
      {'Dimension' in answer ? (
        <BreakdownLedger answer={answer} screen={screen} words={words} time={time} withReceipts={tagsOf(user).includes('can_viewsales')} />
      ) : (
        <CostsAccount answer={answer} screen={screen} words={words} />
      )}
      <Freshness answer={answer} time={time} />
    </>
  )
}
