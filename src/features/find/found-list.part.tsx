import type { MouseEvent } from 'react'
import { useSay } from '#ui/language.tsx'
import { findWords } from './find.messages.ts'
import { markedParts, wordsIn } from './fit.rules.ts'
import type { Option } from './option-texts.part.ts'
import styles from './palette.module.css'

interface ListProps {
  id: string
  options: readonly Option[]
  current: string | undefined
  text: string
  /** What the report that is marked comes to. */
  figure: string
  onChoose: (option: Option, inNewTab: boolean) => void
}

/** The results, group by group; the one that Enter opens is marked. */
export const FoundList = ({ id, options, current, text, figure, onChoose }: ListProps) => {
  const say = useSay(findWords)
  const groups = [...new Set(options.map(({ group }) => group))]
  const typed = wordsIn(text)
  return (
    <div role="listbox" id={id} aria-label={say('results')} className={styles.list}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: within a list box a group is a group of options, not of fields.
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <p className={styles.group} id={`${id}-${group}`} role="presentation">
            {say(group)}
          </p>
          {options.map((option, i) =>
            option.group === group ? (
              <Row
                key={option.key}
                id={optionId(id, i)}
                option={option}
                isCurrent={option.key === current}
                figure={option.key === current ? figure : ''}
                typed={typed}
                onChoose={onChoose}
              />
            ) : null,
          )}
        </div>
      ))}
    </div>
  )
}

/** The id of an option, by its place among all. */
export const optionId = (list: string, place: number): string => `${list}-${place}`

type RowProps = Pick<ListProps, 'onChoose' | 'figure'> & { id: string; option: Option; isCurrent: boolean; typed: readonly string[] }

const Row = ({ id, option, isCurrent, figure, typed, onChoose }: RowProps) => {
  const { title, about, aside, href, act } = option
  const inside = (
    <>
      <span className={styles.title}>
        <Marked text={title} typed={option.fill ? [] : typed} />
      </span>
      {about && <small>{about}</small>}
      <span className={styles.aside}>
        {[aside, figure].filter(Boolean).join(' · ')}{' '}
        {isCurrent && (
          <span className={styles.enter} aria-hidden="true">
            Enter
          </span>
        )}
      </span>
    </>
  )
  const shared = { role: 'option', id, className: styles.row, 'aria-selected': isCurrent, tabIndex: -1 }
  // A link is one, so that it opens in a new tab by any way the browser has.
  if (href && !act) {
    const follow = (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      onChoose(option, false)
    }
    return (
      <a {...shared} href={href} onClick={follow}>
        {inside}
      </a>
    )
  }
  return (
    <button type="button" {...shared} onClick={() => onChoose(option, false)}>
      {inside}
    </button>
  )
}

const Marked = ({ text, typed }: { text: string; typed: readonly string[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in their order.
  markedParts(text, typed).map((part, i) => (i % 2 === 1 ? <mark key={i}>{part}</mark> : part))
