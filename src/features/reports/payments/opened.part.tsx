import type { ReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { ReceiptDocket } from '#features/reports/receipts/receipt-docket.part.tsx'
import { rangeText } from '#shared/range.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { figureOpened, isPairs, type OpenedPayments, sideOpened } from './opened-payments.rules.ts'
import { PairsDocket } from './pairs-docket.part.tsx'
import { PaymentDocket } from './payment-docket.part.tsx'
import type { PaymentsAnswer } from './payment-sums.rules.ts'
import { paymentsWords } from './payments.messages.ts'
import { PaymentsDocket } from './payments-docket.part.tsx'
import type { TillAnswer } from './till-sides.rules.ts'

interface OpenedProps {
  opened: OpenedPayments | undefined
  paymentId: string | undefined
  media: string | undefined
  answer: PaymentsAnswer
  till: TillAnswer | undefined
  query: Record<string, string>
  sides: Record<string, string>
  screen: ReportScreen
  mayList: boolean
  mayMatch: boolean
  onRefresh: () => void
}

/** What is open beside the page: a receipt, a payment, the payments of a figure, or a side of the comparison. */
export const Opened = ({ opened, paymentId, media, answer, till, query, sides, screen, mayList, mayMatch, onRefresh }: OpenedProps) => {
  const say = useSay(paymentsWords)
  const { language } = useLanguage()
  const [, change] = useUrlState()
  const close = () => change({ paid: undefined, payment: undefined, receipt: undefined })
  const { receipt } = screen.state
  if (receipt && mayList) return <ReceiptDocket saleId={receipt} crumbs={<Go change={{ receipt: undefined }}>{say('back')}</Go>} onClose={close} />
  if (paymentId)
    return (
      <PaymentDocket
        key={paymentId}
        paymentId={paymentId}
        media={media}
        fromList={opened !== undefined}
        mayList={mayList}
        mayMatch={mayMatch}
        onClose={close}
      />
    )
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
