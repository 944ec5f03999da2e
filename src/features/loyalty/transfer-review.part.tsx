import { maskedNumber } from '#shared/card-number.ts'
import { Proof } from '#ui/docket.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useSend } from '#ui/use-call.ts'
import { type Standing, standingAfter } from './balance.rules.ts'
import { useCardsChanged } from './card-calls.part.ts'
import { useCardText } from './card-text.part.tsx'
import { loyalty } from './loyalty.contract.ts'
import { BeforeAfter, usePlaces } from './move-fields.part.tsx'
import { moveWords } from './moves.messages.ts'
import styles from './moves.module.css'
import type { Transfer } from './transfer.form.tsx'
import type { Transferred } from './transfer-done.part.tsx'

interface ReviewProps {
  transfer: Transfer
  onBack: () => void
  onDone: (done: Transferred) => void
}

/** Both cards before and after, to check before anything moves. */
export const TransferReview = ({ transfer, onBack, onDone }: ReviewProps) => {
  const say = useSay(moveWords)
  const text = useCardText()
  const changed = useCardsChanged()
  const { from, to, points, locationId, comments } = transfer
  const after = { from: standingAfter(from, -points), to: standingAfter(to, points) }
  const net = ({ Points, Owed }: Standing) => Points - Owed
  const sum = (a: Standing, b: Standing) => `${text.points(net(a))} + ${text.points(net(b))}`
  const send = useSend(loyalty.transferPoints, {
    quiet: true,
    onDone: ({ MovementId, From, To }) => {
      onDone({ ...transfer, movementId: MovementId, from: { ...from, ...From }, to: { ...to, ...To } })
      return changed()
    },
  })
  const move = () =>
    send.mutate({
      params: { from: from.CardNumber, to: to.CardNumber },
      body: { Points: points, LocationId: locationId, ...(comments ? { Comments: comments } : {}) },
    })
  const cards = { from: maskedNumber(from.CardNumber), to: maskedNumber(to.CardNumber) }
  const aside = (number: string) => `${number}, ${say('active')}`
  return (
    <>
      <h2 className={styles.ask}>{say('moveAsk', { points: text.points(points), ...cards })}</h2>
      <div className={styles.pair}>
        <BeforeAfter
          title={say('from')}
          name={text.holder(from)}
          aside={aside(cards.from)}
          before={from}
          after={after.from}
          change={{ label: say('movesOut'), value: text.signed(-points) }}
        />
        <p className={styles.across}>
          <b>{text.points(points)}</b>
          <svg viewBox="0 0 72 12" aria-hidden="true">
            <path d="M0 6h70M64 1l6 5-6 5" className="st" />
          </svg>
          <small>{say('points').toLowerCase()}</small>
        </p>
        <BeforeAfter
          title={say('to')}
          name={text.holder(to)}
          aside={aside(cards.to)}
          before={to}
          after={after.to}
          change={{ label: say('movesIn'), value: text.signed(points) }}
        />
      </div>
      <Proof holds>
        {say('moveProof', { before: sum(from, to), after: sum(after.from, after.to) })}{' '}
        <b>{say('moveProofTotal', { points: text.points(net(from) + net(to)) })}</b>
      </Proof>
      <Facts locationId={locationId} comments={comments} />
      <Refusal error={send.error} />
      <div className={styles.acts}>
        <button type="button" className="btn primary big" disabled={send.isPending} aria-busy={send.isPending} onClick={move}>
          {say.count('moveN', points)}
        </button>
        <button type="button" className="btn big" onClick={onBack}>
          {say('back')}
        </button>
      </div>
      <p className="note">{say('movePart')}</p>
    </>
  )
}

const Facts = ({ locationId, comments }: { locationId: number; comments: string }) => {
  const say = useSay(moveWords)
  const user = useStoredUser()
  const place = usePlaces().find((one) => one.LocationId === locationId)
  const facts: [string, string][] = [
    [say('location'), place?.Name ?? ''],
    [say('comments'), comments || say('none')],
    [say('enteredBy'), user?.DisplayName || user?.UserName || ''],
  ]
  return (
    <dl className={`facts ${styles.facts}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
