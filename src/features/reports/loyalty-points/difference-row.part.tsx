import type { PointsAnswer, PointsDifference } from '#features/loyalty/loyalty-reports.contract.ts'
import { dayText } from '#shared/cell-text.ts'
import { instantIn } from '#shared/day.ts'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { type DifferenceState, STATE_OF, writeOpened } from './difference-state.rules.ts'
import styles from './differences.module.css'
import type { ListedDifference } from './listed-differences.rules.ts'
import { pointsScreenWords } from './loyalty-points.messages.ts'
import { usePointsText } from './points-text.part.ts'

const LOOKS: Record<DifferenceState, string | undefined> = { bad: styles.bad, fix: styles.fix, wait: styles.wait, fine: styles.fine }
const ICONS = { bad: 'attention', fix: 'attention', wait: 'late', fine: 'check' } as const
/** More receipts than these are counted, not named. */
const MOST_NAMED = 3

type Explained = PointsAnswer['Totals']['Explained'][number] & { LocationId: number; Name: string; listed: ListedDifference | undefined }

/** A reason at a location: its receipts on the side of the sales beside its entries on the side of the cards. */
export const DifferenceRow = ({ row, opened, timeZone }: { row: Explained; opened: string | undefined; timeZone: string }) => {
  const say = useSay(pointsScreenWords)
  const { signed, reason } = usePointsText()
  const { Reason, Points, Count, LocationId, Name, listed } = row
  const written = writeOpened({ reason: Reason, locationId: LocationId })
  const when = useWhen(timeZone)(listed?.pairs ?? [])
  const receipts = useReceipts()(row)
  return (
    <tr className={opened === written ? styles.here : undefined}>
      <td>
        <State state={STATE_OF[Reason]} />
      </td>
      <th scope="row">
        {reason(Reason)}
        <small>{say(`do.${Reason}`)}</small>
        <small className={styles.narrow}>{[Name, when, receipts].filter(Boolean).join(' · ')}</small>
      </th>
      <td className={styles.opt}>
        {Name}
        <small>{when || (Count > 0 && say.count('receipts', Count))}</small>
      </td>
      <Side points={listed && hasSales(listed.pairs) ? listed.sales : undefined} documents={receipts} nothing={say('noSale')} />
      <Side points={listed && hasEntries(listed.pairs) ? listed.cards : undefined} documents={useEntries()(listed?.pairs ?? [])} nothing={say('noEntry')} />
      <td className={styles.num}>
        <Go
          change={{ why: written, receipt: undefined }}
          aria-label={say('open', { reason: `${reason(Reason)}, ${Name}`, points: signed(Points) })}
          aria-current={opened === written ? 'true' : undefined}
        >
          {signed(Points)}
        </Go>
      </td>
    </tr>
  )
}

const hasEntries = (pairs: readonly PointsDifference[]) => pairs.some(({ Entry }) => Entry !== null)
const hasSales = (pairs: readonly PointsDifference[]) => pairs.some(({ Sale }) => Sale !== null)

/** Points of one side and the documents that say them. */
const Side = ({ points, documents, nothing }: { points: number | undefined; documents: string; nothing: string }) => {
  const { plain } = usePointsText()
  return (
    <td className={`${styles.num} ${styles.opt}`}>
      {points === undefined ? <Nil>{nothing}</Nil> : plain(points)}
      <small>{documents}</small>
    </td>
  )
}

/** The moment of a single document, the days of several. */
const useWhen = (timeZone: string) => {
  const { language } = useLanguage()
  return (pairs: readonly PointsDifference[]): string => {
    const [one, ...more] = pairs
    if (!one) return ''
    const at = one.Sale?.At ?? one.Entry?.At
    const days = [one.Day, pairs.at(-1)?.Day ?? one.Day].map((day) => dayText(day, language, 'short'))
    if (more.length > 0) return [...new Set(days)].join(' – ')
    return [days[0], at && instantIn(new Date(at), timeZone).slice(11, 16)].filter(Boolean).join(', ')
  }
}

const useReceipts = () => {
  const say = useSay(pointsScreenWords)
  return ({ Count, listed }: Explained): string => {
    const named = listed?.pairs.flatMap(({ Sale }) => Sale?.Receipt ?? []) ?? []
    if (named.length > 0 && named.length <= MOST_NAMED) return named.join(', ')
    return Count > 0 ? say.count('receipts', Count) : ''
  }
}

const useEntries = () => {
  const say = useSay(pointsScreenWords)
  return (pairs: readonly PointsDifference[]): string => {
    const ids = pairs.flatMap(({ Entry }) => Entry?.MovementId ?? [])
    if (ids.length === 0) return ''
    return ids.length <= MOST_NAMED ? ids.map((id) => say('entryNo', { id: `…${id.slice(-6)}` })).join(', ') : say.count('entries', ids.length)
  }
}

const State = ({ state }: { state: DifferenceState }) => {
  const say = useSay(pointsScreenWords)
  return (
    <span className={`${styles.mark} ${LOOKS[state]}`}>
      <Icon name={ICONS[state]} />
      {say(`state.${state}`)}
    </span>
  )
}
