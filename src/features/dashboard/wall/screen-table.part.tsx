import { useSay } from '#ui/language.tsx'
import { useVenueMoment } from '#ui/use-moment.ts'
import type { Board } from './boards.contract.ts'
import { wallScreenWords } from './wall-screens.messages.ts'
import styles from './wall-screens.module.css'

interface TableProps {
  boards: readonly Board[]
  /** Absent while one acts as somebody else. */
  onTakeDown: ((board: Board) => void) | undefined
}

/** One row for each wall screen. */
export const ScreenTable = ({ boards, onTakeDown }: TableProps) => {
  const say = useSay(wallScreenWords)
  const moment = useVenueMoment()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`scroll ${styles.list}`} aria-label={say('title')} tabIndex={0}>
      <table className={`${styles.table} slips`}>
        <caption className="sr">{say('title')}</caption>
        <thead>
          <tr>
            {(['name', 'by', 'locations', 'since', 'lastSeen', 'until'] as const).map((key) => (
              <th scope="col" key={key}>
                {say(key)}
              </th>
            ))}
            <th scope="col">
              <span className="sr">{say('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {boards.map((board) => (
            <tr key={board.BoardId}>
              <th scope="row">{board.Name}</th>
              <td data-label={say('by')}>{board.Mine ? say('mine', { name: board.By }) : board.By}</td>
              <td data-label={say('locations')}>{board.Locations.map(({ Name }) => Name).join(', ')}</td>
              <td data-label={say('since')}>{moment(board.Since)}</td>
              <td data-label={say('lastSeen')}>{moment(board.LastSeen)}</td>
              <td data-label={say('until')}>{moment(board.Until)}</td>
              <td>
                {onTakeDown && (
                  <button type="button" className="btn" aria-label={say('takeDownNamed', { name: board.Name })} onClick={() => onTakeDown(board)}>
                    {say('takeDown')}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
