import { useState } from 'react'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { ui } from '#ui/ui.messages.ts'
import { useSend } from '#ui/use-call.ts'
import { typedPoints } from './balance.rules.ts'
import { useCardsChanged } from './card-calls.part.ts'
import { useCardText } from './card-text.part.tsx'
import { loyalty } from './loyalty.contract.ts'
import { AmountField, WordsField } from './move-fields.part.tsx'
import { moveWords } from './moves.messages.ts'

interface ReverseProps {
  movementId: string
  /** How many of its points can still be taken back. */
  most: number
  /** Which entry it is, in words. */
  about: string
  onDone?: () => void
  onClose: () => void
}

/** Takes a movement back, whole or in part: how many and why, then a look at it, then done. */
export const Reverse = ({ movementId, most, about, onDone, onClose }: ReverseProps) => {
  const say = useSay(moveWords)
  const words = useSay(ui)
  const text = useCardText()
  const changed = useCardsChanged()
  const [amount, setAmount] = useState(String(most))
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [reviewing, setReviewing] = useState(false)
  const points = typedPoints(amount)
  const wrongAmount = !points ? say('wholeNumber') : points > most ? say('reverseTooMany', { points: text.points(most) }) : undefined
  const wrongReason = reason.trim() === '' ? words('required') : undefined
  const send = useSend(loyalty.reverseMovement, {
    quiet: true,
    onDone: ({ Points }) => {
      toast.success(say.count('reversedDone', Math.abs(Points)))
      onDone?.()
      onClose()
      return changed()
    },
  })
  const review = () => {
    setTried(true)
    if (!wrongAmount && !wrongReason) setReviewing(true)
  }
  const reverse = () => {
    const part = points !== undefined && points < most ? { Points: points } : {}
    send.mutate({ params: { id: movementId }, body: { ...part, Comments: reason.trim() } })
  }
  const n = points ?? 0
  return (
    <Modal
      title={reviewing ? say.count('reverseAsk', n) : say('reverseTitle')}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={() => (reviewing ? setReviewing(false) : onClose())}>
            {reviewing ? say('back') : words('cancel')}
          </button>
          <button type="button" className="btn primary" disabled={send.isPending} aria-busy={send.isPending} onClick={reviewing ? reverse : review}>
            {reviewing ? say.count('reverseN', n) : say('reverseReview')}
          </button>
        </>
      }
    >
      <p>{about}</p>
      {reviewing ? (
        <>
          <dl className="facts">
            <div>
              <dt>{say('reverseLeft')}</dt>
              <dd>{text.points(most - n)}</dd>
            </div>
            <div>
              <dt>{say('reason')}</dt>
              <dd>{reason.trim()}</dd>
            </div>
          </dl>
          <p className="note">{say('reverseBody')}</p>
          <Refusal error={send.error} />
        </>
      ) : (
        <>
          <AmountField value={amount} onChange={setAmount} wrong={tried ? wrongAmount : undefined} hint={say('reverseHint', { points: text.points(most) })} />
          <WordsField label={say('reason')} value={reason} onChange={setReason} wrong={tried ? wrongReason : undefined} hint={say('reasonHint')} />
        </>
      )}
    </Modal>
  )
}
