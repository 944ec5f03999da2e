import { Fragment } from 'react'
import { Nil } from '#ui/data-table.tsx'
import { useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import type { SheetsAnswer } from './control-sheets.contract.ts'
import { limitOf } from './currency-limit.rules.ts'
import { Gauge } from './gauge.part.tsx'
import { SheetRow } from './sheet-row.part.tsx'
import styles from './sheets-list.module.css'
import { tillWords } from './till.messages.ts'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

type Sheet = SheetsAnswer['Sheets'][number]

interface RowsProps {
  sheets: readonly Sheet[]
  /** Nothing is filtered away, so that the totals of the answer are those of the rows. */
  isAll: boolean
  totals: SheetsAnswer['Totals']
}

/** The sheets day by day, the newest first, each leading to its own screen. */
export const SheetRows = ({ sheets, isAll, totals }: RowsProps) => {
  const say = useSay(tillScreenWords)
  const word = useSay(tillWords)
  const days = [...new Set(sheets.map(({ Day }) => Day))]
  const [only] = totals
  return (
    <Scroll label={say('sheets')}>
      <table className={`plain ${styles.sheets}`}>
        <caption className="sr">{say('sheets')}</caption>
        <thead>
          <tr>
            <th scope="col">{word('till')}</th>
            <th scope="col">{word('z')}</th>
            <th scope="col">{word('state')}</th>
            <th scope="col" className="num">
              {word('Expected')}
            </th>
            <th scope="col" className="num">
              {word('Counted')}
            </th>
            <th scope="col" className={`num ${styles.difference}`}>
              {word('Variance')}
            </th>
            <th scope="col">{word('CountedBy')}</th>
            <th scope="col">{word('SignedBy')}</th>
          </tr>
        </thead>
        {days.map((day) => (
          <DayOfSheets key={day} day={day} sheets={sheets.filter(({ Day }) => Day === day)} totals={totals} />
        ))}
        {isAll && only && totals.length === 1 && <Total total={only} days={days.length} />}
      </table>
    </Scroll>
  )
}

/** In hundred-thousandths, so that no double carries a remainder. */
const added = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + Math.round(amount * 100_000), 0) / 100_000

const DayOfSheets = ({ day, sheets, totals }: { day: string; sheets: readonly Sheet[]; totals: SheetsAnswer['Totals'] }) => {
  const say = useSay(tillScreenWords)
  const text = useTillText()
  const counted = sheets.filter(({ Counted, Variance }) => Counted !== null && Variance !== null)
  const currencies = new Set(sheets.map(({ Currency }) => Currency))
  const [currency = 'AUD'] = currencies
  const isHidden = sheets.some(({ Expected }) => Expected === null) || currencies.size > 1
  return (
    <tbody>
      <tr className={styles.day}>
        <th scope="rowgroup" colSpan={3}>
          {text.day(day)} <small>{say(counted.length === sheets.length ? 'allDeclared' : 'ofDay', { counted: counted.length, all: sheets.length })}</small>
        </th>
        <td className="num">{isHidden ? <Nil /> : text.money(added(sheets.map(({ Expected, Late }) => (Expected ?? 0) + Late)), currency)}</td>
        <td className="num">{currencies.size > 1 ? <Nil /> : text.money(added(counted.map(({ Counted }) => Counted ?? 0)), currency)}</td>
        <td className={styles.difference}>
          {counted.length > 0 && currencies.size === 1 && (
            <span className="num">{text.difference(added(counted.map(({ Variance, Late }) => (Variance ?? 0) - Late)), currency)}</span>
          )}
        </td>
        <td colSpan={2} />
      </tr>
      {sheets.map((sheet) => (
        <Fragment key={sheet.SheetId ?? `${sheet.LocationId} ${sheet.TerminalId}`}>
          <SheetRow sheet={sheet} limit={limitOf(sheet, totals)} />
          {sheet.Late !== 0 && <LateRow sheet={sheet} limit={limitOf(sheet, totals)} />}
          {sheet.Reason !== '' && <ReasonRow sheet={sheet} />}
        </Fragment>
      ))}
    </tbody>
  )
}

const LateRow = ({ sheet, limit }: { sheet: Sheet; limit: number }) => {
  const say = useSay(tillScreenWords)
  const text = useTillText()
  return (
    <tr className={styles.sub}>
      <th scope="row" colSpan={3}>
        {say('lateItem')}
      </th>
      <td className="num">{text.money(sheet.Late, sheet.Currency)}</td>
      <td className="num">
        <Nil />
      </td>
      <td className={styles.difference}>
        <Gauge amount={-sheet.Late} limit={limit} />
        <span className="num">{text.difference(-sheet.Late, sheet.Currency)}</span>
      </td>
      <td colSpan={2}>
        <small>{say('lateText')}</small>
      </td>
    </tr>
  )
}

const ReasonRow = ({ sheet }: { sheet: Sheet }) => {
  const say = useSay(tillScreenWords)
  return (
    <tr className={styles.sub}>
      <th scope="row">{say('reasonGiven')}</th>
      <td colSpan={7}>
        <small>
          {sheet.Reason}
          {sheet.Note && ` – ${sheet.Note}`} {sheet.SignedBy && say('secondBy', { name: sheet.SignedBy })}
        </small>
      </td>
    </tr>
  )
}

const Total = ({ total, days }: { total: SheetsAnswer['Totals'][number]; days: number }) => {
  const say = useSay(tillScreenWords)
  const text = useTillText()
  const { Currency, Expected, Counted, Variance, Late, Sheets, CountedSheets } = total
  return (
    <tfoot>
      <tr className={CountedSheets < Sheets ? 'sum part' : 'sum'}>
        <th scope="row" colSpan={3}>
          {say('trading', { n: days })}
        </th>
        <td className="num">{Expected === null ? <Nil /> : text.money(added([Expected, Late]), Currency)}</td>
        <td className="num">{Counted === null ? <Nil /> : text.money(Counted, Currency)}</td>
        <td className={styles.difference}>
          <span className="num">{Variance === null ? <Nil /> : text.difference(added([Variance, -Late]), Currency)}</span>
        </td>
        <td colSpan={2} />
      </tr>
    </tfoot>
  )
}
