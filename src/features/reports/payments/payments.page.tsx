import { lazy, Suspense } from 'react'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage } from '#features/reports/kit/screen/report-page.part.tsx'
import { useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { daysIn } from '#shared/day.ts'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { tagsOf } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { readOpened, readPayment } from './opened-payments.rules.ts'
import { PaymentAccount } from './payment-account.part.tsx'
import { PaymentCosts } from './payment-costs.part.tsx'
import { PaymentDays } from './payment-days.part.tsx'
import { paymentListWords } from './payment-list.messages.ts'
import { PaymentStatus } from './payment-status.part.tsx'
import type { PaymentsAnswer } from './payment-sums.rules.ts'
import { PaymentTiles } from './payment-tiles.part.tsx'
import { payments } from './payments.contract.ts'
import { paymentsWords } from './payments.messages.ts'
import styles from './payments.module.css'
import { Payouts } from './payouts.part.tsx'
import { TillAgainst } from './till-against.part.tsx'
import { Alone } from './till-alone.part.tsx'
import { tillMatchWords } from './till-match.messages.ts'
import { LONGEST_MATCH_DAYS } from './till-match-pages.rules.ts'
import type { TillAnswer } from './till-sides.rules.ts'

// Few who read the report open what is behind a figure.
const Opened = lazy(async () => ({ default: (await import('./opened.part.tsx')).Opened }))

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
  const paymentId = readPayment(url.payment)
  const sayList = useSay(paymentListWords)
  return (
    <ReportPage
      title={sayMenu('payments')}
      screen={screen}
      config={config}
      user={user}
      without={['compare', 'weekdays', 'daypart', 'items']}
      own={{
        filters: data?.Linked && <PaymentStatus opened={opened} />,
        count: opened?.state ? 1 : 0,
        printed: opened?.state ? sayList(`state.${opened.state}`) : '',
      }}
      exported={{ path: payments.payments.path, query }}
      receipts={false}
      docket={
        data && (opened || paymentId || (screen.state.receipt && mayList)) ? (
          <Suspense fallback={<Waiting rows={8} />}>
            <Opened
              opened={opened}
              paymentId={paymentId}
              media={media}
              answer={data}
              till={till.data}
              query={query}
              sides={sides}
              screen={screen}
              mayList={mayList}
              mayMatch={tagsOf(user).includes('can_linkpayment')}
              onRefresh={() => refetch()}
            />
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
            <Sides
              till={till.data}
              error={till.error}
              onRetry={() => till.refetch()}
              sides={sides}
              currency={screen.currency}
              opened={url.paid}
              payment={paymentId}
            />
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
  payment: string | undefined
}

/** The comparison comes after the figures: it looks at every tender and payment. */
const Sides = ({ till, error, onRetry, sides, currency, opened, payment }: SidesProps) => {
  const alone = till?.Totals.some(({ OnlyTill, OnlyProvider }) => OnlyTill + OnlyProvider > 0) ?? false
  const pairs = useCall(payments.tillPairs, { query: sides as never }, { enabled: alone, keepLast: true }).data
  if (error) return <Failed error={error} onRetry={onRetry} />
  if (!till) return <Waiting rows={8} />
  return (
    <>
      <TillAgainst answer={till} currency={currency} opened={opened} />
      {alone && pairs && <Alone pairs={pairs.Pairs.filter((pair) => pair.Currency === currency)} leftOff={pairs.LeftOff} opened={opened} payment={payment} />}
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
