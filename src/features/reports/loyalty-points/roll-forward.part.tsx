import { lazy, Suspense } from 'react'
import type { PointsAnswer } from '#features/loyalty/loyalty-reports.contract.ts'
import type { DifferenceReason } from '#features/loyalty/points-figures.rules.ts'
import { Proof } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { byPressure, STATE_OF, writeOpened } from './difference-state.rules.ts'
import { pointsScreenWords } from './loyalty-points.messages.ts'
import { usePointsText } from './points-text.part.ts'
import styles from './roll-forward.module.css'
import { fromSalesToCards, rollForward } from './roll-forward.rules.ts'

// Announced after what came and went is shown: it asks for more.
const ExpiryAnnounced = lazy(async () => ({ default: (await import('./expiry-announced.part.tsx')).ExpiryAnnounced }))

interface Props {
  totals: PointsAnswer['Totals']
  /** The time of the answer, where the range is not over yet. */
  soFar: string | undefined
  /** The difference whose docket is open, as the address has it. */
  opened: string | undefined
}

/**
 * From opening to closing, and from the points of sales to those of cards; each proves itself by the figures shown. `announced`: what is due to
 * expire is told too, which is the whole venue's.
 */
export const RollForward = ({ totals, soFar, opened, announced }: Props & { announced: boolean }) => {
  const rows = totals.Explained.length + 3
  const blanks = Math.max(0, 12 - rows)
  return (
    <>
      <section className={styles.roll}>
        <OpeningToClosing totals={totals} soFar={soFar} blanks={Math.max(0, rows - 12)} />
        <SalesToCards totals={totals} soFar={soFar} opened={opened} blanks={blanks > MOST_STRUCK ? 0 : blanks} />
      </section>
      {announced && (
        <Suspense>
          <ExpiryAnnounced />
        </Suspense>
      )}
      <RollProof totals={totals} />
    </>
  )
}

const OpeningToClosing = ({ totals, soFar, blanks }: Omit<Props, 'opened'> & { blanks: number }) => {
  const say = useSay(pointsScreenWords)
  const { plain, signed, figure } = usePointsText()
  return (
    <table>
      <caption>{say('openingToClosing')}</caption>
      <tbody>
        <tr>
          <th scope="row">{figure('Opening')}</th>
          <td>{plain(totals.Opening ?? 0)}</td>
        </tr>
        {rollForward(totals).steps.map(({ figure: name, value }) => (
          <tr key={name}>
            <th scope="row">{figure(name)}</th>
            <td className={value === 0 ? 'nil' : undefined}>{name === 'Adjustments' ? signed(value) : plain(value)}</td>
          </tr>
        ))}
        {blanks > 0 && <Void rows={blanks} />}
        <tr className={soFar ? 'sum part' : 'sum'}>
          <th scope="row">
            {figure('Closing')} {soFar && <small>{say('soFar', { time: soFar })}</small>}
          </th>
          <td>{plain(totals.Closing ?? 0)}</td>
        </tr>
      </tbody>
    </table>
  )
}

const SalesToCards = ({ totals, soFar, opened, blanks }: Props & { blanks: number }) => {
  const say = useSay(pointsScreenWords)
  const { plain, signed, figure } = usePointsText()
  return (
    <table>
      <caption>{say('salesToCards')}</caption>
      <tbody>
        <tr>
          <th scope="row">{figure('SalesReportPoints')}</th>
          <td>{plain(totals.SalesReportPoints ?? 0)}</td>
        </tr>
        {totals.Explained.toSorted(byPressure).map((one) => (
          <ReasonRow key={one.Reason} {...one} opened={opened} />
        ))}
        <tr className={styles.sub}>
          <th scope="row">{say('allDifferences')}</th>
          <td>{signed(totals.Difference ?? 0)}</td>
        </tr>
        {blanks > 0 && <Void rows={blanks} />}
        <tr className={soFar ? 'sum part' : 'sum'}>
          <th scope="row">
            {figure('MemberCardPoints')}{' '}
            <small>
              {plain(totals.Accrued ?? 0)} − {plain(totals.AccruedReversed ?? 0)}
            </small>
          </th>
          <td>{plain(totals.MemberCardPoints ?? 0)}</td>
        </tr>
      </tbody>
    </table>
  )
}

const ReasonRow = ({ Reason, Points, Count, opened }: { Reason: DifferenceReason; Points: number; Count: number; opened: string | undefined }) => {
  const say = useSay(pointsScreenWords)
  const { signed, reason } = usePointsText()
  const written = writeOpened({ reason: Reason, locationId: undefined })
  return (
    <tr className={STATE_OF[Reason] === 'bad' ? styles.odd : undefined}>
      <th scope="row">
        {STATE_OF[Reason] === 'bad' && <Icon name="attention" />} {reason(Reason)} {Count > 0 && <small>{say.count('receipts', Count)}</small>}
      </th>
      <td>
        <Go
          change={{ why: written, receipt: undefined }}
          aria-label={say('open', { reason: reason(Reason), points: signed(Points) })}
          aria-current={opened === written ? 'true' : undefined}
        >
          {signed(Points)}
        </Go>
      </td>
    </tr>
  )
}

const ROW_HEIGHT = 30
/** Beyond so many lines a stroke would say more than the few reasons above it: the table ends earlier instead. */
const MOST_STRUCK = 6

/** Unused lines of a ledger are struck through, so that nothing can be written in later. */
const Void = ({ rows }: { rows: number }) => (
  <tr className={styles.void}>
    <td colSpan={2} style={{ height: rows * ROW_HEIGHT }}>
      <svg viewBox="0 0 100 44" preserveAspectRatio="none" aria-hidden="true" style={{ height: Math.max(14, rows * ROW_HEIGHT - 16) }}>
        <path d="M0 43.5H12L88 .5h12" fill="none" vectorEffect="non-scaling-stroke" />
      </svg>
    </td>
  </tr>
)

const RollProof = ({ totals }: Pick<Props, 'totals'>) => {
  const say = useSay(pointsScreenWords)
  const { plain, signed } = usePointsText()
  const roll = rollForward(totals)
  const cards = fromSalesToCards(totals)
  const written = (value: number) => (value < 0 ? ` − ${plain(-value)}` : ` + ${plain(value)}`)
  const closing = plain(totals.Closing ?? 0)
  const equation = `${plain(totals.Opening ?? 0)}${roll.steps
    .filter(({ value }) => value !== 0)
    .map(({ value }) => written(value))
    .join('')} = ${plain(roll.sum)}`
  const [sales, held, difference] = [plain(totals.SalesReportPoints ?? 0), plain(totals.MemberCardPoints ?? 0), totals.Difference ?? 0]
  return (
    <div className={styles.proofs}>
      <Proof holds={roll.holds} detail={equation}>
        {say(roll.holds ? 'rollHolds' : 'rollOff', { closing, sum: plain(roll.sum) })}
      </Proof>
      <Proof holds={cards.holds}>
        {!cards.holds
          ? say('reasonsOff', { sum: plain(cards.sum), cards: held })
          : difference === 0 && totals.Explained.every(({ Points }) => Points === 0)
            ? say('agree', { points: held })
            : say('reasonsHold', { sales, cards: held, differences: difference < 0 ? `− ${plain(-difference)}` : `+ ${signed(difference).replace('+', '')}` })}
      </Proof>
    </div>
  )
}
