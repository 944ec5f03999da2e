import { type FormEvent, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { useSend } from '#ui/use-call.ts'
import { controlSheets, type SheetAnswer } from './control-sheets.contract.ts'
import { piecesOf, typedAmount, typedCount, worth } from './denominations.rules.ts'
import styles from './till.module.css'
import type { Method } from './till.rules.ts'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

interface CountProps {
  id: string
  answer: SheetAnswer
  onDone: (answer: SheetAnswer) => unknown
}

/** Counts a drawer by its notes and coins, and the other media by their slips. */
export const CountForm = ({ id, answer, onDone }: CountProps) => {
  const say = useSay(tillScreenWords)
  const text = useTillText()
  const { Currency, Media } = answer.Sheet
  const values = piecesOf(Currency)
  const [pieces, setPieces] = useState<Record<number, string>>({})
  const [cash, setCash] = useState('')
  const [others, setOthers] = useState<Partial<Record<Method, string>>>({})
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const counts = values.map((value) => [value, typedCount(pieces[value] ?? '')] as const)
  const isWrong = counts.some(([, count]) => count === undefined)
  const total = values.length > 0 ? worth(counts.map(([value, count]) => [value, count ?? 0])) : typedAmount(cash)
  const methods = Media.map(({ Method }) => Method).filter((method) => method !== 'Cash')
  const wrongOther = (method: Method) => (others[method] ?? '') !== '' && typedAmount(others[method] ?? '') === undefined
  const send = useSend(controlSheets.countSheet, { quiet: true, onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isWrong || total === undefined || methods.some(wrongOther)) return
    const counted = methods.flatMap((Method) => ((others[Method] ?? '') === '' ? [] : [{ Method, Amount: typedAmount(others[Method] ?? '') ?? 0 }]))
    const Denominations = counts.flatMap(([Value, Count]) => (Count ? [{ Value, Count }] : []))
    send.mutate({
      params: { id },
      body: { Media: [{ Method: 'Cash', Amount: total }, ...counted], ...(Denominations.length > 0 ? { Denominations } : {}), Note: note },
    })
  }
  return (
    <form className="form" noValidate onSubmit={submit}>
      <h2>{say(answer.Counts.length > 0 ? 'countAgain' : 'count')}</h2>
      {values.length > 0 ? (
        <table className={`plain ${styles.pieces}`}>
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
            {counts.map(([value, count]) => (
              <tr key={value}>
                <th scope="row">{text.money(value, Currency)}</th>
                <td className="num">
                  <input
                    inputMode="numeric"
                    autoComplete="off"
                    aria-label={`${say('howMany')}: ${text.money(value, Currency)}`}
                    aria-invalid={count === undefined}
                    value={pieces[value] ?? ''}
                    onChange={(event) => setPieces({ ...pieces, [value]: event.target.value })}
                  />
                </td>
                <td className="num">{text.money(worth([[value, count ?? 0]]), Currency)}</td>
              </tr>
            ))}
            <tr className={styles.sum}>
              <th scope="row">{say('inDrawer')}</th>
              <td />
              <td className="num">{text.money(total ?? 0, Currency)}</td>
            </tr>
          </tbody>
        </table>
      ) : (
        <Field
          label={say('inDrawer')}
          value={cash}
          onChange={setCash}
          inputMode="decimal"
          wrong={tried && total === undefined ? say('wrongAmount') : undefined}
        />
      )}
      {isWrong && <p role="alert">{say('wrongCount')}</p>}
      {methods.length > 0 && <p className="note">{say('othersCounted')}</p>}
      {methods.map((method) => (
        <Field
          key={method}
          label={say(`method.${method}`)}
          value={others[method] ?? ''}
          inputMode="decimal"
          onChange={(typed) => setOthers({ ...others, [method]: typed })}
          wrong={tried && wrongOther(method) ? say('wrongAmount') : undefined}
        />
      ))}
      <Field label={say('note')} value={note} onChange={setNote} maxLength={500} autoComplete="off" />
      <Refusal error={send.error} />
      <div className="acts">
        <button type="submit" className="btn primary big" disabled={send.isPending} aria-busy={send.isPending}>
          {say('saveCount')}
        </button>
      </div>
    </form>
  )
}
