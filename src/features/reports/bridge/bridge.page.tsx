import { lazy, Suspense } from 'react'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { Freshness } from '#features/reports/kit/screen/freshness.part.tsx'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { MediaViews } from '#features/reports/kit/screen/media-views.part.tsx'
import { NothingSoldIn } from '#features/reports/kit/screen/nothing-sold.part.tsx'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { ReportPage, readAt } from '#features/reports/kit/screen/report-page.part.tsx'
import { type ReportScreen, useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useTableTexts } from '#features/reports/kit/screen/table-texts.part.ts'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { rangeText } from '#shared/range.ts'
import { DataTable } from '#ui/data-table.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Waiting } from '#ui/states.tsx'
import { tagsOf, type VenueConfig } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { AccountTables } from './account-tables.part.tsx'
import { type Bridge, type BridgeAnswer, bridge as bridgeCalls } from './bridge.contract.ts'
import styles from './bridge.module.css'
import { bridgeScreenWords } from './bridge-screen.messages.ts'
import { bridgeTable } from './bridge-table.rules.ts'
import { MediaMatrix } from './media-matrix.part.tsx'
import { RiverPicture, StageBars } from './river.part.tsx'
import { NotLinked, Standing } from './standing.part.tsx'
import { type Opened, openedAt } from './step-links.part.ts'

// Few who read the bridge open what is behind a step.
const BridgeReceipts = lazy(async () => ({ default: (await import('./bridge-receipts.part.tsx')).BridgeReceipts }))
const StepDocket = lazy(async () => ({ default: (await import('./step-docket.part.tsx')).StepDocket }))

/** The way from gross sales to the bank, with what explains each difference beside it. */
const BridgePage = ({ user, config }: OfVenue) => {
  const sayMenu = useSay(reportsMenu)
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const screen = useReportScreen(config)
  const [url] = useUrlState()
  const { FromDate = '', ToDate = '', Locations } = screen.query
  const query = given({ FromDate, ToDate, Locations })
  const { data, error, refetch, isPlaceholderData } = useReport(bridgeCalls.bridge, query, screen)
  const bridge = data?.Totals.find(({ Currency }) => Currency === screen.currency) ?? data?.Totals[0]
  const mayList = tagsOf(user).includes('can_viewsales')
  const opened = openedAt(url.step)
  const aside = rangeText(screen.range, language)
  const close = () => screen.change({ step: undefined, drill: undefined, receipt: undefined })
  const isReceipts = screen.state.drill !== undefined || screen.state.receipt !== undefined
  return (
    <ReportPage
      title={sayMenu('mediaSummary')}
      screen={screen}
      config={config}
      user={user}
      without={['compare', 'weekdays', 'daypart', 'items']}
      exported={{ path: bridgeCalls.bridge.path, query }}
      receipts={mayList}
      docket={
        bridge &&
        (isReceipts && mayList ? (
          <Suspense fallback={<Waiting rows={8} />}>
            <BridgeReceipts bridge={bridge} screen={screen} aside={aside} query={query} onClose={close} onRefresh={() => refetch()} />
          </Suspense>
        ) : (
          opened && (
            <Suspense fallback={<Waiting rows={8} />}>
              <StepDocket
                key={url.step}
                opened={opened}
                bridge={bridge}
                asked={data?.Locations.length ?? 0}
                mayList={mayList}
                aside={aside}
                query={query}
                onClose={close}
              />
            </Suspense>
          )
        ))
      }
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
    >
      {data && bridge && (
        <>
          <MediaViews view="bridge" />
          {bridge.Media.length === 0 && bridge.Steps.every(({ Amount }) => !Amount) ? (
            <NothingSoldIn title={say('emptyTitle', { range: aside })} locations={data.Locations} filtered={false} />
          ) : (
            <Whole
              answer={data}
              bridge={bridge}
              screen={screen}
              config={config}
              mayList={mayList}
              mayLink={tagsOf(user).includes('can_linkpayment')}
              opened={opened}
            />
          )}
          <Freshness answer={data} time={readAt(data, config)} />
        </>
      )}
    </ReportPage>
  )
}

export default ofVenue(BridgePage)

interface WholeProps {
  answer: BridgeAnswer
  bridge: Bridge
  screen: ReportScreen
  config: VenueConfig
  mayList: boolean
  mayLink: boolean
  opened: Opened | undefined
}

const Whole = ({ answer, bridge, screen, config, mayList, mayLink, opened }: WholeProps) => {
  const say = useSay(bridgeScreenWords)
  const { language } = useLanguage()
  const texts = useTableTexts(config)
  const isTable = screen.state.view === 'detail'
  const table = bridgeTable({ ...answer, Totals: [bridge] }, {}, texts)
  return (
    <>
      <Standing answer={answer} bridge={bridge} />
      <section className={styles.bridge}>
        <div className="bar-head">
          <h2>
            {say('toTheBank')} <small>{say('basis', { range: rangeText(screen.range, language), currency: bridge.Currency })}</small>
          </h2>
          <Segmented
            label={say('shownAs')}
            value={screen.state.view}
            onChange={(view) => screen.change({ view: view === 'detail' ? view : undefined })}
            options={[
              { value: 'summary', label: say('picture') },
              { value: 'detail', label: say('table') },
            ]}
          />
        </div>
        {isTable ? (
          <DataTable table={table} caption={say('toTheBank')} currency={bridge.Currency} rowKey={(row) => String(row.Step)} className="short" />
        ) : (
          <>
            <RiverPicture bridge={bridge} mayList={mayList} opened={opened} />
            <StageBars bridge={bridge} mayList={mayList} />
          </>
        )}
      </section>
      <AccountTables bridge={bridge} mayList={mayList} opened={opened} />
      <MediaMatrix bridge={bridge} mayList={mayList} />
      {answer.Settles === 'not-linked' && <NotLinked mayLink={mayLink} />}
    </>
  )
}
