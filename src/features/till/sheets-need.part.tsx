import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { controlSheets, type SheetsAnswer } from './control-sheets.contract.ts'
import { CountNow } from './count-now.part.tsx'
import { limitOf } from './currency-limit.rules.ts'
import styles from './sheets-list.module.css'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

type Sheet = SheetsAnswer['Sheets'][number]

/** So many are told one by one; the list below has all. */
const MOST = 5

/** What waits for the reader: drawers nobody counted, differences that need a second person, sheets to sign and to commit. */
export const SheetsNeed = ({ answer, onDone }: { answer: SheetsAnswer; onDone: () => void }) => {
  const say = useSay(tillScreenWords)
  const of = (need: Sheet['Needs']) => answer.Sheets.filter(({ Needs }) => Needs === need)
  const odd = [...of('Count'), ...of('SecondPerson')]
  const [toSign, ready] = [of('Sign'), of('Commit')]
  const n = odd.length
  return (
    <section className={styles.needs} aria-labelledby="sheets-need">
      <h2 id="sheets-need">{n === 0 ? say('needYouNone') : say.count('needYou', n)}</h2>
      <ol>
        {odd.slice(0, MOST).map((sheet) => (
          <OddSheet key={sheet.SheetId ?? `${sheet.LocationId} ${sheet.TerminalId} ${sheet.Day}`} sheet={sheet} limit={limitOf(sheet, answer.Totals)} />
        ))}
        {n > MOST && <li className={styles.more}>{say('moreNeeds', { n: n - MOST })}</li>}
        {toSign.length > 0 && <ToSign n={toSign.length} />}
        {ready.length > 0 && <Ready sheets={ready} onDone={onDone} />}
      </ol>
    </section>
  )
}

const OddSheet = ({ sheet, limit }: { sheet: Sheet; limit: number }) => {
  const say = useSay(tillScreenWords)
  const text = useTillText()
  const name = say('sheetName', { location: sheet.Location, till: sheet.TerminalId, day: text.day(sheet.Day) })
  const money = (amount: number) => text.sum(amount, sheet.Currency)
  if (sheet.Needs === 'SecondPerson') {
    const amount = money(Math.abs(sheet.Variance ?? 0))
    return (
      <li className={styles.bad}>
        <p>
          <Icon name="attention" /> {say('need.SecondPerson')}
        </p>
        <p>
          <b>{say((sheet.Variance ?? 0) < 0 ? 'isShort' : 'isOver', { name, amount })}</b>{' '}
          {say('secondSigns', { limit: money(limit), counter: sheet.CountedBy ?? say('byTill') })}
        </p>
        <Go to={`/reports/control-sheets/${sheet.SheetId}`} className="btn primary">
          {say('reviewAndSign')}
        </Go>
      </li>
    )
  }
  const time = sheet.LastSaleAt ? text.time(sheet.LastSaleAt, sheet.LocationId) : '–'
  return (
    <li className={styles.bad}>
      <p>
        <Icon name="attention" /> {say(sheet.Marks.includes('NotClosed') ? 'need.NotClosed' : 'need.NotCounted')}
      </p>
      <p>
        <b>{name}.</b> {sheet.Expected === null ? say('nobodyCountedBlind', { time }) : say('nobodyCounted', { time, amount: money(sheet.Expected) })}
      </p>
      <CountNow sheet={sheet} look="btn primary" />
    </li>
  )
}

const ToSign = ({ n }: { n: number }) => {
  const say = useSay(tillScreenWords)
  return (
    <li>
      <p>
        <Icon name="right" /> {say('need.Sign')}
      </p>
      <p>
        <b>{say.count('toSign', n)}</b> {say('toSignHint')}
      </p>
      <Go change={{ status: 'Declared' }} className="btn">
        {say('showThem')}
      </Go>
    </li>
  )
}

const Ready = ({ sheets, onDone }: { sheets: readonly Sheet[]; onDone: () => void }) => {
  const say = useSay(tillScreenWords)
  const commit = useSend(controlSheets.commitSheets, {
    onDone: () => {
      toast.success(say('committed'))
      onDone()
    },
  })
  const n = sheets.length
  return (
    <li className={styles.ok}>
      <p>
        <Icon name="check" /> {say('need.Commit')}
      </p>
      <p>
        <b>{say.count('ready', n)}</b> {say('commitHint')}
      </p>
      <button
        type="button"
        className="btn"
        disabled={commit.isPending}
        onClick={() => commit.mutate({ body: { SheetIds: sheets.flatMap(({ SheetId }) => (SheetId ? [SheetId] : [])) } })}
      >
        {say.count('commitSheets', n)}
      </button>
    </li>
  )
}
