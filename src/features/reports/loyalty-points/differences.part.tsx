import { useState } from 'react'
import type { PointsAnswer } from '#features/loyalty/loyalty-reports.contract.ts'
import ledger from '#features/reports/kit/screen/ledger.module.css'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { byPressure, type DifferenceState, isToDo, STATE_OF, writeOpened } from './difference-state.rules.ts'
import styles from './differences.module.css'
import { pointsScreenWords } from './loyalty-points.messages.ts'
import { usePointsText } from './points-text.part.ts'

const LOOKS: Record<DifferenceState, string | undefined> = { bad: styles.bad, fix: styles.fix, wait: styles.wait, fine: styles.fine }
const ICONS = { bad: 'attention', fix: 'attention', wait: 'late', fine: 'check' } as const

/** Each reason at each location: how it stands, what to do, and the way to the sales and entries behind it. */
export const Differences = ({ answer, opened }: { answer: PointsAnswer; opened: string | undefined }) => {
  const say = useSay(pointsScreenWords)
  const { signed } = usePointsText()
  const [show, setShow] = useState<'all' | 'toDo'>('all')
  const all = answer.Locations.flatMap(({ LocationId, Name, Explained }) => Explained.map((one) => ({ ...one, LocationId, Name }))).toSorted(byPressure)
  if (all.length === 0) return null
  const toDo = all.filter(isToDo)
  const rows = show === 'all' ? all : toDo
  return (
    <section className={ledger.ledger}>
      <div className="bar-head">
        <h2>
          {say('differences')}{' '}
          <small>
            {say.count(
              'differencesOn',
              all.reduce((sum, { Count }) => sum + Count, 0),
            )}
          </small>
        </h2>
        <Segmented
          label={say('shownDifferences')}
          value={show}
          onChange={setShow}
          options={[
            { value: 'all', label: say('showAll', { n: all.length }) },
            { value: 'toDo', label: say('showToDo', { n: toDo.length }) },
          ]}
        />
      </div>
      <table className={styles.diffs}>
        <caption className="sr">{say('differences')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('state')}</th>
            <th scope="col">{say('whatHappened')}</th>
            <th scope="col" className={styles.opt}>
              {say('where')}
            </th>
            <th scope="col" className={styles.num}>
              {say('difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={4}>{say('nothingToDo')}</td>
            </tr>
          )}
          {rows.map((row) => (
            <DifferenceRow key={`${row.LocationId} ${row.Reason}`} row={row} opened={opened} />
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row" colSpan={2}>
              {say(show === 'all' ? 'allDifferences' : 'toDoDifferences')}
            </th>
            <td className={styles.opt} />
            <td className={styles.num}>{signed(rows.reduce((sum, { Points }) => sum + Points, 0))}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

type Explained = PointsAnswer['Totals']['Explained'][number] & { LocationId: number; Name: string }

const DifferenceRow = ({ row: { Reason, Points, Count, LocationId, Name }, opened }: { row: Explained; opened: string | undefined }) => {
  const say = useSay(pointsScreenWords)
  const { signed, reason } = usePointsText()
  const written = writeOpened({ reason: Reason, locationId: LocationId })
  const receipts = Count > 0 ? say.count('receipts', Count) : ''
  return (
    <tr className={opened === written ? styles.here : undefined}>
      <td>
        <State state={STATE_OF[Reason]} />
      </td>
      <th scope="row">
        {reason(Reason)}
        <small>{say(`do.${Reason}`)}</small>
        <small className={styles.narrow}>{[Name, receipts].filter(Boolean).join(' · ')}</small>
      </th>
      <td className={styles.opt}>
        {Name}
        <small>{receipts}</small>
      </td>
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

const State = ({ state }: { state: DifferenceState }) => {
  const say = useSay(pointsScreenWords)
  return (
    <span className={`${styles.mark} ${LOOKS[state]}`}>
      <Icon name={ICONS[state]} />
      {say(`state.${state}`)}
    </span>
  )
}
