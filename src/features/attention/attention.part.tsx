import { useRef, useState } from 'react'
import { ActMenu } from '#ui/blank.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Waiting } from '#ui/states.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { useAskAgain, useCall, useSend } from '#ui/use-call.ts'
import { attention, type Item } from './attention.contract.ts'
import { attentionWords } from './attention.messages.ts'
import styles from './attention.module.css'
import { UNTIL, type Until } from './attention.rules.ts'
import { screenOf } from './attention-screens.rules.ts'
import { useItemText } from './attention-text.part.ts'

const REFRESH_SECONDS = 60
/** So many are shown at first. */
const MOST = 5

/** What is odd today, the worst first, each with where it is put right. */
const Attention = () => {
  const say = useSay(attentionWords)
  const heading = useRef<HTMLHeadingElement>(null)
  const [seesAll, setSeesAll] = useState(false)
  const { data, error, refetch } = useCall(attention.attention, {}, { everySeconds: REFRESH_SECONDS })
  const { dismiss, restore } = useDismissals(() => heading.current?.focus())
  const items = data?.Items.filter(({ Dismissed }) => Dismissed === null) ?? []
  const dismissed = data?.Items.filter(({ Dismissed }) => Dismissed !== null) ?? []
  return (
    <section className={styles.attention} aria-labelledby="attention">
      <h2 id="attention" ref={heading} tabIndex={-1}>
        {say('title')}
      </h2>
      {!data && !error && <Waiting rows={3} />}
      {!data && error && (
        <p className={styles.quiet}>
          {say('failed')}{' '}
          <button type="button" className="text-btn" onClick={() => refetch()}>
            {say('retry')}
          </button>
        </p>
      )}
      {data && items.length === 0 && (
        <p className={styles.quiet}>
          <Icon name="check" /> {say('nothing')}
        </p>
      )}
      {items.length > 0 && (
        <ol>
          {items.slice(0, seesAll ? items.length : MOST).map((item) => (
            <OddThing key={item.Key} item={item} onDismiss={dismiss} />
          ))}
        </ol>
      )}
      {items.length > MOST && (
        <button type="button" className="text-btn" aria-expanded={seesAll} onClick={() => setSeesAll(!seesAll)}>
          {seesAll ? say('fewer') : say('more', { n: items.length - MOST })}
        </button>
      )}
      {dismissed.length > 0 && <DismissedThings items={dismissed} onRestore={restore} />}
    </section>
  )
}

export default Attention

const useDismissals = (onGone: () => void) => {
  const say = useSay(attentionWords)
  const askAgain = useAskAgain(attention.attention)
  const back = useSend(attention.restore, { onDone: askAgain })
  const send = useSend(attention.dismiss, { onDone: askAgain })
  const restore = (key: string) => back.mutate({ params: { key } })
  const dismiss = (Key: string, Until: Until, what: string) =>
    send.mutate(
      { body: { Key, Until } },
      {
        onSuccess: () => {
          toast.success(say('dismissed', { what }), { label: say('undo'), onAct: () => restore(Key) })
          onGone()
        },
      },
    )
  return { dismiss, restore }
}

const OddThing = ({ item, onDismiss }: { item: Item; onDismiss: (key: string, until: Until, what: string) => void }) => {
  const say = useSay(attentionWords)
  const tags = tagsOf(useStoredUser())
  const { tag, title, about } = useItemText()(item)
  return (
    <li data-kind={item.Kind}>
      <span className={`st-tag ${TONES[item.Kind]}`}>{tag}</span>
      <p>
        <Go {...screenOf(item, tags)}>{title}</Go>
        <small>{about}</small>
      </p>
      <ActMenu
        className={styles.more ?? ''}
        ariaLabel={say('dismiss', { what: title })}
        label={<Icon name="close" />}
        acts={UNTIL.map((until) => ({
          id: until,
          label: say(until === 'Always' ? 'always' : 'untilTomorrow'),
          ...(until === 'Always' ? { note: say('alwaysAbout') } : {}),
          onAct: () => onDismiss(item.Key, until, title),
        }))}
      />
    </li>
  )
}

/** How bad each is. */
const TONES: Readonly<Record<Item['Kind'], 'bad' | 'warn' | 'info'>> = {
  SheetDifference: 'bad',
  Silent: 'bad',
  CardUse: 'warn',
  Link: 'warn',
  Orders: 'warn',
  StockOut: 'warn',
  Restated: 'info',
  Loss: 'warn',
  ShiftOpen: 'info',
  SheetsOpen: 'info',
  Unmatched: 'info',
  TillSilent: 'warn',
}

/** What the reader does not want to hear of, behind one quiet line. */
const DismissedThings = ({ items, onRestore }: { items: readonly Item[]; onRestore: (key: string) => void }) => {
  const say = useSay(attentionWords)
  const textOf = useItemText()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.dismissed}>
      <p>
        {say('hidden', { n: items.length })} ·{' '}
        <button type="button" className="text-btn" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {say(isOpen ? 'hide' : 'show')}
        </button>
      </p>
      {isOpen && (
        <ul>
          {items.map((item) => {
            const { title } = textOf(item)
            return (
              <li key={item.Key}>
                <span>{title}</span>
                <button type="button" className="text-btn" aria-label={say('backOf', { what: title })} onClick={() => onRestore(item.Key)}>
                  {say('back')}
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
