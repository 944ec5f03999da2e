import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import type { JournalAnswer, JournalDay } from './journal.contract.ts'
import { journalWords } from './journal.messages.ts'
import styles from './journal.module.css'
import { journalScreenWords } from './journal-screen.messages.ts'
import { useJournalText } from './journal-text.part.ts'

/** A day as the address names it. */
export const nameOfDay = ({ Day, LocationId }: Pick<JournalDay, 'Day' | 'LocationId'>): string => `${Day}.${LocationId}`

/** The days with their state, each leading to its journal. */
export const JournalDays = ({ answer, currency, opened }: { answer: JournalAnswer; currency: string; opened: string | undefined }) => {
  const say = useSay(journalScreenWords)
  const text = useJournalText()
  const total = answer.Totals.find((one) => one.Currency === currency)
  return (
    <Scroll label={say('days')}>
      <table className={`plain ${styles.table}`}>
        <caption className="sr">{say('days')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('days')}</th>
            <th scope="col">{say('status')}</th>
            <th scope="col" className="num opt">
              {say('sales')}
            </th>
            <th scope="col" className="num opt">
              {say('tax')}
            </th>
            <th scope="col" className="num">
              {say('takings')}
            </th>
            <th scope="col" className="num opt">
              {say('overShort')}
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.Days.map((day) => (
            <DayRow key={nameOfDay(day)} day={day} isOpen={opened === nameOfDay(day)} />
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr className={styles.sum}>
              <th scope="row" colSpan={2}>
                {say('total')}
              </th>
              <td className="num opt">{text.money(total.Sales, currency)}</td>
              <td className="num opt">{text.money(total.Tax, currency)}</td>
              <td className="num">{text.money(total.Takings, currency)}</td>
              <td className={`num opt ${total.OverShort < 0 ? styles.short : ''}`}>{text.money(total.OverShort, currency)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </Scroll>
  )
}

const DayRow = ({ day, isOpen }: { day: JournalDay; isOpen: boolean }) => {
  const say = useSay(journalScreenWords)
  const word = useSay(journalWords)
  const text = useJournalText()
  return (
    <tr className={day.State === 'Changed' ? styles.odd : undefined}>
      <th scope="row">
        <Go change={{ open: nameOfDay(day) }} {...(isOpen ? { 'aria-current': 'true' as const } : {})}>
          {text.day(day.Day)}
        </Go>{' '}
        <small>{day.Location}</small>
      </th>
      <td>
        {word(`state.${day.State}`)}
        {day.OpenSheets > 0 && (
          <small className={styles.mark}>{day.OpenSheets === 1 ? say('openDrawer') : say('openDrawers', { count: day.OpenSheets })}</small>
        )}
      </td>
      <td className="num opt">{text.money(day.Sales, day.Currency)}</td>
      <td className="num opt">{text.money(day.Tax, day.Currency)}</td>
      <td className="num">{text.money(day.Takings, day.Currency)}</td>
      <td className={`num opt ${day.OverShort < 0 ? styles.short : ''}`}>{text.money(day.OverShort, day.Currency)}</td>
    </tr>
  )
}
