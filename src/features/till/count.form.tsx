import { type FormEvent, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import type { SheetAnswer } from './control-sheets.contract.ts'
import { afterFloat, type CountDraft, tallyOf, wrongOthers } from './count-draft.rules.ts'
import { typedAmount, worth } from './denominations.rules.ts'
import styles from './sheet.module.css'
import { sheetWords } from './sheet-screen.messages.ts'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'
import { useCountDraft, useHandIn } from './use-count-draft.part.ts'

interface CountProps {
  id: string
  answer: SheetAnswer
  onDone: (answer: SheetAnswer) => unknown
  /** Where it was counted before, one may leave it at that. */
  onCancel?: (() => void) | undefined
}

/** Left empty a float stays as it is. */
const isFloatWrong = (typed: string, currency: string) => typed !== '' && typedAmount(typed, currency) === undefined

interface PartProps {
  answer: SheetAnswer
  draft: CountDraft
  change: (part: Partial<CountDraft>) => void
}

/** Counts a drawer by its notes and coins, and the other media by their slips. */
export const CountForm = ({ id, answer, onDone, onCancel }: CountProps) => {
  const say = useSay(tillScreenWords)
  const sheet = useSay(sheetWords)
  const text = useTillText()
  const { draft, change, clear } = useCountDraft(id)
  const [tried, setTried] = useState(false)
  const { Currency } = answer.Sheet
  const tally = tallyOf(draft, Currency)
  const handIn = useHandIn(id, { draft, change, clear, currency: Currency, onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (tally.isWrong || wrongOthers(draft, Currency).length > 0 || isFloatWrong(draft.float, Currency) || isFloatWrong(draft.opening, Currency)) return
    handIn.ask()
  }
  return (
    <form className="paper" noValidate onSubmit={submit}>
      <div className="bar-head">
        <h2>{say(answer.Counts.length > 0 ? 'countAgain' : 'count')}</h2>
        {answer.Sheet.Expected === null && <small>{say('blind')}</small>}
      </div>
      {tally.values.length > 0 ? (
        <PiecesTable answer={answer} draft={draft} change={change} />
      ) : (
        <Field
          label={say('inDrawer')}
          value={draft.cash}
          onChange={(cash) => change({ cash })}
          inputMode="decimal"
          wrong={tried && tally.total === undefined ? say('wrongAmount') : undefined}
        />
      )}
      {tally.isWrong && tally.values.length > 0 && <p role="alert">{say('wrongCount')}</p>}
      {answer.MaySetFloat && (
        <Field
          label={say('OpeningFloat')}
          value={draft.opening}
          inputMode="decimal"
          placeholder={text.money(answer.Sheet.OpeningFloat, Currency)}
          onChange={(opening) => change({ opening })}
          wrong={tried && isFloatWrong(draft.opening, Currency) ? say('wrongAmount') : undefined}
        />
      )}
      <Field
        label={say('ClosingFloat')}
        value={draft.float}
        inputMode="decimal"
        placeholder={String(answer.Cash.ClosingFloat ?? answer.Sheet.OpeningFloat)}
        onChange={(float) => change({ float })}
        wrong={tried && isFloatWrong(draft.float, Currency) ? say('wrongAmount') : undefined}
      />
      <OtherMedia answer={answer} draft={draft} change={change} isTried={tried} />
      <Field label={say('note')} value={draft.note} onChange={(note) => change({ note })} maxLength={500} autoComplete="off" />
      <Refusal error={handIn.error} />
      {handIn.isOffline && handIn.isWaiting && <OfflineNote draft={draft} answer={answer} />}
      <div className="acts">
        <button type="submit" className="btn primary big" disabled={handIn.isWaiting} aria-busy={handIn.isWaiting}>
          {say('saveCount')}
        </button>
        {onCancel && (
          <button type="button" className="btn" onClick={onCancel}>
            {sheet('cancel')}
          </button>
        )}
      </div>
    </form>
  )
}

/** Says that a count waits on the device. */
const OfflineNote = ({ draft, answer }: { draft: CountDraft; answer: SheetAnswer }) => {
  const say = useSay(tillScreenWords)
  const text = useTillText()
  return (
    <p className="callout warn" role="status">
      <span>
        <b>{say('offline')}</b> {say('offlineHint', { time: draft.savedAt ? text.time(draft.savedAt, answer.Sheet.LocationId) : '' })}
      </span>
    </p>
  )
}

const PiecesTable = ({ answer, draft, change }: PartProps) => {
  const say = useSay(tillScreenWords)
  const sheet = useSay(sheetWords)
  const text = useTillText()
  const { Currency, OpeningFloat } = answer.Sheet
  const tally = tallyOf(draft, Currency)
  const { float, toBank } = afterFloat(draft, answer, tally.total ?? 0)
  return (
    <table className={`plain ${styles.count}`}>
      <caption className="sr">{say('count')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('piece')}</th>
          <th scope="col" className="num">
            {say('howMany')}
          </th>
          <th scope="col" className="num">
            {say('amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {tally.counts.map(([value, count]) => (
          <tr key={value} className={value === 2 ? styles.coins : undefined}>
            <th scope="row">{text.piece(value, Currency)}</th>
            <td className="num">
              <input
                inputMode="numeric"
                autoComplete="off"
                aria-label={`${say('howMany')}: ${text.money(value, Currency)}`}
                aria-invalid={count === undefined}
                value={draft.pieces[value] ?? ''}
                onChange={(event) => change({ pieces: { ...draft.pieces, [value]: event.target.value } })}
              />
            </td>
            <td className="num">{text.money(worth([[value, count ?? 0]]), Currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={styles.subtotal}>
          <th scope="row">{say('inDrawer')}</th>
          <td className="num">{tally.pieces}</td>
          <td className="num">{text.money(tally.total ?? 0, Currency)}</td>
        </tr>
        <tr>
          <th scope="row" colSpan={2}>
            {sheet('lessFloat')}
          </th>
          <td className="num">{text.money(-(tally.total === 0 ? OpeningFloat : float), Currency)}</td>
        </tr>
        <tr className="sum part">
          <th scope="row" colSpan={2}>
            {sheet('toBank')}
          </th>
          <td className="num">{tally.total === 0 ? '' : text.money(toBank, Currency)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const OtherMedia = ({ answer, draft, change, isTried }: PartProps & { isTried: boolean }) => {
  const say = useSay(tillScreenWords)
  const sheet = useSay(sheetWords)
  const wrong = wrongOthers(draft, answer.Sheet.Currency)
  const methods = answer.Sheet.Media.map(({ Method }) => Method).filter((method) => method !== 'Cash')
  if (methods.length === 0) return null
  return (
    <>
      <p className="note">{say('othersCounted')}</p>
      {methods.map((method) => (
        <div key={method} className={styles.other}>
          <Field
            label={say(`method.${method}`)}
            value={draft.others[method] ?? ''}
            inputMode="decimal"
            onChange={(typed) => change({ others: { ...draft.others, [method]: typed } })}
            wrong={isTried && wrong.includes(method) ? say('wrongAmount') : undefined}
          />
          <Field
            label={sheet('note')}
            value={draft.notes[method] ?? ''}
            maxLength={200}
            autoComplete="off"
            aria-label={`${sheet('note')}: ${say(`method.${method}`)}`}
            onChange={(typed) => change({ notes: { ...draft.notes, [method]: typed } })}
          />
        </div>
      ))}
    </>
  )
}
