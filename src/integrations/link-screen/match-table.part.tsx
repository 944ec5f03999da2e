import { useState } from 'react'
import { dayText } from '#shared/cell-text.ts'
import { Choose } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import linkStyles from './link-screen.module.css'
import { matchTableWords } from './match-table.messages.ts'
import styles from './match-table.module.css'

/** Something a provider names, and what it is here. */
export interface MatchRow {
  id: number
  name: string
  /** What is told beside the name. */
  detail: string
  /** The value of what was said; nothing where nobody said it yet. */
  said: string | undefined
  suggested: string | undefined
  /** Why it is suggested. */
  reason?: string | undefined
  /** Beneath the name: the e-mail. */
  beneath?: string | undefined
  /** Who said it and when. */
  confirmed?: { By: string; At: string } | null
  options: readonly (readonly [value: string, label: string])[]
}

interface Props {
  title: string
  heads: readonly [name: string, detail: string, here: string]
  rows: readonly MatchRow[]
  choose: string
  /** Why nothing is suggested. */
  unknown: string
  canMatch: boolean
  isBusy: boolean
  onSay: (said: readonly { id: number; value: string }[]) => void
}

const stateOf = ({ said, suggested }: MatchRow) => (said !== undefined ? 'done' : suggested === undefined ? 'open' : 'suggested')

/** What a provider names beside what it is here: what is open first, then what is suggested, then what was confirmed. */
export const MatchTable = ({ title, heads, rows, ...more }: Props) => {
  const say = useSay(matchTableWords)
  const sorted = (['open', 'suggested', 'done'] as const).flatMap((state) => rows.filter((row) => stateOf(row) === state))
  const count = (state: ReturnType<typeof stateOf>) => rows.filter((row) => stateOf(row) === state).length
  const suggestions = rows.flatMap(({ id, said, suggested }) => (said === undefined && suggested !== undefined ? [{ id, value: suggested }] : []))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`scroll ${linkStyles.part}`} aria-label={title} tabIndex={0}>
      <h2>
        {title} <small className={styles.counts}>{say('counts', { open: count('open'), suggested: count('suggested'), done: count('done') })}</small>
      </h2>
      <table className={`${linkStyles.table} slips`}>
        <caption className="sr">{title}</caption>
        <thead>
          <tr>
            {[...heads, say('why'), say('next')].map((head) => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <Row key={row.id} row={row} heads={heads} {...more} />
          ))}
        </tbody>
      </table>
      {more.canMatch && suggestions.length > 1 && (
        <p className={styles.all}>
          <button type="button" className="btn primary" disabled={more.isBusy} aria-busy={more.isBusy} onClick={() => more.onSay(suggestions)}>
            {say.count('confirmAll', suggestions.length)}
          </button>
        </p>
      )}
    </section>
  )
}

const Row = ({ row, heads, choose, unknown, canMatch, isBusy, onSay }: Omit<Props, 'title' | 'rows'> & { row: MatchRow }) => {
  const say = useSay(matchTableWords)
  const { language } = useLanguage()
  const [chosen, setChosen] = useState<string>()
  const [isChanging, setChanging] = useState(false)
  const state = stateOf(row)
  const value = chosen ?? row.said ?? row.suggested ?? ''
  const asks = canMatch && (state !== 'done' || isChanging)
  const labelOf = (wanted: string | undefined) => row.options.find(([one]) => one === wanted)?.[1] ?? say('none')
  return (
    <tr>
      <th scope="row">
        {row.name}
        {row.beneath && <small className={styles.beneath}>{row.beneath}</small>}
      </th>
      <td data-label={heads[1]}>{row.detail}</td>
      <td className={styles.here} data-label={heads[2]}>
        {asks ? (
          <Choose small label={row.name} value={value} options={[['', choose], ...row.options] as never} onChange={setChosen} />
        ) : (
          labelOf(row.said ?? row.suggested)
        )}
      </td>
      <td data-label={say('why')}>
        <span className={styles.state} data-state={state}>
          <Icon name={state === 'open' ? 'attention' : state === 'done' ? 'check' : 'half'} />
          {say(state === 'open' ? 'notMatched' : state === 'done' ? 'confirmed' : 'suggested')}
        </span>
        {state !== 'done' && <small>{state === 'open' ? unknown : (row.reason ?? say('sameName'))}</small>}
        {state === 'done' && row.confirmed && (
          <small>
            {say('confirmedBy', { by: row.confirmed.By, day: dayText(row.confirmed.At.slice(0, 10), language), time: row.confirmed.At.slice(11, 16) })}
          </small>
        )}
      </td>
      <td className={linkStyles.last}>
        {asks && (
          <button
            type="button"
            className="btn"
            aria-label={say('confirmNamed', { name: row.name })}
            disabled={value === '' || isBusy}
            onClick={() => {
              onSay([{ id: row.id, value }])
              setChanging(false)
            }}
          >
            {say('confirm')}
          </button>
        )}
        {canMatch && !asks && (
          <button type="button" className="btn" aria-label={say('changeNamed', { name: row.name })} onClick={() => setChanging(true)}>
            {say('change')}
          </button>
        )}
      </td>
    </tr>
  )
}
