import { useDeferredValue, useMemo } from 'react'
import type { Table } from '#shared/endpoint.ts'
import { Icon } from '#ui/icon.tsx'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { rangeText, rangeToUrl } from '#ui/range.ts'
import { RangePicker } from '#ui/range-picker.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { type StoredUser, useStoredUser, type VenueConfig } from '#ui/stored-user.ts'
import { ui } from '#ui/ui.messages.ts'
import { stringifySearch } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { instantIn } from '../day.rules.ts'
import { Account } from './account.part.tsx'
import { writeDrill } from './drill.rules.ts'
import { DrillDocket } from './drill-docket.part.tsx'
import { isEmpty, NothingSold } from './empty.part.tsx'
import { FigureRow } from './figures.part.tsx'
import { Filters } from './filters.part.tsx'
import { Freshness } from './freshness.part.tsx'
import { Ledger } from './ledger.part.tsx'
import type { SalesAnswer } from './sales-summary.contract.ts'
import { salesSummaryWords } from './sales-summary.messages.ts'
import { salesTableWords } from './sales-table.messages.ts'
import { salesTable } from './sales-table.rules.ts'
import { type ReportScreen, useScreen } from './screen.part.tsx'
import { ServiceStrip } from './service-strip.part.tsx'
import { Share, useExport } from './share.part.tsx'
import './sales-summary.css'

const REFRESH_SECONDS = 60

/** How much was sold, where and when, with the receipts behind every figure. */
const SalesSummaryPage = () => {
  const user = useStoredUser()
  return user?.Config ? <SalesSummary user={user} config={user.Config} /> : null
}

export default SalesSummaryPage

const SalesSummary = ({ user, config }: { user: StoredUser; config: VenueConfig }) => {
  const screen = useScreen(config)
  const { state, range, operation, query } = screen
  const sayTable = useSay(salesTableWords)
  const isOpen = range.from <= screen.calendar.today && screen.calendar.today <= range.to
  const { data, error, refetch, isPlaceholderData } = useCall(
    operation,
    { query: query as never },
    { keepLast: true, everySeconds: isOpen ? REFRESH_SECONDS : undefined },
  )
  const report = useMemo(() => data && <Report answer={data} screen={screen} config={config} />, [data, screen, config])
  // A report is long: it is drawn in small steps behind the one before, and never holds up what the reader does meanwhile.
  const drawn = useDeferredValue(report)
  const isStale = isPlaceholderData || drawn !== report
  const docket = data && (state.drill || state.receipt) && (
    <DrillDocket
      answer={data}
      state={state}
      filter={screen.filter}
      onClose={() => screen.change({ drill: undefined, receipt: undefined })}
      onRefresh={() => refetch()}
    />
  )
  return (
    <Page
      title={sayTable('title')}
      lead={<RangePicker value={range} calendar={screen.calendar} onChange={screen.setRange} />}
      filters={<Filters state={state} range={range} locations={config.Locations} dayparts={config.Dayparts} onChange={screen.changeFilter} />}
      filterCount={filterCount(screen)}
      acts={<Acts screen={screen} />}
      docket={docket}
      printLine={<PrintLine screen={screen} config={config} user={user} />}
    >
      <Dropped screen={screen} />
      <Currencies screen={screen} />
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : drawn ? (
        <div className={isStale ? 'report stale' : 'report'} aria-busy={isStale}>
          {drawn}
        </div>
      ) : (
        <Waiting rows={12} />
      )}
    </Page>
  )
}

const Report = ({ answer, screen, config }: { answer: SalesAnswer; screen: ReportScreen; config: VenueConfig }) => {
  const { state, currency, range } = screen
  const speech = useLanguage()
  const clock = useMemo(() => clockOf(answer, config), [answer, config])
  const { view, figure } = state
  const table = useMemo(() => tableOf(answer, config, speech, { View: view, Figure: figure }), [answer, config, speech, view, figure])
  // What is looked at first is drawn first; the tables under it follow at once, in small steps.
  const whole = useDeferredValue(true, false)
  if (isEmpty(answer)) {
    return (
      <>
        <NothingSold answer={answer} range={range} filtered={state.weekdays.length > 0 || state.daypart !== undefined || state.items.length > 0} />
        <Freshness answer={answer} time={clock.time} />
      </>
    )
  }
  return (
    <>
      <FigureRow answer={answer} currency={currency} time={clock.time} />
      <ServiceStrip answer={answer} currency={currency} now={clock.now} />
      {whole ? (
        <>
          <Ledger answer={answer} table={table} state={state} currency={currency} time={clock.time} onChange={screen.change} />
          <Account answer={answer} currency={currency} time={clock.time} byItem={state.items.length > 0} />
          <Freshness answer={answer} time={clock.time} />
        </>
      ) : (
        <div className="waiting rest" aria-busy="true" />
      )}
    </>
  )
}

const tableOf = (answer: SalesAnswer, config: VenueConfig, speech: ReturnType<typeof useLanguage>, query: Parameters<typeof salesTable>[1]): Table =>
  salesTable(answer, query, {
    language: speech.language,
    venueName: config.VenueName,
    loyaltyName: speech.loyaltyName,
    say: (messages, key, values) => said(messages, speech, key, values),
  })

/** The moment of the answer on the first location's clock, and where it stands on the service strip. */
const clockOf = (answer: SalesAnswer, config: VenueConfig) => {
  const [place] = answer.Locations
  const zone = place?.TimeZone ?? config.Locations[0]?.TimeZone ?? 'UTC'
  const time = instantIn(new Date(answer.AsAt), zone).slice(11, 16)
  const isOpen = answer.Periods.some(({ State }) => State === 'open')
  const first = answer.Hours?.[0]?.LocalHour ?? 5
  const hours = (Number(time.slice(0, 2)) + Number(time.slice(3)) / 60 - first + 24) % 24
  return { time, now: isOpen ? { hours, time } : undefined }
}

const filterCount = ({ state }: ReportScreen): number =>
  [state.compare !== 'none', state.locationIds.length > 0, state.weekdays.length > 0, state.daypart !== undefined, state.items.length > 0].filter(Boolean)
    .length

const Acts = ({ screen }: { screen: ReportScreen }) => {
  const say = useSay(salesSummaryWords)
  const sayRange = useSay(ui)
  const save = useExport()
  const { state, range, operation, query } = screen
  const written = { ...Object.fromEntries(new URLSearchParams(window.location.search)), range: rangeToUrl({ from: range.from, to: range.to }) }
  return (
    <>
      <button type="button" className="btn" onClick={() => screen.change({ drill: writeDrill({ figure: 'Net' }), receipt: undefined })}>
        {say('listInvoices')}
      </button>
      <Share
        presetName={range.preset && sayRange(range.preset)}
        exactAddress={`${window.location.origin}${window.location.pathname}${stringifySearch(written)}`}
        onExport={(format) => save(operation.path, { ...query, View: state.view, Figure: state.figure }, format)}
      />
    </>
  )
}

/** What the link asked for and is not here: told, never swallowed. */
const Dropped = ({ screen: { dropped } }: { screen: ReportScreen }) => {
  const say = useSay(salesSummaryWords)
  if (dropped.length === 0) return null
  const what = dropped.map(({ name, written }) => say(`droppedPart.${name}`, { written: written.slice(0, 60) })).join(', ')
  return (
    <div className="callout warn" role="status">
      <Icon name="attention" />
      <p>{say('dropped', { what })}</p>
    </div>
  )
}

const Currencies = ({ screen }: { screen: ReportScreen }) => {
  const say = useSay(salesSummaryWords)
  if (screen.currencies.length < 2) return null
  return (
    <div className="currencies">
      <Segmented
        label={say('currency')}
        value={screen.currency}
        options={screen.currencies.map((currency) => ({ value: currency, label: currency }))}
        onChange={(cur) => screen.changeFilter({ cur })}
      />
      <p className="note">{say('mixed')}</p>
    </div>
  )
}

const PrintLine = ({ screen, config, user }: { screen: ReportScreen; config: VenueConfig; user: StoredUser }) => {
  const say = useSay(salesSummaryWords)
  const sayTable = useSay(salesTableWords)
  const { language, locale } = useLanguage()
  const { state, range } = screen
  const places = config.Locations.filter(({ LocationId }) => state.locationIds.includes(LocationId)).map(({ Name }) => Name)
  return say('printed', {
    venue: config.VenueName,
    title: sayTable('title'),
    range: rangeText(range, language),
    filters: [places.length > 0 ? places.join(', ') : say('allLocations'), sayTable(state.compare), state.daypart ?? '', state.items.join(', ')]
      .filter(Boolean)
      .join(' · '),
    time: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date()),
    user: user.UserName,
  })
}
