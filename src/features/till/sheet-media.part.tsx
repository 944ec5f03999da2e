import { percentText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import type { SheetAnswer } from './control-sheets.contract.ts'
import styles from './sheet.module.css'
import { Opens } from './sheet-link.part.tsx'
import { sheetWords } from './sheet-screen.messages.ts'
import { tillWords } from './till.messages.ts'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

type Media = SheetAnswer['Sheet']['Media'][number]

/** Each medium with what was expected and declared, its part of all, the note of who counted it and how it stands. */
export const MediaTable = ({ answer: { Sheet } }: { answer: SheetAnswer }) => {
  const say = useSay(sheetWords)
  const screen = useSay(tillScreenWords)
  const word = useSay(tillWords)
  const text = useTillText()
  const money = (amount: number | null) => (amount === null ? <Nil /> : text.money(amount, Sheet.Currency))
  const isDone = Sheet.State === 'Committed'
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>{screen('against')}</h2>
        <small>{Sheet.Currency}</small>
      </div>
      {Sheet.Expected === null && <p className="note">{screen('blind')}</p>}
      <Scroll label={screen('against')}>
        <table className={`plain ${styles.media}`}>
          <caption className="sr">{screen('against')}</caption>
          <thead>
            <tr>
              <th scope="col">{screen('media')}</th>
              {(['count', 'expected', 'declared'] as const).map((column) => (
                <th key={column} scope="col" className="num">
                  {say(column)}
                </th>
              ))}
              <th scope="col" className="num">
                {word('Variance')}
              </th>
              <th scope="col" className={`num ${styles.wide}`}>
                {say('share')}
              </th>
              <th scope="col" className={styles.wide}>
                {say('status')}
              </th>
            </tr>
          </thead>
          <tbody>
            {Sheet.Media.map((line) => (
              <MediaRow key={line.Method} line={line} money={money} />
            ))}
          </tbody>
          <tfoot>
            <tr className={isDone ? 'sum' : 'sum part'}>
              <th scope="row">{say('takings')}</th>
              <td />
              <td className="num">{money(Sheet.Expected)}</td>
              <td className="num">{money(Sheet.Counted)}</td>
              <td className={`num chg ${(Sheet.Variance ?? 0) < 0 ? 'bad' : ''}`}>{money(Sheet.Variance)}</td>
              <td className={styles.wide} />
              <td className={styles.wide} />
            </tr>
          </tfoot>
        </table>
      </Scroll>
      {Sheet.OpeningFloat !== 0 && <p className="note">{say('withoutFloat', { float: text.money(Sheet.OpeningFloat, Sheet.Currency) })}</p>}
    </section>
  )
}

const MediaRow = ({ line, money }: { line: Media; money: (amount: number | null) => React.ReactNode }) => {
  const say = useSay(sheetWords)
  const screen = useSay(tillScreenWords)
  const { language } = useLanguage()
  const { Method, Count, Expected, Counted, Variance, Share, Note, Status } = line
  return (
    <tr>
      <th scope="row">
        {screen(`method.${Method}`)}
        {Note && <small className={styles.said}>{Note}</small>}
      </th>
      <td className="num">{Count}</td>
      <td className="num">{Expected === null ? <Nil /> : <Opens figure={Method}>{money(Expected)}</Opens>}</td>
      <td className="num">{money(Counted)}</td>
      <td className={`num chg ${(Variance ?? 0) < 0 ? 'bad' : Variance === 0 ? 'nil' : ''}`}>{money(Variance)}</td>
      <td className={`num ${styles.wide}`}>{Share === null ? <Nil /> : percentText(Share, language, false)}</td>
      <td className={styles.wide}>{say(`status.${Status}`)}</td>
    </tr>
  )
}
