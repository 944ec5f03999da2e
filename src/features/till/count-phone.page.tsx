import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useOnline } from '#ui/connection.ts'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { callKey, useCall } from '#ui/use-call.ts'
import { controlSheets, type SheetAnswer } from './control-sheets.contract.ts'
import { CheckStage } from './count-check.part.tsx'
import { tallyOf } from './count-draft.rules.ts'
import { HandedIn } from './count-handed-in.part.tsx'
import { countWords } from './count-phone.messages.ts'
import styles from './count-phone.module.css'
import { PieceList } from './count-pieces.part.tsx'
import { Offline, Stage, type StageProps } from './count-stage.part.tsx'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'
import { useCountDraft, useHandIn } from './use-count-draft.part.ts'

/** A drawer counted on a phone: by note and coin, without what is expected, and with or without a connection. */
const CountPhonePage = () => {
  const screen = useSay(tillScreenWords)
  const { sheet: id = '' } = useParams({ strict: false }) as { sheet?: string }
  const { data, error, refetch } = useCall(controlSheets.controlSheet, { params: { id } })
  useEffect(() => {
    document.title = `${screen('count')} · Daybook`
  }, [screen])
  if (data) return <Counting key={id} id={id} answer={data} />
  if (!error)
    return (
      <div className={styles.screen}>
        <Waiting rows={10} />
      </div>
    )
  return (
    <div className={styles.screen}>
      <div className="page">
        <h1>{screen('count')}</h1>
        <Failed error={error} onRetry={() => refetch()} />
        <Go to="/reports/control-sheets" className="btn">
          {screen('back')}
        </Go>
      </div>
    </div>
  )
}

export default CountPhonePage

const Counting = ({ id, answer }: { id: string; answer: SheetAnswer }) => {
  const queries = useQueryClient()
  const { draft, change, clear } = useCountDraft(id)
  const [stage, setStage] = useState<'count' | 'check' | 'done'>(draft.handIn ? 'check' : 'count')
  const done = (next: SheetAnswer) => {
    queries.setQueryData(callKey(controlSheets.controlSheet, { params: { id } }), next)
    setStage('done')
    return queries.invalidateQueries({ queryKey: callKey(controlSheets.controlSheets) })
  }
  const handIn = useHandIn(id, { draft, change, clear, currency: answer.Sheet.Currency, onDone: done })
  const isOnline = useOnline()
  const stageProps = { id, answer, draft, change }
  if (stage === 'done') return <HandedIn id={id} answer={answer} />
  if (!answer.MayCount) return <Locked id={id} answer={answer} />
  const offline = handIn.isOffline || !isOnline
  return stage === 'check' ? (
    <CheckStage
      {...stageProps}
      isOffline={offline}
      handIn={handIn}
      onAgain={() => {
        change({ first: { pieces: draft.pieces, at: new Date().toISOString() }, pieces: {}, sent: 0, handIn: false })
        setStage('count')
      }}
    />
  ) : (
    <CountStage {...stageProps} isOffline={offline} onNext={() => setStage('check')} />
  )
}

const CountStage = ({ id, answer, draft, change, isOffline, onNext }: StageProps & { isOffline: boolean; onNext: () => void }) => {
  const say = useSay(countWords)
  const screen = useSay(tillScreenWords)
  const text = useTillText()
  const tally = tallyOf(draft, answer.Sheet.Currency)
  const rest = () => change({ pieces: Object.fromEntries(tally.values.map((value) => [value, (draft.pieces[value] ?? '').trim() || '0'])) })
  const foot = (
    <>
      <p className={styles.run}>
        <span>
          {say('soFar')}
          {tally.values.length > 0 && <small>{say('piecesSoFar', { n: tally.pieces })}</small>}
        </span>
        <b className="fig">{text.sum(tally.total ?? 0, answer.Sheet.Currency)}</b>
      </p>
      <div className={styles.two}>
        {tally.values.length > 0 && (
          <button type="button" className="btn big" disabled={tally.left === 0} onClick={rest}>
            {say('restIsZero')}
          </button>
        )}
        <button type="button" className="btn primary big" disabled={tally.left > 0 || tally.isWrong} onClick={onNext}>
          {tally.left > 0 ? say('left', { n: tally.left }) : say('check')}
        </button>
      </div>
    </>
  )
  return (
    <Stage id={id} answer={answer} foot={foot} notice={isOffline && <Offline answer={answer} draft={draft} />}>
      <h1>{screen('count')}</h1>
      <p className={styles.lead}>{say('countHint')}</p>
      <PieceList answer={answer} draft={draft} change={change} />
      {tally.isWrong && (tally.values.length > 0 || draft.cash.trim() !== '') && (
        <p role="alert">{screen(tally.values.length > 0 ? 'wrongCount' : 'wrongAmount')}</p>
      )}
    </Stage>
  )
}

const Locked = ({ id, answer }: { id: string; answer: SheetAnswer }) => {
  const say = useSay(countWords)
  return (
    <Stage
      id={id}
      answer={answer}
      foot={
        <Go to={`/reports/control-sheets/${id}`} className="btn primary big">
          {say('toSheet')}
        </Go>
      }
    >
      <h1>{say('locked')}</h1>
      <p className={styles.lead}>{say('lockedHint')}</p>
    </Stage>
  )
}
