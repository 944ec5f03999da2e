import { useState } from 'react'
import { type DifferencesAnswer, loyaltyReports, type PointsAnswer } from '#features/loyalty/loyalty-reports.contract.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import ledger from '#features/reports/kit/screen/ledger.module.css'
import type { ReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { Proof } from '#ui/docket.tsx'
import { useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { useCall } from '#ui/use-call.ts'
import { DifferenceRow } from './difference-row.part.tsx'
import { byPressure, isToDo } from './difference-state.rules.ts'
import styles from './differences.module.css'
import { listedOf, together } from './listed-differences.rules.ts'
import { pointsScreenWords } from './loyalty-points.messages.ts'
import { usePointsText } from './points-text.part.ts'

interface Props {
  answer: PointsAnswer
  screen: ReportScreen
  opened: string | undefined
  timeZone: string
}

/** Each reason at each location: how it stands, what to do, its receipts beside the entries, and the way to both. */
export const Differences = ({ answer, screen, opened, timeZone }: Props) => {
  const say = useSay(pointsScreenWords)
  const { signed, plain } = usePointsText()
  const [show, setShow] = useState<'all' | 'toDo'>('all')
  const all = answer.Locations.flatMap(({ LocationId, Name, Explained }) => Explained.map((one) => ({ ...one, LocationId, Name }))).toSorted(byPressure)
  const documents = useDocuments(screen, all.length > 0)
  if (all.length === 0) return null
  const rows = (show === 'all' ? all : all.filter(isToDo)).map((one) => ({ ...one, listed: listedOf(documents, one) }))
  const sums = together(rows.map(({ listed }) => listed))
  return (
    <section className={ledger.ledger}>
      <div className="bar-head">
        <h2>
          {say('differences')} <small>{say.count('differencesOn', sumOf(all.map(({ Count }) => Count)))}</small>
        </h2>
        <Segmented
          label={say('shownDifferences')}
          value={show}
          onChange={setShow}
          options={[
            { value: 'all', label: say('showAll', { n: all.length }) },
            { value: 'toDo', label: say('showToDo', { n: all.filter(isToDo).length }) },
          ]}
        />
      </div>
      <table className={styles.diffs}>
        <caption className="sr">{say('differences')}</caption>
        <Head />
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={6}>{say('nothingToDo')}</td>
            </tr>
          )}
          {rows.map((row) => (
            <DifferenceRow key={`${row.LocationId} ${row.Reason}`} row={row} opened={opened} timeZone={timeZone} />
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row" colSpan={2}>
              {say(show === 'all' ? 'allDifferences' : 'toDoDifferences')}
            </th>
            <td className={styles.opt} />
            <td className={`${styles.num} ${styles.opt}`}>{sums && plain(sums.sales)}</td>
            <td className={`${styles.num} ${styles.opt}`}>{sums && plain(sums.cards)}</td>
            <td className={styles.num}>{signed(sumOf(rows.map(({ Points }) => Points)))}</td>
          </tr>
        </tfoot>
      </table>
      {show === 'all' && sums && <OthersAgree totals={answer.Totals} sums={sums} />}
    </section>
  )
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0)

/** The documents behind all differences; asked for only where there are any. */
const useDocuments = (screen: ReportScreen, isWanted: boolean): DifferencesAnswer | undefined => {
  const { FromDate = '', ToDate = '', Locations } = screen.query
  return useCall(loyaltyReports.pointsDifferences, { query: given({ FromDate, ToDate, Locations }) as never }, { enabled: isWanted }).data
}

const Head = () => {
  const say = useSay(pointsScreenWords)
  return (
    <thead>
      <tr>
        <th scope="col">{say('state')}</th>
        <th scope="col">{say('whatHappened')}</th>
        <th scope="col" className={styles.opt}>
          {say('where')}
        </th>
        <th scope="col" className={`${styles.num} ${styles.opt}`}>
          {say('saleSide')}
        </th>
        <th scope="col" className={`${styles.num} ${styles.opt}`}>
          {say('cardsSide')}
        </th>
        <th scope="col" className={styles.num}>
          {say('difference')}
        </th>
      </tr>
    </thead>
  )
}

/** What is left when everything listed is taken off both sides is the same on both. */
const OthersAgree = ({ totals, sums }: { totals: PointsAnswer['Totals']; sums: { sales: number; cards: number } }) => {
  const say = useSay(pointsScreenWords)
  const { plain } = usePointsText()
  const [sales, cards] = [(totals.SalesReportPoints ?? 0) - sums.sales, (totals.MemberCardPoints ?? 0) - sums.cards]
  return (
    <div className={styles.others}>
      <Proof holds={sales === cards}>{say(sales === cards ? 'othersAgree' : 'othersDiffer', { sales: plain(sales), cards: plain(cards) })}</Proof>
    </div>
  )
}
