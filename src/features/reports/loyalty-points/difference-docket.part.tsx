import { type DifferencesAnswer, loyaltyReports, type PointsDifference } from '#features/loyalty/loyalty-reports.contract.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import type { ReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useExport } from '#features/reports/kit/screen/use-export.part.ts'
import { maskedNumber } from '#shared/card-number.ts'
import { dayText } from '#shared/cell-text.ts'
import { instantIn } from '#shared/day.ts'
import { moneyText } from '#shared/money.ts'
import { rangeText } from '#shared/range.ts'
import { Nil } from '#ui/data-table.tsx'
import { Docket, Proof } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import styles from './difference-docket.module.css'
import type { OpenedDifference } from './difference-state.rules.ts'
import { pointsScreenWords } from './loyalty-points.messages.ts'
import { usePointsText } from './points-text.part.ts'

const SHOWN = 30

interface Props {
  opened: OpenedDifference
  /** The difference as the page shows it. */
  points: number
  place: string
  timeZone: string
  currency: string
  screen: ReportScreen
  /** Whether receipts may be opened. */
  drills: boolean
}

/** The sales and entries behind a difference, side by side, and the proof that they add up to it. */
export const DifferenceDocket = ({ opened: { reason, locationId }, points, place, screen, ...more }: Props) => {
  const say = useSay(pointsScreenWords)
  const text = usePointsText()
  const { language } = useLanguage()
  const save = useExport()
  const { FromDate = '', ToDate = '', Locations } = screen.query
  const query = given({ FromDate, ToDate, Locations: locationId === undefined ? Locations : String(locationId), Reason: reason })
  const { data, error, refetch } = useCall(loyaltyReports.pointsDifferences, { query: query as never })
  const title = reason ? text.reason(reason) : say('allReasons')
  return (
    <Docket
      title={title}
      aside={place}
      crumbs={<span aria-current="page">{rangeText({ from: FromDate, to: ToDate }, language)}</span>}
      acts={(['csv', 'xlsx'] as const).map((format) => (
        <button type="button" className="btn" key={format} onClick={() => save(loyaltyReports.pointsDifferences.path, query, format)}>
          {say(format)}
        </button>
      ))}
      onClose={() => screen.change({ why: undefined })}
    >
      <p className="fig">
        {text.signed(points)}
        <i> {say('points_unit')}</i>
      </p>
      {reason && <p className="meta">{say(`do.${reason}`)}</p>}
      {error ? <Failed error={error} onRetry={() => refetch()} /> : data ? <Pairs answer={data} points={points} {...more} /> : <Waiting rows={8} />}
    </Docket>
  )
}

const Pairs = ({ answer, points, ...more }: { answer: DifferencesAnswer } & Pick<Props, 'points' | 'timeZone' | 'currency' | 'drills'>) => {
  const say = useSay(pointsScreenWords)
  const { signed, plain } = usePointsText()
  const { Differences, Count, Points } = answer
  const shown = Differences.slice(0, SHOWN)
  if (Count === 0) return <p className="note">{say(points === 0 ? 'nothing' : 'unlisted')}</p>
  return (
    <>
      {shown.map((one) => (
        <Pair key={`${one.Sale?.SaleId} ${one.Entry?.MovementId}`} difference={one} {...more} />
      ))}
      {shown.length < Count && <p className="note">{say('shownOf', { shown: plain(shown.length), all: plain(Count) })}</p>}
      <Proof holds={Points === points}>{say(Points === points ? 'proofHolds' : 'proofOff', { points: signed(points), sum: signed(Points) })}</Proof>
    </>
  )
}

interface PairProps extends Pick<Props, 'timeZone' | 'currency' | 'drills'> {
  difference: PointsDifference
}

/** One sale beside its entry; where a side has nothing, the hole is drawn. */
const Pair = ({ difference: { Reason, Day, Location, Points, Sale, Entry }, timeZone, currency, drills }: PairProps) => {
  const say = useSay(pointsScreenWords)
  const { signed, reason } = usePointsText()
  const { language } = useLanguage()
  const time = (instant: string) => instantIn(new Date(instant), timeZone).slice(11, 16)
  const rows = [
    { name: say('time'), sale: Sale && time(Sale.At), entry: Entry && time(Entry.At) },
    {
      name: say('number'),
      sale: Sale && (drills ? <Go change={{ receipt: Sale.SaleId }}>{Sale.Receipt}</Go> : Sale.Receipt),
      entry: Entry && <span title={say('entryNo', { id: Entry.MovementId })}>…{Entry.MovementId.slice(-6)}</span>,
    },
    { name: say('amount'), sale: Sale && moneyText(Sale.Amount, currency, language, 'plain'), entry: Entry && <Nil>{say('notKept')}</Nil> },
    { name: say('card'), sale: Sale && <Card number={Sale.CardNumber} />, entry: Entry && <Card number={Entry.CardNumber} /> },
    { name: say('points'), sale: Sale && signed(Sale.Points), entry: Entry && signed(Entry.Points) },
  ]
  return (
    <table className={styles.versus}>
      <caption>
        {Sale ? say(`kind.${Sale.Kind}`) : say(`entry.${Entry?.Kind ?? 'Sale'}`)} <small>{dayText(Day, language)}</small> <small>{Location}</small>{' '}
        {Entry && Sale && Entry.Kind !== 'Sale' && <small>{say(`entry.${Entry.Kind}`)}</small>}
        <span className="sr">{`${say('sideBySide')}, ${reason(Reason)}`}</span>
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{say('saleSide')}</th>
          <th scope="col">{say('cardSide')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, sale, entry }, i) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {Sale ? <td>{sale}</td> : i === 0 && <Hole rows={rows.length} title={say('noSale')} why={say('noSaleWhy')} />}
            {Entry ? <td>{entry}</td> : i === 0 && <Hole rows={rows.length} title={say('noEntry')} why={say('noEntryWhy')} />}
          </tr>
        ))}
        {Entry?.By && (
          <tr>
            <td colSpan={3} className={styles.by}>
              {say('by', { person: Entry.By, comments: Entry.Comments })}
            </td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr className="sum">
          <th scope="row">{say('makes')}</th>
          <td colSpan={2}>{signed(Points)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const Hole = ({ rows, title, why }: { rows: number; title: string; why: string }) => (
  <td rowSpan={rows} className={styles.missing}>
    <div>
      <b>
        <Icon name="attention" />
        {title}
      </b>
      {why}
    </div>
  </td>
)

const Card = ({ number }: { number: string | null }) => {
  const say = useSay(pointsScreenWords)
  if (number === null) return <b className={styles.none}>{say('none')}</b>
  return <Go to={`/loyalty/cards/${encodeURIComponent(number)}`}>{maskedNumber(number)}</Go>
}
