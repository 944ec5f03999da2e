import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage } from '#features/reports/kit/screen/report-page.part.tsx'
import { useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { type StockVarianceAnswer, stockVarianceCalls } from './variance.contract.ts'
import { varianceWords } from './variance.messages.ts'
import { VarianceDocket } from './variance-docket.part.tsx'
import { VarianceFigures } from './variance-figures.part.tsx'
import { VarianceList } from './variance-list.part.tsx'

/** Theoretical against counted use, with what is missing in money. */
const StockVariance = ({ user, config }: OfVenue) => {
  const say = useSay(reportsMenu)
  const screen = useReportScreen(config)
  const [url, change] = useUrlState()
  const { FromDate = '', ToDate = '', Locations } = screen.query
  const query = given({ FromDate, ToDate, Locations, Search: url.q?.slice(0, 100) || undefined }) as { FromDate: string; ToDate: string }
  const { data, error, refetch, isPlaceholderData } = useReport(stockVarianceCalls.stockVariance, query, screen)
  const [locationId, plu] = (url.stock ?? '').split(' ')
  const opened = plu ? data?.Rows.find((row) => String(row.LocationId) === locationId && row.Plu === plu) : undefined
  return (
    <ReportPage
      title={say('stockVariance')}
      screen={screen}
      config={config}
      user={user}
      without={['compare', 'weekdays', 'daypart', 'items']}
      exported={{ path: stockVarianceCalls.stockVariance.path, query }}
      receipts={false}
      docket={opened && data && <VarianceDocket row={opened} answer={data} onClose={() => change({ stock: undefined })} />}
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
    >
      {data && (data.Totals.Products === 0 && !url.q ? <None answer={data} /> : <Whole answer={data} />)}
    </ReportPage>
  )
}

export default ofVenue(StockVariance)

const Whole = ({ answer }: { answer: StockVarianceAnswer }) => {
  const say = useSay(varianceWords)
  return (
    <>
      <VarianceFigures answer={answer} />
      <VarianceList answer={answer} currency={answer.Currency} />
      <p className="note">{say('rule')}</p>
      <CountedOnce answer={answer} />
    </>
  )
}

const CountedOnce = ({ answer }: { answer: StockVarianceAnswer }) => {
  const say = useSay(varianceWords)
  return answer.Locations.filter(({ CountedOnce: once }) => once > 0).map(({ LocationId, Name, CountedOnce: n }) => (
    <p className="note" key={LocationId}>
      {say(n === 1 ? 'countedOnce.one' : 'countedOnce.other', { location: Name, n })}
    </p>
  ))
}

const None = ({ answer }: { answer: StockVarianceAnswer }) => {
  const say = useSay(varianceWords)
  return (
    <Empty
      title={say('noneTitle')}
      act={
        <Go className="btn primary" to="/venue/counts">
          {say('startCount')}
        </Go>
      }
    >
      <p>{say('noneHint')}</p>
      <CountedOnce answer={answer} />
    </Empty>
  )
}
