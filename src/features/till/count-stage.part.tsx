import type { ReactNode } from 'react'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import type { SheetAnswer } from './control-sheets.contract.ts'
import type { CountDraft } from './count-draft.rules.ts'
import { countWords } from './count-phone.messages.ts'
import styles from './count-phone.module.css'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

export interface StageProps {
  id: string
  answer: SheetAnswer
  draft: CountDraft
  change: (part: Partial<CountDraft>) => void
}

/** What all stages look like: which drawer at the head, what is filled in, and what comes next at the foot. */
export const Stage = ({
  id,
  answer: { Sheet },
  children,
  foot,
  notice,
}: {
  id: string
  answer: SheetAnswer
  children: ReactNode
  foot: ReactNode
  notice?: ReactNode
}) => {
  const say = useSay(countWords)
  const screen = useSay(tillScreenWords)
  const text = useTillText()
  return (
    <div className={styles.screen}>
      <div className={styles.top}>
        <Go to={`/reports/control-sheets/${id}`} aria-label={say('leave')}>
          <Icon name="left" />
        </Go>
        <p>
          <b>{screen('tillOf', { location: Sheet.Location, till: Sheet.TerminalId })}</b>
          <small>{text.day(Sheet.Day)}</small>
        </p>
      </div>
      {notice}
      <div className={styles.body}>{children}</div>
      <div className={styles.foot}>{foot}</div>
    </div>
  )
}

/** Says that there is no connection, and that nothing is lost. */
export const Offline = ({ answer, draft }: Pick<StageProps, 'answer' | 'draft'>) => {
  const screen = useSay(tillScreenWords)
  const text = useTillText()
  return (
    <p className={styles.offline} role="status">
      <Icon name="attention" />
      <span>
        <b>{screen('offline')}</b> {screen('offlineHint', { time: draft.savedAt ? text.time(draft.savedAt, answer.Sheet.LocationId) : '' })}
      </span>
    </p>
  )
}
