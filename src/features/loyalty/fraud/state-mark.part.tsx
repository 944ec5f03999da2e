import { dayText } from '#shared/cell-text.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { ListedCard } from './fraud.contract.ts'
import { fraudWords } from './fraud.messages.ts'
import styles from './fraud.module.css'
import type { CaseState } from './fraud-rules.rules.ts'

const SHAPES: Record<CaseState, React.ReactNode> = {
  New: <circle cx="5" cy="5" r="4" />,
  Reviewing: (
    <>
      <path d="M5 1a4 4 0 0 1 0 8z" />
      <circle cx="5" cy="5" r="3.5" className="st" />
    </>
  ),
  Confirmed: <path d="M3 .8h4L9.2 3v4L7 9.2H3L.8 7V3z" />,
  Cleared: <path d="m1 5.2 2.8 2.8L9 2" className="st" />,
}

/** The state of a case, by a shape and a word. */
export const StateMark = ({ state }: { state: CaseState }) => {
  const say = useSay(fraudWords)
  return (
    <span className={styles.mark} data-state={state}>
      <svg className="i" viewBox="0 0 10 10" aria-hidden="true">
        {SHAPES[state]}
      </svg>
      {say(state)}
    </span>
  )
}

/** What became of a case: who has it, and what was done. */
export const CaseFate = ({ mark }: { mark: ListedCard['Case'] }) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  if (!mark || mark.State === 'New') return null
  const until = mark.ExemptUntil
    ? say('exemptTo', { day: dayText(mark.ExemptUntil, language) })
    : mark.Blocked
      ? say('blocked')
      : mark.By
        ? say('by', { name: mark.By })
        : ''
  return until ? <small>{until}</small> : null
}
