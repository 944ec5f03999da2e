import { BlankMenu } from '#ui/blank.tsx'
import { useSay } from '#ui/language.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { isPairs, type OpenedPayments, writeOpened } from './opened-payments.rules.ts'
import { paymentListWords } from './payment-list.messages.ts'
import { PAYMENT_STATES } from './payment-list.rules.ts'

/** Keeps payments of one status in the list that is open; without one it opens all payments of the range. */
export const PaymentStatus = ({ opened }: { opened: OpenedPayments | undefined }) => {
  const say = useSay(paymentListWords)
  const [, change] = useUrlState()
  const list = opened && !isPairs(opened.what) ? opened : ({ what: 'Payments' } as const)
  return (
    <BlankMenu
      className="opt"
      label={say('state')}
      value={opened?.state ?? ''}
      options={[{ value: '' as const, label: say('anyState') }, ...PAYMENT_STATES.map((value) => ({ value, label: say(`state.${value}`) }))]}
      onChange={(chosen) => change({ paid: writeOpened({ ...list, state: chosen === '' ? undefined : chosen }), payment: undefined, receipt: undefined })}
    />
  )
}
