import { useCallback, useDeferredValue, useMemo } from 'react'
import { BestSellers } from '#features/reports/kit/cards/best-sellers.part.tsx'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { orderIn, ROW_ORDER } from '#features/reports/kit/row-order.rules.ts'
import { Freshness } from '#features/reports/kit/screen/freshness.part.tsx'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage, readAt } from '#features/reports/kit/screen/report-page.part.tsx'
import { useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import type { TableWords } from '#shared/endpoint.ts'
import { namesOfShown, useShownColumns } from '#ui/columns.tsx'
import type { Target } from '#ui/go.tsx'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import { tagsOf, type VenueConfig } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { ALL_ITEMS, itemsBehind, PluDocket } from './plu-docket.part.tsx'
import { PluEmpty } from './plu-empty.part.tsx'
import { PluLedger } from './plu-ledger.part.tsx'
import type { PluAnswer } from './plu-sales.contract.ts'
import { pluSales } from './plu-sales.contract.ts'
import { PLU_CHOICE, PLU_DETAIL, pluColumns, pluScreenColumns } from './plu-table.rules.ts'

/** Columns are the same in every language. */
const WORDLESS = { say: () => '' }
const WITHOUT = ['items'] as const

/** What this report's address has beside every report's. */
const filterOf = ({ group, supplier, q }: Record<string, string>) => ({
  ...(group ? { Group: group } : {}),
  ...(supplier && /^\d{1,9}$/.test(supplier) ? { Supplier: supplier } : {}),
  ...(q ? { Search: q.slice(0, 100) } : {}),
})

/** Every product that sold. */
const PluSales = ({ user, config }: OfVenue) => {
  const screen = useReportScreen(config)
  const [url] = useUrlState()
  const sayMenu = useSay(reportsMenu)
  const { state } = screen
  const shared = useMemo(() => {
    const { Items: _items, ...others } = screen.query
    return others
  }, [screen.query])
  const query = { ...shared, ...filterOf(url), ...(state.view === 'detail' ? { View: 'detail' } : {}) }
  const { data, error, refetch, isPlaceholderData } = useReport(pluSales.pluSales, query, screen)
  const asked = ROW_ORDER.test(url.sort ?? '') ? url.sort : undefined
  const sort = useMemo(() => data && orderIn(pluColumns(data, WORDLESS), asked), [data, asked])
  const mayDrill = tagsOf(user).includes('can_viewsales')
  const isChosen = [url.group, url.supplier, url.q].some(Boolean)
  const all = data && mayDrill && data.Count > 0 ? itemsBehind(data, ALL_ITEMS, isChosen) : undefined
  const items = data && itemsBehind(data, url.plu ?? '', isChosen)
  const columns = useMemo(() => (data ? pluScreenColumns(data, WORDLESS) : []), [data])
  const shown = useShownColumns(state.view === 'detail' ? PLU_DETAIL : PLU_CHOICE, columns)
  const report = useMemo(
    () => data && <Report answer={data} screen={screen} query={shared} config={config} sort={sort} mayDrill={mayDrill} />,
    [data, screen, shared, config, sort, mayDrill],
  )
  const drawn = useDeferredValue(report)
  const isStale = isPlaceholderData || drawn !== report
  return (
    <ReportPage
      title={sayMenu('pluSales')}
      screen={screen}
      config={config}
      user={user}
      without={WITHOUT}
      receipts={all !== undefined && { plu: ALL_ITEMS, place: undefined, fig: undefined, receipt: undefined }}
      docket={
        data && mayDrill && items && (url.plu || state.receipt) ? (
          <PluDocket answer={data} plu={url.plu ?? ''} items={items} state={state} filter={screen.filter} onRefresh={() => refetch()} />
        ) : undefined
      }
      exported={{ path: pluSales.pluSales.path, query: { ...query, ...(sort ? { Sort: sort } : {}) }, columns: namesOfShown(shown, columns) }}
      error={error}
      onRetry={() => refetch()}
      isStale={isStale}
    >
      {drawn}
    </ReportPage>
  )
}

export default ofVenue(PluSales)

interface ReportProps {
  answer: PluAnswer
  screen: ReturnType<typeof useReportScreen>
  config: VenueConfig
  sort: string | undefined
  /** Range, places and comparison. */
  query: Record<string, string>
  mayDrill: boolean
}

/** A product's receipts, beside this page. */
const receiptsOf = (plu: string): Target => ({ change: { plu, place: undefined, fig: undefined, receipt: undefined } })

const Report = ({ answer, screen, query, config, sort, mayDrill }: ReportProps) => {
  const speech = useLanguage()
  const say = useCallback<TableWords['say']>((messages, key, values) => said(messages, speech, key, values), [speech])
  const time = readAt(answer, config)
  return (
    <>
      <PluLedger answer={answer} currency={screen.currency} sort={sort} time={time} mayDrill={mayDrill} say={say} />
      {mayDrill && answer.Count > 0 && <BestSellers query={query} currency={screen.currency} config={config} receiptsOf={receiptsOf} />}
      {answer.Count === 0 && <PluEmpty answer={answer} range={screen.range} />}
      <Freshness answer={answer} time={time} />
    </>
  )
}
