import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { useSay } from './language.tsx'
import { ui } from './ui.messages.ts'

interface SorterProps {
  /** What the column is called. */
  children: ReactNode
  /** Whether the table goes by this column, and from the largest. */
  sorted: { descending: boolean } | undefined
  onSort: () => void
}

/** The head of a column that the rows can go by: a press sorts, once more turns it round. */
export const Sorter = ({ children, sorted, onSort }: SorterProps) => {
  const say = useSay(ui)
  return (
    <button type="button" className="sorter" onClick={onSort}>
      {children}
      {sorted && <Icon name={sorted.descending ? 'down' : 'up'} />}
      {sorted && <span className="sr">, {say(sorted.descending ? 'sortedDown' : 'sortedUp')}</span>}
    </button>
  )
}

/** How a head says to those who hear the table which way its rows go. */
export const ariaSort = (sorted: { descending: boolean } | undefined) => (sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined)
