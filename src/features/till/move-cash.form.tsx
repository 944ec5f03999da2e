import { type FormEvent, useState } from 'react'
import { Choose, Field } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { useSend } from '#ui/use-call.ts'
import { controlSheets, type SheetAnswer } from './control-sheets.contract.ts'
import { typedAmount } from './denominations.rules.ts'
import { sheetWords } from './sheet-screen.messages.ts'
import { MOVEMENT_KINDS, type MovementKind } from './till.rules.ts'
import { tillScreenWords } from './till-screen.messages.ts'

interface MoveProps {
  id: string
  currency: string
  onDone: (answer: SheetAnswer) => unknown
}

/** Enters cash that was put in or taken out and that the till did not send. */
export const MoveCashForm = ({ id, currency, onDone }: MoveProps) => {
  const say = useSay(sheetWords)
  const screen = useSay(tillScreenWords)
  const [isOpen, setOpen] = useState(false)
  const [kind, setKind] = useState<MovementKind>('PayOut')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const done = (answer: SheetAnswer) => {
    setOpen(false)
    setAmount('')
    setReason('')
    setTried(false)
    return onDone(answer)
  }
  const move = useSend(controlSheets.moveCash, { quiet: true, onDone: done })
  // A sum below zero is sent too: the server says in its own words that a total cannot be less than zero.
  const size = typedAmount(amount.trim().replace(/^-/, ''), currency)
  const typed = size === undefined ? undefined : amount.trim().startsWith('-') ? -size : size
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (typed === undefined || typed === 0 || reason.trim() === '') return
    move.mutate({ params: { id }, body: { Kind: kind, Amount: typed, Reason: reason.trim() } })
  }
  if (!isOpen)
    return (
      <p className="acts">
        <button type="button" className="btn" onClick={() => setOpen(true)}>
          {say('moveAdd')}
        </button>
      </p>
    )
  return (
    <form className="form" noValidate onSubmit={submit}>
      <Choose
        label={say('moveKind')}
        value={kind}
        options={MOVEMENT_KINDS.map((one) => [one, screen(`kind.${one}`)] as const)}
        onChange={(one) => setKind(one as MovementKind)}
      />
      <Field
        label={say('moveAmount')}
        value={amount}
        onChange={setAmount}
        inputMode="decimal"
        autoComplete="off"
        wrong={tried && (typed === undefined || typed === 0) ? say('wrongAmount') : undefined}
      />
      <Field
        label={say('moveReason')}
        value={reason}
        onChange={setReason}
        maxLength={200}
        autoComplete="off"
        wrong={tried && reason.trim() === '' ? say('moveMissing') : undefined}
      />
      <Refusal error={move.error} />
      <div className="acts">
        <button type="submit" className="btn primary" disabled={move.isPending} aria-busy={move.isPending}>
          {say('moveSave')}
        </button>
        <button type="button" className="btn" onClick={() => setOpen(false)}>
          {say('cancel')}
        </button>
      </div>
    </form>
  )
}
