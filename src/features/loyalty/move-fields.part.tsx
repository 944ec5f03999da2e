import type { ReactNode } from 'react'
import { Choose, Field } from '#ui/field.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import type { Standing } from './balance.rules.ts'
import { useCardText } from './card-text.part.tsx'
import { moveWords } from './moves.messages.ts'
import styles from './moves.module.css'

/** The locations the reader may work at. */
export const usePlaces = () => useStoredUser()?.Config?.Locations ?? []

/** Where it is done; not asked where there is only one place. */
export const PlaceChoice = ({ value, onChange }: { value: number; onChange: (locationId: number) => void }) => {
  const say = useSay(moveWords)
  const places = usePlaces()
  if (places.length < 2) return null
  return (
    <Choose
      label={say('location')}
      value={String(value)}
      options={places.map(({ LocationId, Name }) => [String(LocationId), Name] as const)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  )
}

interface WordsProps {
  label: string
  value: string
  onChange: (value: string) => void
  wrong?: string | undefined
  hint?: string
}

/** Why it is done, in a line. */
export const WordsField = (props: WordsProps) => <Field {...props} maxLength={500} autoComplete="off" />

/** How many points, in digits. */
export const AmountField = ({ value, onChange, wrong, hint }: Omit<WordsProps, 'label' | 'hint'> & { hint?: ReactNode }) => {
  const say = useSay(moveWords)
  return <Field label={say('amount')} value={value} onChange={onChange} wrong={wrong} hint={hint} inputMode="numeric" autoComplete="off" maxLength={16} />
}

interface SheetProps {
  title?: ReactNode
  name: ReactNode
  aside: ReactNode
  before: Standing
  after: Standing
  /** What the change is called, and how it is written. */
  change: { label: string; value: string } | undefined
}

/** A card before and after, as a sum. */
export const BeforeAfter = ({ title, name, aside, before, after, change }: SheetProps) => {
  const say = useSay(moveWords)
  const text = useCardText()
  return (
    <section className={`paper ${styles.sheet}`}>
      {title && <h3>{title}</h3>}
      <p className={styles.who}>
        {name}
        <small>{aside}</small>
      </p>
      <table>
        <tbody>
          <tr>
            <th scope="row">{say('balanceNow')}</th>
            <td>{text.points(before.Points)}</td>
          </tr>
          {before.Owed > 0 && (
            <tr>
              <th scope="row">{say('owedBefore')}</th>
              <td>{text.points(-before.Owed)}</td>
            </tr>
          )}
          <tr className={styles.move}>
            <th scope="row">{change?.label ?? say('added')}</th>
            <td>{change?.value ?? '–'}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{say(after.Owed > 0 ? 'owedAfter' : 'balanceAfter')}</th>
            <td>{change ? text.points(after.Owed > 0 ? -after.Owed : after.Points) : '–'}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** Where one is: filling in, checking, done. */
export const Steps = ({ at, first = 'stepFill' }: { at: 0 | 1 | 2; first?: 'stepFill' | 'stepCards' }) => {
  const say = useSay(moveWords)
  return (
    <ol className="steps">
      {([first, 'stepReview', 'stepDone'] as const).map((step, i) => (
        <li key={step} className={i < at ? 'done' : undefined} aria-current={i === at ? 'step' : undefined}>
          {i < at && <Icon name="check" />} {say(step)}
        </li>
      ))}
    </ol>
  )
}

/** It is done: what came of it, and what one may do next. */
export const DonePanel = ({ title, waits, children, acts }: { title: string; waits?: boolean; children: ReactNode; acts: ReactNode }) => (
  <section className={styles.done}>
    <div className={waits ? 'callout warn' : 'callout done'} role="status">
      <Icon name={waits ? 'late' : 'check'} />
      <div>
        <b>{title}</b>
        {children}
      </div>
    </div>
    <div className={styles.acts}>{acts}</div>
  </section>
)

/** A card that cannot be worked with, and the way to where that is changed. */
export const Unusable = ({ children, to, act }: { children: ReactNode; to: string; act: string }) => (
  <div className="callout warn">
    <Icon name="attention" />
    <p>
      {children}{' '}
      <Go to={to} search={{ tab: 'details' }}>
        {act}
      </Go>
    </p>
  </div>
)
