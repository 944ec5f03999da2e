import { useNavigate } from '@tanstack/react-router'
import { Fragment } from 'react'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { useSend } from '#ui/use-call.ts'
import { controlSheets, type SheetsAnswer } from './control-sheets.contract.ts'
import { tillWords } from './till.messages.ts'
import styles from './till.module.css'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

type Sheet = SheetsAnswer['Sheets'][number]

/** The sheets day by day, the newest first, each leading to its own screen. */
export const SheetRows = ({ sheets, totals, limit }: { sheets: readonly Sheet[]; totals: SheetsAnswer['Totals']; limit: number }) => {
  const say = useSay(tillScreenWords)
  const word = useSay(tillWords)
  const text = useTillText()
  const days = [...new Set(sheets.map(({ Day }) => Day))]
  const [only] = totals
  return (
    <section className="scroll" aria-label={say('sheets')} {...{ tabIndex: 0 }}>
      <table className={`plain ${styles.sheets}`}>
        <caption className="sr">{say('sheets')}</caption>
        <thead>
          <tr>
            <th scope="col">{word('till')}</th>
            <th scope="col">{word('state')}</th>
            {(['Expected', 'Counted', 'Variance'] as const).map((figure) => (
              <th key={figure} scope="col" className={figure === 'Counted' ? 'num opt' : 'num'}>
                {word(figure)}
              </th>
            ))}
            <th scope="col" className="opt">
              {word('CountedBy')}
            </th>
            <th scope="col" className="opt">
              {word('SignedBy')}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => {
            const own = sheets.filter(({ Day }) => Day === day)
            return (
              <Fragment key={day}>
                <tr className={styles.day}>
                  <th scope="rowgroup" colSpan={7}>
                    {text.day(day)} <small>{say('ofDay', { counted: own.filter(({ Counted }) => Counted !== null).length, all: own.length })}</small>
                  </th>
                </tr>
                {own.map((sheet) => (
                  <SheetRow key={sheet.SheetId ?? `${sheet.LocationId} ${sheet.TerminalId}`} sheet={sheet} limit={limit} />
                ))}
              </Fragment>
            )
          })}
        </tbody>
        {only && totals.length === 1 && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {say('total')}
              </th>
              <td className="num">{only.Expected === null ? <Nil /> : text.money(only.Expected, only.Currency)}</td>
              <td className="num opt">{text.money(only.Counted, only.Currency)}</td>
              <td className="num">{text.money(only.Variance, only.Currency)}</td>
              <td className="opt" colSpan={2} />
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

const SheetRow = ({ sheet, limit }: { sheet: Sheet; limit: number }) => {
  const say = useSay(tillScreenWords)
  const word = useSay(tillWords)
  const text = useTillText()
  const name = say('tillOf', { location: sheet.Location, till: sheet.TerminalId })
  const money = (amount: number | null) => (amount === null ? <Nil /> : text.money(amount, sheet.Currency))
  const odd = sheet.Marks.filter((mark) => mark !== 'NotCounted')
  return (
    <tr className={odd.length > 0 || Math.abs(sheet.Variance ?? 0) > limit ? styles.odd : undefined}>
      <th scope="row">
        {sheet.SheetId ? <Go to={`/reports/control-sheets/${sheet.SheetId}`}>{name}</Go> : name}
        {sheet.ZNumber !== null && <small> Z {sheet.ZNumber}</small>}
        {!sheet.SheetId && (
          <span className={styles.count}>
            <CountNow sheet={sheet} />
          </span>
        )}
      </th>
      <td>
        {word(`state.${sheet.State}`)}
        {odd.map((mark) => (
          <small key={mark} className={styles.mark}>
            {say(`mark.${mark}`, { amount: text.money(sheet.Late, sheet.Currency) })}
          </small>
        ))}
      </td>
      <td className="num">{sheet.Expected === null ? <small>{say('afterCount')}</small> : money(sheet.Expected)}</td>
      <td className="num opt">{money(sheet.Counted)}</td>
      <td className={`num ${(sheet.Variance ?? 0) < 0 ? styles.short : ''}`}>
        {sheet.Variance === null ? <small>{say('notCounted')}</small> : money(sheet.Variance)}
      </td>
      <td className="opt">{sheet.CountedBy ?? (sheet.SheetId ? <Nil /> : <CountNow sheet={sheet} />)}</td>
      <td className="opt">{sheet.SignedBy ?? <Nil />}</td>
    </tr>
  )
}

/** Makes the sheet of what was sold outside any session, and goes there. */
const CountNow = ({ sheet }: { sheet: Sheet }) => {
  const say = useSay(tillScreenWords)
  const navigate = useNavigate()
  const start = useSend(controlSheets.startSheet, { onDone: ({ SheetId }) => navigate({ to: `/reports/control-sheets/${SheetId}` as never }) })
  return (
    <button
      type="button"
      className="btn"
      disabled={start.isPending}
      onClick={() => start.mutate({ body: { LocationId: sheet.LocationId, TerminalId: sheet.TerminalId, Day: sheet.Day } })}
    >
      {say('countIt')}
    </button>
  )
}
