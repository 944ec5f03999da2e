import { Suspense, useDeferredValue, useMemo } from 'react'
import { LONGEST_TIMES_DAYS } from '#features/reports/kit/breakdown-kinds.rules.ts'
import { BestSellers } from '#features/reports/kit/cards/best-sellers.part.tsx'
import { ServiceStrip } from '#features/reports/kit/cards/service-strip.part.tsx'
import { pluWords } from '#features/reports/kit/products.messages.ts'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { type Drill, writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { Freshness } from '#features/reports/kit/screen/freshness.part.tsx'
import { LateLine } from '#features/reports/kit/screen/late-days.part.tsx'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage, readAt } from '#features/reports/kit/screen/report-page.part.tsx'
import { UnknownItems } from '#features/reports/kit/screen/unknown-items.part.tsx'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { daysIn } from '#shared/day.ts'
import type { Column, Table } from '#shared/endpoint.ts'
import { Beside } from '#ui/beside.tsx'
import { namesOfShown, useShownColumns } from '#ui/columns.tsx'
import type { Target } from '#ui/go.tsx'
import { InTurn } from '#ui/in-turn.tsx'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import type { PageFile } from '#ui/screen.ts'
import { Waiting } from '#ui/states.tsx'
import { tagsOf, type VenueConfig } from '#ui/stored-user.ts'
import { lazyWhenNear } from '#ui/when-near.ts'
import { Account } from './account.part.tsx'
import { CoversPart } from './covers.part.tsx'
import { isEmpty, NothingSold } from './empty.part.tsx'
import { FigureRow } from './figures.part.tsx'
import { Ledger } from './ledger.part.tsx'
import { askedAt, type SalesScreen, useScreen } from './sales-screen.part.ts'
import type { SalesAnswer } from './sales-summary.contract.ts'
import styles from './sales-summary.module.css'
import { DETAIL, SALES_DETAIL, salesTable } from './sales-table.rules.ts'
import { TrendPart } from './trend.part.tsx'

const OrderTypesPart = lazyWhenNear(() => import('./order-types.part.tsx'))
const DrillDocket = lazyWhenNear(() => import('./drill-docket.part.tsx'))

/** How much was sold, where and when, with the receipts behind every figure. */
const SalesSummary = ({ user, config }: OfVenue) => {
  const screen = useScreen(config)
  const { state, operation, query } = screen
  const sayMenu = useSay(reportsMenu)
  const { data, error, refetch, isPlaceholderData } = useReport(operation, query, screen)
  const columns = useFileColumns(state.view)
  const report = useMemo(() => data && <Report answer={data} screen={screen} config={config} user={user} />, [data, screen, config, user])
  // A report is long: it is drawn in small steps behind the one before, and never holds up what the reader does meanwhile.
  const drawn = useDeferredValue(report)
  const isStale = isPlaceholderData || drawn !== report
  // What is opened together with other days or items is held against their own figures, not against those still on screen.
  const docket = data && !isPlaceholderData && (state.drill || state.receipt) && (
    <Suspense>
      <DrillDocket
        answer={data}
        state={state}
        filter={screen.filter}
        onClose={() => screen.change({ drill: undefined, receipt: undefined })}
        onRefresh={() => refetch()}
      />
    </Suspense>
  )
  return (
    <ReportPage
      title={sayMenu('salesSummary')}
      screen={screen}
      config={config}
      user={user}
      docket={docket}
      exported={{ path: operation.path, query: { ...query, View: state.view, Figure: state.figure }, columns }}
      error={error}
      onRetry={() => refetch()}
      isStale={isStale}
    >
      {drawn}
    </ReportPage>
  )
}

export default ofVenue(SalesSummary)

const DETAIL_COLUMNS: Column[] = ['Location', 'Period', ...DETAIL].map((key) => ({ key, title: '', kind: 'text' }))

/** The columns on screen, for a file that has no others; in the summary they follow from the range. */
const useFileColumns = (view: 'summary' | 'detail'): string[] | undefined => {
  const shown = useShownColumns(SALES_DETAIL, DETAIL_COLUMNS)
  return view === 'detail' ? namesOfShown(shown, DETAIL_COLUMNS) : undefined
}

export const ahead: PageFile['ahead'] = ({ Config }, url) => (Config ? [askedAt(Config, url)] : [])

const Report = ({ answer, screen, config, user }: OfVenue & { answer: SalesAnswer; screen: SalesScreen }) => {
  const { state, currency, range } = screen
  const speech = useLanguage()
  const clock = useMemo(() => ({ time: readAt(answer, config), now: nowOf(answer, config) }), [answer, config])
  const { view, figure } = state
  const { today } = screen.calendar
  // Covers and best sellers are kept by the day, whatever unit the ledger is in, and know no single date.
  const guests = useMemo(() => {
    const { Daypart: _, Items: __, Date: day, ...asked } = state.compare === 'target' ? withoutCompare(screen.query) : screen.query
    return day === undefined ? asked : { FromDate: day, ToDate: day, ...asked }
  }, [screen.query, state.compare])
  const guestsKept = state.daypart === undefined && state.items.length === 0
  const best = useMemo(() => (state.daypart === undefined ? guests : { ...guests, Daypart: state.daypart }), [guests, state.daypart])
  const bestKept = state.items.length === 0 && (state.daypart === undefined || daysIn(range.from, range.to) <= LONGEST_TIMES_DAYS)
  const table = useMemo(() => tableOf(answer, config, speech, { View: view, Figure: figure }), [answer, config, speech, view, figure])
  if (isEmpty(answer)) {
    return (
      <>
        <UnknownItems items={answer.UnknownItems} />
        <NothingSold answer={answer} range={range} filtered={state.weekdays.length > 0 || state.daypart !== undefined || state.items.length > 0} />
        <LateLine answer={answer} locationIds={state.locationIds} />
        <Freshness answer={answer} time={clock.time} />
      </>
    )
  }
  return (
    <InTurn first={3}>
      <UnknownItems items={answer.UnknownItems} />
      <FigureRow answer={answer} currency={currency} time={clock.time} />
      <ServiceStrip answer={answer} currency={currency} now={clock.now} target={openHere} />
      <Ledger answer={answer} table={table} state={state} currency={currency} time={clock.time} onChange={screen.change} />
      <Account answer={answer} currency={currency} time={clock.time} byItem={state.items.length > 0} bridges={tagsOf(user).includes('can_viewmedia')} />
      {bestKept ? <BestSellers query={best} currency={currency} config={config} receiptsOf={receiptsOf} /> : <NoBestSellers />}
      <TrendPart date={range.to < today ? range.to : today} locations={screen.filter.Locations} currency={currency} />
      <div className={styles.pair}>
        <CoversPart query={guests} currency={currency} kept={guestsKept} />
        {bestKept && config.ShowBreakdownPage && tagsOf(user).includes('can_viewbreakdown') && (
          <Suspense fallback={<Waiting rows={4} />}>
            <OrderTypesPart query={best} currency={currency} />
          </Suspense>
        )}
      </div>
      <LateLine answer={answer} locationIds={state.locationIds} />
      <Freshness answer={answer} time={clock.time} />
    </InTurn>
  )
}

/** Only sales have targets; what else is shown is compared with nothing then. */
const withoutCompare = ({ Compare: _, ...asked }: Record<string, string>): Record<string, string> => asked

const openHere = (drill: Drill): Target => ({ change: { drill: writeDrill(drill), receipt: undefined } })

/** An item's receipts: it alone is shown, and what proves it is open. */
const receiptsOf = (plu: string): Target => ({ change: { items: plu, drill: writeDrill({ figure: 'Net' }), receipt: undefined } })

/** Items of the whole menu are ranked, at a time of day over a month. */
const NoBestSellers = () => {
  const say = useSay(pluWords)
  return (
    <Beside>
      <div className="bar-head">
        <h2>{say('bestSellers')}</h2>
      </div>
      <p className="note">{say('bestNotKept', { days: LONGEST_TIMES_DAYS })}</p>
    </Beside>
  )
}

const tableOf = (answer: SalesAnswer, config: VenueConfig, speech: ReturnType<typeof useLanguage>, query: Parameters<typeof salesTable>[1]): Table =>
  salesTable(answer, query, {
    language: speech.language,
    venueName: config.VenueName,
    loyaltyName: speech.loyaltyName,
    say: (messages, key, values) => said(messages, speech, key, values),
  })

/** Where the moment of the answer stands on the service strip. */
const nowOf = (answer: SalesAnswer, config: VenueConfig) => {
  if (!answer.Periods.some(({ State }) => State === 'open')) return undefined
  const time = readAt(answer, config)
  const first = answer.Hours?.[0]?.LocalHour ?? 5
  return { hours: (Number(time.slice(0, 2)) + Number(time.slice(3)) / 60 - first + 24) % 24, time }
}
