import { maskedNumber as masked } from '#shared/card-number.ts'
import { numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { CardStatus } from './card-fields.rules.ts'
import styles from './card-text.module.css'
import { cardWords } from './cards.messages.ts'

/** Where a card's screen is. */
export const cardPath = (number: string): string => `/loyalty/cards/${encodeURIComponent(number)}`

/** How points, holders and cards are written. */
export const useCardText = () => {
  const say = useSay(cardWords)
  const { language } = useLanguage()
  const points = (value: number) => numberText(value, language)
  return {
    points,
    /** With its sign: +62, −46. */
    signed: (value: number) => (value > 0 ? `+${points(value)}` : points(value)),
    holder: ({ Name }: { Name: string }) => Name || say('noName'),
  }
}

const SHAPES = {
  Active: <circle cx="5" cy="5" r="4" />,
  Blocked: <path d="M3.3 1h3.4L9 3.3v3.4L6.7 9H3.3L1 6.7V3.3z" />,
  Replaced: <path d="M1 3h7M6 1l2 2-2 2M9 7H2M4 5 2 7l2 2" className="st" />,
}
const TONES = { Active: styles.active, Blocked: styles.blocked, Replaced: styles.replaced }

/** A card's state in a word, with its mark. */
export const StatusMark = ({ status, replacedBy }: { status: CardStatus; replacedBy?: string | null }) => {
  const say = useSay(cardWords)
  return (
    <span className={`${styles.mark} ${TONES[status]}`}>
      <svg className="i" viewBox="0 0 10 10" aria-hidden="true">
        {SHAPES[status]}
      </svg>
      <span>{status === 'Replaced' && replacedBy ? say('replacedBy', { card: masked(replacedBy) }) : say(status)}</span>
    </span>
  )
}
