import { Docket } from '#ui/docket.tsx'
import { useSay } from '#ui/language.tsx'
import type { AnswerLine, JournalDay } from './journal.contract.ts'
import { journalWords } from './journal.messages.ts'
import styles from './journal.module.css'
import { journalScreenWords } from './journal-screen.messages.ts'
import { useJournalText } from './journal-text.part.ts'
import { lineText } from './line-text.rules.ts'

/** The journal of one day, and what changed of it since it was exported. */
export const DayDocket = ({ day, onClose }: { day: JournalDay; onClose: () => void }) => {
  const say = useSay(journalScreenWords)
  const word = useSay(journalWords)
  const text = useJournalText()
  const told = { name: day.ExportedBy ?? '', at: day.ExportedAt ? text.at(day.ExportedAt) : '', count: day.Parts }
  return (
    <Docket
      printed
      title={say('journalOf', { day: text.day(day.Day) })}
      aside={day.Location}
      onClose={onClose}
      acts={
        <button type="button" className="btn" onClick={() => window.print()}>
          {say('print')}
        </button>
      }
    >
      <p className="note">
        {word(`state.${day.State}`)} · {day.Parts === 0 ? say('neverExported') : say(day.Parts === 1 ? 'exportedOnce' : 'exportedOften', told)}
      </p>
      <Lines title={say('journalOf', { day: text.day(day.Day) })} lines={day.Lines} currency={day.Currency} />
      {day.Difference.length > 0 && (
        <>
          <h3 className={styles.changed}>{say('changedTitle')}</h3>
          <p className="note">{say('changedHint')}</p>
          <Lines title={say('changedTitle')} lines={day.Difference} currency={day.Currency} />
        </>
      )}
      <p className="note">{say('taxNote')}</p>
    </Docket>
  )
}

const Lines = ({ title, lines, currency }: { title: string; lines: readonly AnswerLine[]; currency: string }) => {
  const say = useSay(journalScreenWords)
  const word = useSay(journalWords)
  const text = useJournalText()
  const money = (amount: number | null) => (amount === null ? '' : text.money(amount, currency))
  const sum = (side: 'Debit' | 'Credit') => lines.reduce((total, line) => total + Math.round((line[side] ?? 0) * 1000), 0) / 1000
  return (
    <table className={`plain ${styles.lines}`}>
      <caption className="sr">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{say('account')}</th>
          <th scope="col" className="num">
            {say('debit')}
          </th>
          <th scope="col" className="num">
            {say('credit')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.Kind} ${line.Key}`}>
            <th scope="row">
              {line.Code} {line.Account}
              <small>{lineText({ kind: line.Kind, key: line.Key, name: line.Name }, word)}</small>
            </th>
            <td className="num">{money(line.Debit)}</td>
            <td className="num">{money(line.Credit)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={styles.sum}>
          <th scope="row">
            {say('total')} {currency}
          </th>
          <td className="num">{text.money(sum('Debit'), currency)}</td>
          <td className="num">{text.money(sum('Credit'), currency)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
