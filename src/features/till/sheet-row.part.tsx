import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import type { SheetsAnswer } from './control-sheets.contract.ts'
import { CountNow } from './count-now.part.tsx'
import { Gauge } from './gauge.part.tsx'
import styles from './sheets-list.module.css'
import { tillWords } from './till.messages.ts'
import { SHEET_STATES } from './till.rules.ts'
import { tillScreenWords } from './till-screen.messages.ts'
import { useMarkText, useTillText } from './till-text.part.ts'

type Sheet = SheetsAnswer['Sheets'][number]

/** One sheet: its till and hours, how far it has come, what it differs by, who counted and who signed. */
export const SheetRow = ({ sheet, limit }: { sheet: Sheet; limit: number }) => {
  const text = useTillText()
  const isOver = Math.abs(sheet.Variance ?? 0) > limit
  const look = sheet.Needs === 'Count' ? styles.missing : sheet.Needs === 'SecondPerson' ? styles.todo : undefined
  return (
    <tr className={look}>
      <th scope="row">
        <TillName sheet={sheet} />
      </th>
      <td className={styles.z}>{sheet.ZNumber ?? <Nil />}</td>
      <td className={styles.state}>
        <StateOf sheet={sheet} />
      </td>
      <td className={`num ${styles.expected}`}>{sheet.Expected === null ? <Nil /> : text.money(sheet.Expected, sheet.Currency)}</td>
      <td className={`num ${styles.counted}`}>{sheet.Counted === null ? <Nil /> : text.money(sheet.Counted, sheet.Currency)}</td>
      <td className={styles.difference}>
        <DifferenceOf sheet={sheet} limit={limit} isOver={isOver} />
      </td>
      <td className={styles.who}>
        <CountedBy sheet={sheet} />
      </td>
      <td className={styles.signer}>
        <SignedBy sheet={sheet} />
      </td>
    </tr>
  )
}

const TillName = ({ sheet }: { sheet: Sheet }) => {
  const say = useSay(tillScreenWords)
  const text = useTillText()
  const { SheetId, Location, LocationId, TerminalId, OpenedAt, ClosedAt } = sheet
  const hours = OpenedAt && say('hours', { from: text.time(OpenedAt, LocationId), to: ClosedAt ? text.time(ClosedAt, LocationId) : '' })
  const name = (
    <>
      <b>{Location}</b> <span>{say('tillName', { till: TerminalId })}</span> {hours && <small>{hours}</small>}
    </>
  )
  return SheetId ? <Go to={`/reports/control-sheets/${SheetId}`}>{name}</Go> : <span className={styles.name}>{name}</span>
}

/** Five boxes, one for each state it has come through; the one it is in is hatched. */
const StateOf = ({ sheet }: { sheet: Sheet }) => {
  const word = useSay(tillWords)
  const markText = useMarkText()
  const at = SHEET_STATES.indexOf(sheet.State)
  const odd = sheet.Marks.filter((mark) => mark !== 'NotCounted' && mark !== 'LateItems')
  return (
    <>
      <span className={styles.states}>
        <span className={styles.pips} aria-hidden="true">
          {SHEET_STATES.map((state, i) => (
            <i key={state} className={i < at || sheet.State === 'Committed' ? styles.full : i === at ? styles.half : undefined} />
          ))}
        </span>
        {word(`state.${sheet.State}`)}
        {sheet.State === 'Committed' && <Icon name="lock" />}
      </span>
      {odd.map((mark) => (
        <small key={mark} className={styles.mark}>
          {markText(mark, sheet)}
        </small>
      ))}
    </>
  )
}

const DifferenceOf = ({ sheet, limit, isOver }: { sheet: Sheet; limit: number; isOver: boolean }) => {
  const say = useSay(tillScreenWords)
  const text = useTillText()
  if (sheet.Variance === null) return <small>{sheet.Needs === 'Count' ? say('notCounted') : say('afterCount')}</small>
  return (
    <>
      <Gauge amount={sheet.Variance} limit={limit} />
      <span className={isOver ? `num ${styles.beyond}` : 'num'}>
        {text.difference(sheet.Variance, sheet.Currency)}
        {isOver && <span className="sr"> {say('aboveLimit')}</span>}
      </span>
    </>
  )
}

const CountedBy = ({ sheet }: { sheet: Sheet }) => {
  const say = useSay(tillScreenWords)
  const text = useTillText()
  if (sheet.CountedBy || sheet.CountedAt)
    return (
      <>
        {sheet.CountedBy ?? say('byTill')} {sheet.CountedAt && <small>{text.near(sheet.CountedAt, sheet.LocationId)}</small>}
      </>
    )
  if (sheet.Clerk && sheet.OpenedAt)
    return (
      <>
        {sheet.Clerk} <small>{say('sinceOn', { time: text.time(sheet.OpenedAt, sheet.LocationId) })}</small>
      </>
    )
  return <small>{say('nobody')}</small>
}

const SignedBy = ({ sheet }: { sheet: Sheet }) => {
  const say = useSay(tillScreenWords)
  const text = useTillText()
  if (sheet.Counted === null) return <CountNow sheet={sheet} look={`btn ${styles.small}`} />
  if (sheet.Needs === 'SecondPerson' || sheet.Needs === 'Sign')
    return (
      <Go to={`/reports/control-sheets/${sheet.SheetId}`} className={`btn ${styles.small} ${sheet.Needs === 'SecondPerson' ? 'primary' : ''}`}>
        {say('reviewAndSign')}
      </Go>
    )
  if (!sheet.SignedBy) return <Nil />
  return (
    <>
      {sheet.SignedBy} {sheet.SignedAt && <small>{text.near(sheet.SignedAt, sheet.LocationId)}</small>}
    </>
  )
}
