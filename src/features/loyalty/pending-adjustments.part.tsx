import { useState } from 'react'
import { maskedNumber } from '#shared/card-number.ts'
import { AskFirst } from '#ui/ask-first.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { useCardsChanged } from './card-calls.part.ts'
import { cardPath, useCardText } from './card-text.part.tsx'
import { type Adjustment, loyalty } from './loyalty.contract.ts'
import { useMoment } from './moment.part.ts'
import { WordsField } from './move-fields.part.tsx'
import { moveWords } from './moves.messages.ts'
import styles from './pending-adjustments.module.css'

interface Deciding {
  adjustment: Adjustment
  approves: boolean
}

/** Adjustments above the venue's limit: somebody else than whoever asked approves or refuses them. Draws nothing where none waits. */
export const PendingAdjustments = () => {
  const say = useSay(moveWords)
  const [deciding, setDeciding] = useState<Deciding>()
  const { data, error, refetch } = useCall(loyalty.adjustments, { query: { State: 'Pending' } }, { everySeconds: 60 })
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  const waiting = data?.Adjustments ?? []
  return (
    <>
      {waiting.length > 0 && (
        <section className={styles.pending}>
          <h2>{say.count('pendingCount', waiting.length)}</h2>
          <ul>
            {waiting.map((adjustment) => (
              <Waiting key={adjustment.MovementId} adjustment={adjustment} onDecide={(approves) => setDeciding({ adjustment, approves })} />
            ))}
          </ul>
        </section>
      )}
      {deciding && <Decide {...deciding} onClose={() => setDeciding(undefined)} />}
    </>
  )
}

const Waiting = ({ adjustment, onDecide }: { adjustment: Adjustment; onDecide: (approves: boolean) => void }) => {
  const say = useSay(moveWords)
  const text = useCardText()
  const moment = useMoment()
  const points = text.signed(adjustment.Points)
  const name = text.holder(adjustment)
  return (
    <li>
      <p className={styles.what}>
        <b>{points}</b> <Go to={cardPath(adjustment.CardNumber)}>{name}</Go> <small>{maskedNumber(adjustment.CardNumber)}</small>
      </p>
      <p className={styles.why}>
        {[adjustment.Comments, adjustment.Location, say('askedBy', { name: adjustment.AskedBy, time: moment.full(adjustment.AskedAt, adjustment.LocationId) })]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {adjustment.MayDecide ? (
        <p className={styles.acts}>
          <button type="button" className="btn primary" aria-label={say('approveNamed', { points, name })} onClick={() => onDecide(true)}>
            {say('approve')}
          </button>
          <button type="button" className="btn" aria-label={say('refuseNamed', { points, name })} onClick={() => onDecide(false)}>
            {say('refuse')}
          </button>
        </p>
      ) : (
        <p className="note">{say('ownAsk')}</p>
      )}
    </li>
  )
}

const Decide = ({ adjustment, approves, onClose }: Deciding & { onClose: () => void }) => {
  const say = useSay(moveWords)
  const text = useCardText()
  const changed = useCardsChanged()
  const [comments, setComments] = useState('')
  const send = useSend(approves ? loyalty.approveAdjustment : loyalty.refuseAdjustment, {
    quiet: true,
    onDone: () => {
      toast.success(say(approves ? 'approved' : 'refused'))
      onClose()
      return changed()
    },
  })
  const named = { points: text.signed(adjustment.Points), name: text.holder(adjustment) }
  return (
    <AskFirst
      title={say(approves ? 'approveAsk' : 'refuseAsk', named)}
      verb={say(approves ? 'approve' : 'refuse')}
      busy={send.isPending}
      error={send.error}
      onDo={() => send.mutate({ params: { id: adjustment.MovementId }, body: comments.trim() ? { Comments: comments.trim() } : {} })}
      onClose={onClose}
    >
      <p>{approves ? say('approveBody') : say('refuseBody', { asker: adjustment.AskedBy })}</p>
      <WordsField label={say('comments')} value={comments} onChange={setComments} />
    </AskFirst>
  )
}
