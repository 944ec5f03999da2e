import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage } from '#features/reports/kit/screen/report-page.part.tsx'
import { useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { PaymentDays } from './payment-days.part.tsx'
import { type PaymentsAnswer, payments } from './payments.contract.ts'
import { paymentsWords } from './payments.messages.ts'
import styles from './payments.module.css'
import { Payouts } from './payouts.part.tsx'

/** Card payments as the linked provider has them. */
const Payments = ({ user, config }: OfVenue) => {
  const sayMenu = useSay(reportsMenu)
  const screen = useReportScreen(config)
  const { FromDate = '', ToDate = '', Locations } = screen.query
  const query = { FromDate, ToDate, ...(Locations ? { Locations } : {}) }
  const { data, error, refetch, isPlaceholderData } = useReport(payments.payments, query, screen)
  return (
    <ReportPage
      title={sayMenu('payments')}
      screen={screen}
      config={config}
      user={user}
      without={['compare', 'weekdays', 'daypart', 'items']}
      exported={{ path: payments.payments.path, query }}
      receipts={false}
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
    >
      {data && <Shown answer={data} />}
    </ReportPage>
  )
}

export default ofVenue(Payments)

const Shown = ({ answer }: { answer: PaymentsAnswer }) => {
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
  return (
    <>
      {answer.OpenDisputes > 0 && (
        <p className={`callout warn ${styles.part}`} role="status">
          {answer.OpenDisputes === 1 ? say('dispute') : say('disputes', { count: answer.OpenDisputes })}
        </p>
      )}
      {answer.Days.length === 0 ? (
        <Empty title={say('emptyTitle')}>
          <p>{say('empty')}</p>
        </Empty>
      ) : (
        <PaymentDays answer={answer} />
      )}
      <Payouts answer={answer} />
    </>
  )
}
