import { Fragment, lazy, Suspense, useState } from 'react'
import { maskedNumber } from '#shared/card-number.ts'
import { dayText } from '#shared/cell-text.ts'
import { Nil } from '#ui/data-table.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { useCardText } from './card-text.part.tsx'
import type { Details, Movement } from './loyalty.contract.ts'
import { useMoment } from './moment.part.ts'
import { moveWords } from './moves.messages.ts'
import { Reverse } from './reverse.part.tsx'
import styles from './usage.module.css'
import { byDay } from './usage.rules.ts'
import { useEntryText } from './usage-entry.part.tsx'

// A receipt is asked for when somebody opens the entry.
const ReceiptBehind = lazy(async () => ({ default: (await import('./usage-receipt.part.tsx')).ReceiptBehind }))

interface TableProps {
  card: Details
  movements: readonly Movement[]
  range: string
  mayEdit: boolean
  /** The first day, where the balance brought into it stands at the foot. */
  forward: string | undefined
}

/** The ledger, newest first: what each entry changed, the balance after it, and the receipt behind it. */
export const UsageTable = ({ card, movements, range, mayEdit, forward }: TableProps) => {
  const say = useSay(moveWords)
  const text = useCardText()
  const { language } = useLanguage()
  const [opened, setOpened] = useState<string>()
  const [reversing, setReversing] = useState<Movement>()
  const entryText = useEntryText(movements)
  const oldest = movements.at(-1)
  return (
    <>
      <table className={`plain ${styles.entries}`}>
        <caption className="sr">{say('ledgerCaption', { card: maskedNumber(card.CardNumber), range })}</caption>
        <thead>
          <tr>
            <th scope="col">{say('time')}</th>
            <th scope="col">{say('entryTitle')}</th>
            <th scope="col" className="opt">
              {say('location')}
            </th>
            <th scope="col" className="opt">
              {say('receipt')}
            </th>
            <th scope="col" className="num">
              {say('points')}
            </th>
            <th scope="col" className="num">
              {say('balance')}
            </th>
          </tr>
        </thead>
        {byDay(movements).map((day) => (
          <tbody key={day.Movements[0]?.MovementId}>
            <tr className={styles.day}>
              <th scope="rowgroup" colSpan={2}>
                {dayText(day.Day, language)}
              </th>
              <td className="opt" colSpan={2} />
              <td className="num">{text.signed(day.Points)}</td>
              <td />
            </tr>
            {day.Movements.map((movement, i) => (
              <Entry
                key={movement.MovementId}
                movement={movement}
                entry={entryText(movement)}
                after={day.Movements[i - 1]}
                before={day.Movements[i + 1]}
                own={card.CardNumber}
                isOpen={opened === movement.MovementId}
                onOpen={() => setOpened(opened === movement.MovementId ? undefined : movement.MovementId)}
                onReverse={mayEdit && movement.Reversible > 0 ? () => setReversing(movement) : undefined}
              />
            ))}
          </tbody>
        ))}
        {forward && oldest && (
          <tfoot>
            <tr className={styles.forward}>
              <th scope="row" colSpan={2}>
                {say('forward')} <small>{dayText(forward, language)}</small>
              </th>
              <td className="opt" colSpan={2} />
              <td />
              <td className="num">{text.points(oldest.Balance - oldest.Points)}</td>
            </tr>
          </tfoot>
        )}
      </table>
      {reversing && (
        <Reverse movementId={reversing.MovementId} most={reversing.Reversible} about={entryText(reversing).about} onClose={() => setReversing(undefined)} />
      )}
    </>
  )
}

interface EntryProps {
  movement: Movement
  entry: ReturnType<ReturnType<typeof useEntryText>>
  /** The entries above and below it on the same day. */
  after: Movement | undefined
  before: Movement | undefined
  own: string
  isOpen: boolean
  onOpen: () => void
  onReverse: (() => void) | undefined
}

const Entry = ({ movement, entry, after, before, isOpen, onOpen, onReverse }: EntryProps) => {
  const say = useSay(moveWords)
  const text = useCardText()
  const moment = useMoment()
  const maySee = tagsOf(useStoredUser()).includes('can_viewsales')
  const { MovementId, SaleId, Receipt, Location, LocationId } = movement
  const reversesBelow = movement.Reverses !== null && before?.MovementId === movement.Reverses
  const isReversedAbove = after?.Reverses === MovementId
  const isStruck = isTakenBack(movement) || (reversesBelow && before !== undefined && isTakenBack(before))
  const row = [isOpen ? styles.shown : '', reversesBelow ? styles.upper : '', isReversedAbove ? styles.lower : ''].filter(Boolean).join(' ')
  const points = text.signed(movement.Points)
  return (
    <Fragment>
      <tr className={row || undefined}>
        <td className={styles.time}>{moment.time(movement.At, LocationId)}</td>
        <th scope="row">
          {entry.name}
          {entry.kind && <small className={styles.in}>{entry.kind}</small>}
          {onReverse && (
            <button
              type="button"
              className={`text-btn ${styles.reverse}`}
              aria-label={say('reverseNamed', { entry: entry.name, when: entry.when })}
              onClick={onReverse}
            >
              {say('reverse')}
            </button>
          )}
          {entry.notes && <small className={styles.under}>{entry.notes}</small>}
          <small className={styles.narrow}>
            {[Location, Receipt].filter(Boolean).join(', ')}{' '}
            {SaleId && maySee && (
              <button type="button" className="text-btn" aria-expanded={isOpen} onClick={onOpen}>
                {say('receipt')}
              </button>
            )}
          </small>
        </th>
        <td className="opt">{Location}</td>
        <td className="opt">
          {SaleId && maySee ? (
            <button type="button" className={styles.more} aria-expanded={isOpen} onClick={onOpen}>
              {Receipt} <Icon name="caret" />
            </button>
          ) : (
            (Receipt ?? <Nil>{say('noReceipt')}</Nil>)
          )}
        </td>
        <td className="num">{isStruck ? <s>{points}</s> : points}</td>
        <td className={`num ${styles.balance}`}>{text.points(movement.OwedAfter > 0 ? -movement.OwedAfter : movement.Balance)}</td>
      </tr>
      {isOpen && SaleId && (
        <tr className={styles.behind}>
          <td />
          <td colSpan={3}>
            <Suspense>
              <ReceiptBehind saleId={SaleId} />
            </Suspense>
          </td>
          <td className="opt" colSpan={2} />
        </tr>
      )}
    </Fragment>
  )
}

/** Whether nothing is left of an entry. */
const isTakenBack = ({ Points, Reversed }: Movement): boolean => Points !== 0 && Reversed >= Math.abs(Points)
