import type { KeyboardEvent, ReactNode } from 'react'
import { maskedNumber as masked } from '#shared/card-number.ts'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { markedParts } from './card-search.rules.ts'
import styles from './card-table.module.css'
import { cardPath, StatusMark, useCardText } from './card-text.part.tsx'
import { cardWords } from './cards.messages.ts'
import type { Details } from './loyalty.contract.ts'

interface TableProps {
  caption: string
  cards: readonly Details[]
  /** What was searched for, to mark it where it stands. */
  wanted?: string
  lastTitle: string
  /** The last column: when the card was used or opened. */
  last: (card: Details) => ReactNode
  /** A column in place of the e-mail: where the card was opened. */
  origin?: { title: string; of: (card: Details) => ReactNode }
  /** Opens the card at one of its tabs. */
  tab?: 'details'
}

/** Cards, one line each; the whole line opens the card. */
export const CardTable = ({ caption, cards, wanted = '', lastTitle, last, origin, tab }: TableProps) => {
  const say = useSay(cardWords)
  return (
    <table className={`plain ${styles.cards}`} onKeyDown={walk}>
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{say('holder')}</th>
          <th scope="col" className="opt">
            {say('card')}
          </th>
          <th scope="col" className="opt">
            {origin?.title ?? say('Email')}
          </th>
          <th scope="col">{say('status')}</th>
          <th scope="col" className="num">
            {say('points')}
          </th>
          <th scope="col" className="opt">
            {lastTitle}
          </th>
        </tr>
      </thead>
      <tbody>
        {cards.map((card) => (
          <CardRow key={card.CardNumber} card={card} wanted={wanted} last={last(card)} origin={origin?.of(card)} tab={tab} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps extends Pick<TableProps, 'tab'> {
  card: Details
  wanted: string
  last: ReactNode
  origin: ReactNode
}

const CardRow = ({ card, wanted, last, origin, tab }: RowProps) => {
  const text = useCardText()
  return (
    <tr>
      <th scope="row">
        <Go to={cardPath(card.CardNumber)} {...(tab ? { search: { tab } } : {})}>
          <Marked text={text.holder(card)} wanted={wanted} />
        </Go>
        <small className={styles.narrow}>{masked(card.CardNumber)}</small>
      </th>
      <td className="opt">{masked(card.CardNumber)}</td>
      <td className={`opt ${styles.contact}`}>
        {origin ?? (card.Email || card.Phone ? <Marked text={card.Email || card.Phone || ''} wanted={wanted} /> : <Nil />)}
      </td>
      <td>
        <StatusMark status={card.Status} replacedBy={card.ReplacedBy} />
      </td>
      <td className="num">{card.Owed > 0 ? text.points(-card.Owed) : text.points(card.Points)}</td>
      <td className="opt">{last}</td>
    </tr>
  )
}

const Marked = ({ text, wanted }: { text: string; wanted: string }) => {
  const [before = '', found, after] = markedParts(text, wanted)
  return (
    <>
      {before}
      {found !== undefined && <mark className={styles.found}>{found}</mark>}
      {after}
    </>
  )
}

/** The arrow keys go from card to card. */
const walk = (event: KeyboardEvent<HTMLTableElement>) => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('th a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  if (at < 0) return
  event.preventDefault()
  links[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}
