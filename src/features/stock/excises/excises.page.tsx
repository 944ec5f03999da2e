import { lazy, Suspense } from 'react'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage } from '#features/reports/kit/screen/report-page.part.tsx'
import { useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
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
import { useExciseText } from './excise-text.part.ts'
import { type ExcisesAnswer, exciseCalls } from './excises.contract.ts'
import styles from './excises.module.css'
import { RETURN_STATES } from './liquor-return.rules.ts'
import { LiquorReturnMenu } from './liquor-return-menu.part.tsx'
import { MissingAlcohol } from './missing-alcohol.part.tsx'

const Buyers = lazy(async () => ({ default: (await import('./buyers.part.tsx')).Buyers }))
const LiquorReturn = lazy(async () => ({ default: (await import('./liquor-returns.part.tsx')).LiquorReturn }))

/** Litres of alcohol and the duty in them, by tariff item, split where a rate changes. */
const Excises = ({ user, config }: OfVenue) => {
  const sayMenu = useSay(reportsMenu)
  const sayWords = useSay(exciseWords)
  const screen = useReportScreen(config)
  const [url, change] = useUrlState()
  const { FromDate = '', ToDate = '', Locations } = screen.query
  const query = given({ FromDate, ToDate, Locations, Basis: url.basis === 'bought' ? 'bought' : undefined })
  const { data, error, refetch, isPlaceholderData } = useReport(exciseCalls.excises, query, screen)
  const mayEdit = tagsOf(user).includes('can_editstock')
  const close = () => change({ open: undefined, state: undefined })
  const openBuyers = () => change({ open: 'buyers', state: undefined })
  const returned = url.open === 'return' ? RETURN_STATES.find((state) => state === url.state) : undefined
  return (
    <>
      <ReportPage
        title={sayMenu('excises')}
        screen={screen}
        config={config}
        user={user}
        without={['compare', 'weekdays', 'daypart', 'items']}
        exported={{ path: exciseCalls.excises.path, query }}
        receipts={false}
        own={{ filters: data && <RatesChanged answer={data} />, count: 0, printed: sayWords(data?.Basis ?? 'sold') }}
        acts={<LiquorReturnMenu onReturn={(state) => change({ open: 'return', state })} onBuyers={openBuyers} />}
        error={error}
        onRetry={() => refetch()}
        isStale={isPlaceholderData}
      >
        {data && <Whole answer={data} mayEdit={mayEdit} onRates={() => refetch()} />}
      </ReportPage>
      <Suspense>
        {url.open === 'buyers' && <Buyers mayEdit={mayEdit} onClose={close} />}
        {returned && <LiquorReturn state={returned} locations={Locations} today={screen.calendar.today} onBuyers={openBuyers} onClose={close} />}
      </Suspense>
    </>
  )
}

export default ofVenue(Excises)

/** The days on which rates change within the range. */
const RatesChanged = ({ answer }: { answer: ExcisesAnswer }) => {
  const say = useSay(exciseWords)
  const text = useExciseText(answer.Currency)
  if (answer.Spans.length < 2) return null
  return (
    <p className="blank fact">
      <small>{say('ratesChanged')}</small>
      <span>
        {answer.Spans.slice(1)
          .map(({ FromDate }) => text.day(FromDate))
          .join(', ')}
      </span>
    </p>
  )
}

const Whole = ({ answer, mayEdit, onRates }: { answer: ExcisesAnswer; mayEdit: boolean; onRates: () => void }) => {
  const say = useSay(exciseWords)
  const text = useExciseText(answer.Currency)
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
                {say(`${TariffItem === '' ? 'noItemFor' : 'noRateFor'}${Lal === 0 ? 'Other' : ''}`, {
                  item: TariffItem,
                  from: text.day(FromDate),
                  to: text.day(ToDate),
                  lal: text.lal(Lal),
                })}
              </span>
            ))}
            {say('noRateNote')}
          </p>
        </div>
      )}
      <ExciseItems answer={answer} />
      <div className={answer.Return.length > 0 ? styles.two : styles.one}>
        <ExciseReturn answer={answer} />
        <div>
          <MissingAlcohol answer={answer} />
          {rates}
        </div>
      </div>
    </>
  )
}
