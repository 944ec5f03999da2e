import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { BlankMenu } from '#ui/blank.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { callKey, useCall } from '#ui/use-call.ts'
import { useMedia } from '#ui/use-media.ts'
import { controlSheets, type SheetAnswer } from './control-sheets.contract.ts'
import { Counted, CountsKept } from './counted.part.tsx'
import styles from './sheet.module.css'
import { BankingSlip, Movements, Steps, TradeBlock } from './sheet-blocks.part.tsx'
import { CashAccount, DifferenceNote, Facts } from './sheet-figures.part.tsx'
import { MediaTable } from './sheet-media.part.tsx'
import { SheetPaper } from './sheet-print.part.tsx'
import { sheetWords } from './sheet-screen.messages.ts'
import { SignPart } from './sign.part.tsx'
import { tillScreenWords } from './till-screen.messages.ts'
import { useMarkText, useTillText } from './till-text.part.ts'

const CountForm = lazy(async () => ({ default: (await import('./count.form.tsx')).CountForm }))
const Settlements = lazy(async () => ({ default: (await import('./settlements.part.tsx')).Settlements }))
const MoveCashForm = lazy(async () => ({ default: (await import('./move-cash.form.tsx')).MoveCashForm }))
const Photos = lazy(async () => ({ default: (await import('./photos.part.tsx')).Photos }))
const SheetDocket = lazy(async () => ({ default: (await import('./sheet-docket.part.tsx')).SheetDocket }))

/** One drawer: counted, compared with what was expected, and signed off. */
const ControlSheetPage = () => {
  const screen = useSay(tillScreenWords)
  const say = useSay(sheetWords)
  const { sheet: id = '' } = useParams({ strict: false }) as { sheet?: string }
  const [url] = useUrlState()
  const { data, error, refetch } = useCall(controlSheets.controlSheet, { params: { id } })
  return (
    <Page
      title={screen('sheetTitle')}
      lead={data && <Which id={id} answer={data} />}
      acts={
        <>
          <Go to="/reports/control-sheets" className="btn">
            {screen('back')}
          </Go>
          {data && (
            <button type="button" className="btn" onClick={() => window.print()}>
              {say('print')}
            </button>
          )}
        </>
      }
      docket={
        data &&
        url.figure && (
          <Suspense fallback={<Waiting rows={8} />}>
            <SheetDocket id={id} answer={data} />
          </Suspense>
        )
      }
      sheet
    >
      {error ? <Failed error={error} onRetry={() => refetch()} /> : data ? <Sheet key={id} id={id} answer={data} /> : <Waiting rows={10} />}
    </Page>
  )
}

export default ControlSheetPage

/** Which till and session this is, leading to the others of the day; and when it was closed. */
const Which = ({ id, answer: { Sheet } }: { id: string; answer: SheetAnswer }) => {
  const say = useSay(sheetWords)
  const screen = useSay(tillScreenWords)
  const text = useTillText()
  const navigate = useNavigate()
  const { Day, LocationId } = Sheet
  const { data } = useCall(controlSheets.controlSheets, { query: { FromDate: Day, ToDate: Day, Locations: String(LocationId) } })
  const others = (data?.Sheets ?? []).flatMap((one) =>
    one.SheetId === null
      ? []
      : [
          {
            value: one.SheetId,
            label: `${screen('tillOf', { location: one.Location, till: one.TerminalId })}${one.ZNumber === null ? '' : `, Z ${one.ZNumber}`}`,
          },
        ],
  )
  const own = screen('tillOf', { location: Sheet.Location, till: Sheet.TerminalId })
  const time = (at: string | null) => (at === null ? '…' : text.time(at, LocationId))
  return (
    <>
      {others.length > 1 ? (
        <BlankMenu
          label={say('till')}
          value={id}
          answer={own}
          options={others}
          onChange={(one) => navigate({ to: `/reports/control-sheets/${one}` as never })}
        />
      ) : (
        <p className="blank fact">
          <small>{say('till')}</small>
          <span>{own}</span>
        </p>
      )}
      <p className="blank fact opt">
        <small>{Sheet.ZNumber === null ? say('sheet') : `Z ${Sheet.ZNumber}`}</small>
        <span>{say('session', { day: text.day(Day), from: time(Sheet.OpenedAt), to: time(Sheet.ClosedAt) })}</span>
      </p>
      <p className="blank fact opt">
        <small>{say('closed')}</small>
        <span>{Sheet.ClosedAt === null ? say('notClosed') : say('closedBy', { time: time(Sheet.ClosedAt), name: Sheet.Clerk ?? screen('byTill') })}</span>
      </p>
    </>
  )
}

/** How far the sheet has come: counted, compared, signed off. */
const Progress = ({ answer: { Sheet, MaySign } }: { answer: SheetAnswer }) => {
  const say = useSay(sheetWords)
  const done = Sheet.Counted === null ? 0 : Sheet.State === 'Committed' ? 3 : Sheet.State === 'Reviewed' && !MaySign ? 2 : 1
  return (
    <ol className="steps">
      {(['stepCount', 'stepCompare', 'stepSign'] as const).map((step, i) => (
        <li key={step} className={i < done ? 'done' : undefined} aria-current={i === done ? 'step' : undefined}>
          {i < done && <Icon name="check" />} {say(step)}
        </li>
      ))}
    </ol>
  )
}

const Sheet = ({ id, answer }: { id: string; answer: SheetAnswer }) => {
  const say = useSay(sheetWords)
  const text = useTillText()
  const markText = useMarkText()
  const queries = useQueryClient()
  const { Sheet: sheet } = answer
  const changed = (next: SheetAnswer) => {
    queries.setQueryData(callKey(controlSheets.controlSheet, { params: { id } }), next)
    return queries.invalidateQueries({ queryKey: callKey(controlSheets.controlSheets) })
  }
  const isCounted = sheet.Counted !== null
  return (
    <>
      <div className={styles.onScreen}>
        <p className={styles.which}>{[text.day(sheet.Day), sheet.ZNumber === null ? '' : `Z ${sheet.ZNumber}`].filter(Boolean).join(' · ')}</p>
        <Progress answer={answer} />
        {sheet.Marks.filter((mark) => mark !== 'NotCounted').map((mark) => (
          <p key={mark} className="callout warn">
            {markText(mark, sheet)}
          </p>
        ))}
        <div className={styles.beside}>
          <div>
            <CountSide id={id} answer={answer} onDone={changed} />
            <Suspense>
              <Photos id={id} answer={answer} />
            </Suspense>
          </div>
          <div>
            <MediaTable answer={answer} />
            <DifferenceNote answer={answer} />
            <Facts answer={answer} />
            <SignPart id={id} answer={answer} onDone={changed} />
          </div>
        </div>
        {isCounted && sheet.State !== 'Committed' && <p className="note">{say('notCommitted')}</p>}
        <div className={styles.beside}>
          <div>
            <CashAccount answer={answer} />
            <MovementsPart id={id} answer={answer} onDone={changed} />
            <Suspense>
              <Settlements answer={answer} />
            </Suspense>
          </div>
          <div>
            <TradeBlock answer={answer} />
            <BankingSlip answer={answer} />
            <CountsKept answer={answer} />
            <Steps answer={answer} />
          </div>
        </div>
      </div>
      <SheetPaper answer={answer} />
    </>
  )
}

interface SideProps {
  id: string
  answer: SheetAnswer
  onDone: (answer: SheetAnswer) => unknown
}

/** The count that holds, or the form that makes one; on a phone the count has a screen of its own. */
const CountSide = ({ id, answer, onDone }: SideProps) => {
  const say = useSay(sheetWords)
  const screen = useSay(tillScreenWords)
  const isPhone = useMedia('(width < 768px)')
  const [again, setAgain] = useState(false)
  const isCounted = answer.Counts.length > 0
  const done = (next: SheetAnswer) => {
    setAgain(false)
    return onDone(next)
  }
  if (isPhone)
    return (
      <>
        <Counted answer={answer} />
        {answer.MayCount && (
          <p className="acts">
            <Go to={`/reports/control-sheets/${id}/count`} className={isCounted ? 'btn big' : 'btn primary big'}>
              {isCounted ? say('countAgain') : screen('count')}
            </Go>
          </p>
        )}
      </>
    )
  if (answer.MayCount && (!isCounted || again))
    return (
      <Suspense fallback={<Waiting rows={8} />}>
        <CountForm key={answer.Counts.length} id={id} answer={answer} onDone={done} onCancel={isCounted ? () => setAgain(false) : undefined} />
      </Suspense>
    )
  return (
    <>
      <Counted answer={answer} />
      {answer.MayCount && (
        <p className="acts">
          <button type="button" className="btn" onClick={() => setAgain(true)}>
            {say('countAgain')}
          </button>
        </p>
      )}
    </>
  )
}

const MovementsPart = ({ id, answer, onDone }: SideProps) => {
  const say = useSay(sheetWords)
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>{say('movements')}</h2>
      </div>
      <Movements answer={answer} />
      {answer.MayMove && (
        <Suspense fallback={null}>
          <MoveCashForm id={id} currency={answer.Sheet.Currency} onDone={onDone} />
        </Suspense>
      )}
    </section>
  )
}
