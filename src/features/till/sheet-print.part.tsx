import { useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import type { SheetAnswer } from './control-sheets.contract.ts'
import { Counted } from './counted.part.tsx'
import { Settlements } from './settlements.part.tsx'
import styles from './sheet.module.css'
import { BankingSlip, Movements, TradeBlock } from './sheet-blocks.part.tsx'
import { CashAccount, Facts } from './sheet-figures.part.tsx'
import { WithoutLinks } from './sheet-link.part.tsx'
import { MediaTable } from './sheet-media.part.tsx'
import { sheetWords } from './sheet-screen.messages.ts'
import { Signatures } from './sign.part.tsx'
import { tillWords } from './till.messages.ts'
import { tillScreenWords } from './till-screen.messages.ts'
import { useMarkText, useTillText } from './till-text.part.ts'

const MOST_MOVEMENTS = 6
const MOST_DEPARTMENTS = 8
const MOST_TERMINALS = 3

/** The sheet on one page of A4, with lines to sign on; only on paper. */
export const SheetPaper = ({ answer }: { answer: SheetAnswer }) => {
  const say = useSay(sheetWords)
  const screen = useSay(tillScreenWords)
  const word = useSay(tillWords)
  const text = useTillText()
  const markText = useMarkText()
  const user = useStoredUser()
  const { Sheet } = answer
  const till = screen('tillOf', { location: Sheet.Location, till: Sheet.TerminalId })
  const printed = { venue: user?.Config?.VenueName ?? '', till, day: text.day(Sheet.Day), at: text.at(new Date().toISOString(), Sheet.LocationId) }
  return (
    <article className={styles.onPaper}>
      <h1>{say('printedTitle', { till, day: text.day(Sheet.Day) })}</h1>
      <p>
        {[
          word(`state.${Sheet.State}`),
          Sheet.ZNumber === null ? '' : `Z ${Sheet.ZNumber}`,
          Sheet.Clerk ?? '',
          ...Sheet.Marks.map((mark) => markText(mark, Sheet)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <WithoutLinks>
        <MediaTable answer={answer} />
        <Facts answer={answer} />
        <div className={styles.paperColumns}>
          <div>
            <CashAccount answer={answer} />
            <Counted answer={answer} />
            <BankingSlip answer={answer} />
          </div>
          <div>
            <TradeBlock answer={answer} most={MOST_DEPARTMENTS} />
            <Settlements answer={answer} most={MOST_TERMINALS} />
            <section className={styles.part}>
              <div className="bar-head">
                <h2>{say('movements')}</h2>
              </div>
              <Movements answer={answer} most={MOST_MOVEMENTS} />
            </section>
          </div>
        </div>
        <Signatures answer={answer} />
      </WithoutLinks>
      <div className={styles.penLines}>
        <p>
          {say('signature')}: {say('countedByLabel')}
        </p>
        <p>
          {say('signature')}: {say('signedByLabel')}
        </p>
      </div>
      <p>{say('printed', { ...printed, name: user?.DisplayName ?? '' })}</p>
    </article>
  )
}
