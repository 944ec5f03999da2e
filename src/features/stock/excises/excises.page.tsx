import { lazy, Suspense } from 'react'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage } from '#features/reports/kit/screen/report-page.part.tsx'
import { useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { tagsOf } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { exciseWords } from './excise.messages.ts'
import { ExciseFigures } from './excise-figures.part.tsx'
import { ExciseItems } from './excise-items.part.tsx'
import { ExciseRates } from './excise-rates.part.tsx'
import { ExciseReturn } from './excise-return.part.tsx'
import { type ExcisesAnswer, exciseCalls } from './excises.contract.ts'
import styles from './excises.module.css'
import { RETURN_STATES } from './liquor-return.rules.ts'
import { LiquorReturns } from './liquor-returns.part.tsx'
import { MissingAlcohol } from './missing-alcohol.part.tsx'

const LiquorReturn = lazy(async () => ({ default: (await import('./liquor-return.part.tsx')).LiquorReturn }))
const Buyers = lazy(async () => ({ default: (await import('./buyers.part.tsx')).Buyers }))

/** Litres of alcohol and the duty in them, by tariff item, split where a rate changes. */
const Excises = ({ user, config }: OfVenue) => {
  const sayMenu = useSay(reportsMenu)
  const screen = useReportScreen(config)
  const [url, change] = useUrlState()
  const { FromDate = '', ToDate = '', Locations } = screen.query
  const query = given({ FromDate, ToDate, Locations, Basis: url.basis === 'bought' ? 'bought' : undefined })
  const { data, error, refetch, isPlaceholderData } = useReport(exciseCalls.excises, query, screen)
  const tags = tagsOf(user)
  const shownReturn = RETURN_STATES.find((state) => url.open === `return-${state}`)
  const close = () => change({ open: undefined })
  return (
    <ReportPage
      title={sayMenu('excises')}
      screen={screen}
      config={config}
      user={user}
      without={['compare', 'weekdays', 'daypart', 'items']}
      acts={screen.currency === 'AUD' && <LiquorReturns today={screen.calendar.today} onOpen={(open) => change({ open })} />}
      exported={{ path: exciseCalls.excises.path, query }}
      receipts={false}
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
    >
      {data && <Whole answer={data} mayEdit={tags.includes('can_editstock')} onRates={() => refetch()} />}
      <Suspense>
        {url.open === 'buyers' && <Buyers onClose={close} />}
        {shownReturn && <LiquorReturn state={shownReturn} today={screen.calendar.today} query={given({ Locations })} onClose={close} />}
      </Suspense>
    </ReportPage>
  )
}

export default ofVenue(Excises)

const Whole = ({ answer, mayEdit, onRates }: { answer: ExcisesAnswer; mayEdit: boolean; onRates: () => void }) => {
  const say = useSay(exciseWords)
  const text = useStockText(answer.Currency)
  const rates = <ExciseRates mayEdit={mayEdit} jurisdiction={answer.Jurisdiction} currency={answer.Currency} onChanged={onRates} />
  if (answer.WithStrength === 0) {
    return (
      <>
        <Empty
          title={say('noStrengthTitle')}
          act={
            <Go className="btn primary" to="/venue/products">
              {say('openProducts')}
            </Go>
          }
        >
          <p>{say('noStrengthHint')}</p>
        </Empty>
        {rates}
      </>
    )
  }
  return (
    <>
      <div className={`callout ${styles.notice}`}>
        <Icon name="attention" />
        <p>
          <b>{say('notLodged')}</b> {say('estimates')}
        </p>
      </div>
      {answer.RatesKept === 0 && (
        <div className="callout warn">
          <Icon name="attention" />
          <p>
            <b>{say('noRatesTitle')}</b> {say('noRatesHint')}
          </p>
        </div>
      )}
      <ExciseFigures answer={answer} />
      {answer.NoRate.length > 0 && (
        <div className="callout warn">
          <Icon name="attention" />
          <p>
            {answer.NoRate.map(({ TariffItem, FromDate, ToDate, Lal }) => (
              <span className={styles.gap} key={`${TariffItem} ${FromDate}`}>
                {say('noRateFor', { item: TariffItem || '–', from: text.day(FromDate), to: text.day(ToDate), lal: Lal })}
              </span>
            ))}
            {say('noRateNote')}
          </p>
        </div>
      )}
      <ExciseItems answer={answer} />
      <div className={answer.Return.length > 0 && answer.Missing.length > 0 ? styles.two : styles.one}>
        <ExciseReturn answer={answer} />
        <MissingAlcohol answer={answer} />
      </div>
      {rates}
    </>
  )
}
