import { lazy, Suspense } from 'react'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage } from '#features/reports/kit/screen/report-page.part.tsx'
import { type ReportScreen, useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { daysIn } from '#shared/day.ts'
import { rangeText } from '#shared/range.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { tagsOf } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { figureOpened, isPairs, type OpenedPayments, readOpened, sideOpened } from './opened-payments.rules.ts'
import { PaymentAccount } from './payment-account.part.tsx'
import { PaymentCosts } from './payment-costs.part.tsx'
import { PaymentDays } from './payment-days.part.tsx'
import { PaymentTiles } from './payment-tiles.part.tsx'
import { type PaymentsAnswer, payments, type TillAnswer } from './payments.contract.ts'
import { paymentsWords } from './payments.messages.ts'
import styles from './payments.module.css'
import { Payouts } from './payouts.part.tsx'
import { Alone, TillAgainst } from './till-against.part.tsx'
import { tillMatchWords } from './till-match.messages.ts'
import { LONGEST_MATCH_DAYS } from './till-match-pages.rules.ts'

// Few who read the report open what is behind a figure.
const PaymentsDocket = lazy(async () => ({ default: (await import('./payments-docket.part.tsx')).PaymentsDocket }))
const PairsDocket = lazy(async () => ({ default: (await import('./pairs-docket.part.tsx')).PairsDocket }))
const ReceiptDocket = lazy(async () => ({ default: (await import('#features/reports/receipts/receipt-docket.part.tsx')).ReceiptDocket }))

/** Card payments as the linked provider has them, and the tills beside them. */
const Payments = ({ user, config }: OfVenue) => {
  const sayMenu = useSay(reportsMenu)
  const screen = useReportScreen(config)
  const [url] = useUrlState()
  const { FromDate = '', ToDate = '', Locations } = screen.query
  const query = given({ FromDate, ToDate, Locations })
  const media = /^\d{1,9}(,\d{1,9}){0,199}$/.test(url.media ?? '') ? url.media : undefined
  const sides = given({ ...query, Media: media })
  const { data, error, refetch, isPlaceholderData } = useReport(payments.payments, query, screen)
  const isShort = daysIn(screen.range.from, screen.range.to) <= LONGEST_MATCH_DAYS
  const till = useCall(payments.tillAgainstPayments, { query: sides as never }, { enabled: isShort && data?.Linked === true, keepLast: true })
  const mayList = tagsOf(user).includes('can_viewsales')
  const opened = readOpened(url.paid, screen.range)
  return (
    <ReportPage
      title={sayMenu('payments')}
      screen={screen}
      config={config}
      user={user}
      without={['compare', 'weekdays', 'daypart', 'items']}
      exported={{ path: payments.payments.path, query }}
      receipts={false}
      docket={
        data && (opened || (screen.state.receipt && mayList)) ? (
          <Suspense fallback={<Waiting rows={8} />}>
            <Opened opened={opened} answer={data} till={till.data} query={query} sides={sides} screen={screen} mayList={mayList} onRefresh={() => refetch()} />
          </Suspense>
        ) : undefined
      }
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
    >
      {data && (
        <Shown answer={data} currency={screen.currency} opened={url.paid}>
          {isShort ? (
            <Sides till={till.data} error={till.error} onRetry={() => till.refetch()} sides={sides} currency={screen.currency} opened={url.paid} />
          ) : (
            <TooLong />
          )}
        </Shown>
      )}
    </ReportPage>
  )
}

export default ofVenue(Payments)

interface ShownProps {
  answer: PaymentsAnswer
  currency: string
  opened: string | undefined
  children: React.ReactNode
}

const Shown = ({ answer, currency, opened, children }: ShownProps) => {
  const say = useSay(paymentsWords)
  if (!answer.Linked)
    return (
      <Empty
        title={say('notLinkedTitle')}
        act={
          <Go to="/stripe/connect" search={{}} className="btn primary">
            {say('connect')}
          </Go>
        }
      >
        <p>{say('notLinked')}</p>
      </Empty>
    )
  if (answer.Days.length === 0)
    return (
      <>
        <Empty title={say('emptyTitle')}>
          <p>{say('empty')}</p>
        </Empty>
        {children}
        <Payouts answer={answer} opened={opened} />
      </>
    )
  return (
    <>
      <PaymentTiles answer={answer} currency={currency} />
      {children}
      <PaymentCosts answer={answer} currency={currency} opened={opened} />
      <PaymentAccount answer={answer} currency={currency} opened={opened} />
      <Payouts answer={answer} opened={opened} />
      <PaymentDays answer={answer} currency={currency} opened={opened} />
    </>
  )
}

interface SidesProps {
  till: TillAnswer | undefined
  error: unknown
  onRetry: () => void
  sides: Record<string, string>
  currency: string
  opened: string | undefined
}

/** The comparison comes after the figures: it looks at every tender and payment. */
const Sides = ({ till, error, onRetry, sides, currency, opened }: SidesProps) => {
  const alone = till?.Totals.some(({ OnlyTill, OnlyProvider }) => OnlyTill + OnlyProvider > 0) ?? false
  const pairs = useCall(payments.tillPairs, { query: sides as never }, { enabled: alone, keepLast: true }).data
  if (error) return <Failed error={error} onRetry={onRetry} />
  if (!till) return <Waiting rows={8} />
  return (
    <>
      <TillAgainst answer={till} currency={currency} opened={opened} />
      {alone && pairs && <Alone pairs={pairs.Pairs.filter((pair) => pair.Currency === currency)} leftOff={pairs.LeftOff} opened={opened} />}
    </>
  )
}

const TooLong = () => {
  const say = useSay(tillMatchWords)
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>{say('title')}</h2>
      </div>
      <p className="note">{say('tooLong', { days: LONGEST_MATCH_DAYS })}</p>
    </section>
  )
}

interface OpenedProps {
  opened: OpenedPayments | undefined
  answer: PaymentsAnswer
  till: TillAnswer | undefined
  query: Record<string, string>
  sides: Record<string, string>
  screen: ReportScreen
  mayList: boolean
  onRefresh: () => void
}

/** What is open beside the page: a receipt, the payments of a figure, or a side of the comparison. */
const Opened = ({ opened, answer, till, query, sides, screen, mayList, onRefresh }: OpenedProps) => {
  const say = useSay(paymentsWords)
  const { language } = useLanguage()
  const close = () => screen.change({ paid: undefined, receipt: undefined })
  const { receipt } = screen.state
  if (receipt && mayList) return <ReceiptDocket saleId={receipt} crumbs={<Go change={{ receipt: undefined }}>{say('back')}</Go>} onClose={close} />
  if (!opened) return null
  const place =
    opened.locationId === undefined
      ? say('allLocations')
      : (answer.Locations.find(({ LocationId }) => LocationId === opened.locationId)?.Name ?? say('noLocation'))
  const { currency } = screen
  const shared = { currency, place, range: rangeText(screen.range, language), onClose: close }
  const key = JSON.stringify(opened)
  const { what } = opened
  return isPairs(what) ? (
    <PairsDocket key={key} opened={{ ...opened, what }} query={sides} figure={sideOpened(till, opened, currency)} mayList={mayList} {...shared} />
  ) : (
    <PaymentsDocket key={key} opened={{ ...opened, what }} query={query} amount={figureOpened(answer, opened, currency)} onRefresh={onRefresh} {...shared} />
  )
}
