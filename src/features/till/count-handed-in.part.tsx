import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import type { SheetAnswer } from './control-sheets.contract.ts'
import { countWords } from './count-phone.messages.ts'
import styles from './count-phone.module.css'
import { Stage } from './count-stage.part.tsx'
import { sheetWords } from './sheet-screen.messages.ts'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

/** What was handed in, and what happens next. */
export const HandedIn = ({ id, answer }: { id: string; answer: SheetAnswer }) => {
  const say = useSay(countWords)
  const sheet = useSay(sheetWords)
  const screen = useSay(tillScreenWords)
  const text = useTillText()
  const { Cash, Counts, Sheet, Signers } = answer
  const money = (amount: number | null) => (amount === null ? '–' : text.money(amount, Sheet.Currency))
  const left = Cash.Counted === null || Cash.ToBank === null ? null : Math.round((Cash.Counted + Cash.Drops - Cash.ToBank) * 1000) / 1000
  const last = Counts.at(-1)
  return (
    <Stage
      id={id}
      answer={answer}
      foot={
        <Go to={`/reports/control-sheets/${id}`} className="btn primary big">
          {say('done')}
        </Go>
      }
    >
      <div className={styles.handedIn} role="status">
        <p className={styles.tick}>
          <Icon name="check" />
        </p>
        <h1>{say('handedIn')}</h1>
        <p className="fig">{text.sum(Cash.Counted ?? 0, Sheet.Currency)}</p>
        <p className={styles.lead}>
          {Sheet.CountedBy}, {last ? text.at(last.At, Sheet.LocationId) : ''}
        </p>
      </div>
      <dl className={styles.know}>
        <div>
          <dt>{screen('ToBank')}</dt>
          <dd>{money(Cash.ToBank)}</dd>
        </div>
        <div>
          <dt>{say('leftAsFloat')}</dt>
          <dd>{money(left)}</dd>
        </div>
        <div>
          <dt>{sheet('counts')}</dt>
          <dd>{Counts.length}</dd>
        </div>
      </dl>
      <p className={styles.next}>
        <b>{say('nextTitle')}</b> {say('next')} {Signers.length > 0 && sheet('signers', { names: Signers.join(', ') })}
      </p>
    </Stage>
  )
}
