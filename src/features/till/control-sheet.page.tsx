import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { callKey, useCall } from '#ui/use-call.ts'
import { controlSheets, type SheetAnswer } from './control-sheets.contract.ts'
import { CountForm } from './count.form.tsx'
import { CashAccount, MediaTable, Movements, Steps } from './sheet-figures.part.tsx'
import { SignPart } from './sign.part.tsx'
import { tillWords } from './till.messages.ts'
import styles from './till.module.css'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

/** One drawer: what was expected, what was counted, who signed, and what can be done with it now. */
const ControlSheetPage = () => {
  const say = useSay(tillScreenWords)
  const word = useSay(tillWords)
  const text = useTillText()
  const { sheet: id = '' } = useParams({ strict: false }) as { sheet?: string }
  const { data, error, refetch } = useCall(controlSheets.controlSheet, { params: { id } })
  const sheet = data?.Sheet
  return (
    <Page
      title={sheet ? say('tillOf', { location: sheet.Location, till: sheet.TerminalId }) : say('sheetTitle')}
      lead={sheet && `${text.day(sheet.Day)} · ${word(`state.${sheet.State}`)}${sheet.ZNumber === null ? '' : ` · Z ${sheet.ZNumber}`}`}
      make={
        <Go to="/reports/control-sheets" className="btn">
          {say('back')}
        </Go>
      }
      sheet
    >
      {error ? <Failed error={error} onRetry={() => refetch()} /> : data ? <Sheet key={id} id={id} answer={data} /> : <Waiting rows={10} />}
    </Page>
  )
}

export default ControlSheetPage

const Sheet = ({ id, answer }: { id: string; answer: SheetAnswer }) => {
  const say = useSay(tillScreenWords)
  const text = useTillText()
  const queries = useQueryClient()
  const { Sheet: sheet } = answer
  const changed = (next: SheetAnswer) => {
    queries.setQueryData(callKey(controlSheets.controlSheet, { params: { id } }), next)
    return queries.invalidateQueries({ queryKey: callKey(controlSheets.controlSheets) })
  }
  return (
    <div className={styles.beside}>
      <div>
        {answer.MayCount && <CountForm key={answer.Counts.length} id={id} answer={answer} onDone={changed} />}
        {!answer.MayCount && <CashAccount answer={answer} />}
      </div>
      <div>
        {sheet.Marks.filter((mark) => mark !== 'NotCounted').map((mark) => (
          <p key={mark} className="callout warn">
            {say(`mark.${mark}`, { amount: text.money(sheet.Late, sheet.Currency) })}
          </p>
        ))}
        <MediaTable sheet={sheet} />
        {answer.MayCount && <CashAccount answer={answer} />}
        <SignPart id={id} answer={answer} onDone={changed} />
        <Movements answer={answer} />
        <Steps answer={answer} />
      </div>
    </div>
  )
}
