import { useState } from 'react'
import { numberOf } from '#features/stock/products/edits.rules.ts'
import { productCalls } from '#features/stock/products/products.contract.ts'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { Choose, Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { type EnteredMovement, movementCalls } from './movements.contract.ts'
import { movementWords } from './movements.messages.ts'
import { REASONS, type Reason } from './reasons.rules.ts'

interface Props {
  kind: EnteredMovement['Kind']
  place: { LocationId: number; Name: string }
  /** Where a transfer may go. */
  others: readonly { LocationId: number; Name: string }[]
  plu: string
  /** The trading day, which counts from now. */
  today: string
  onClose: () => void
  onEntered: () => void
}

const SAID = ['Plu', 'Quantity', 'Day', 'Reason', 'ToLocationId'] as const

/** A write-off, transfer or adjustment by hand: product, quantity, when and why. */
export const EnterMovement = ({ kind, place, others, plu, today, onClose, onEntered }: Props) => {
  const say = useSay(movementWords)
  const text = useStockText('AUD')
  // Made once: whatever is sent again from this form is the same movement.
  const [made] = useState(() => ({ Number: crypto.randomUUID(), At: new Date().toISOString() }))
  const [typed, setTyped] = useState({ Plu: plu, Quantity: '', Day: today, Reason: '', To: '' })
  const search = typed.Plu.trim()
  const { data } = useCall(productCalls.stockProducts, { query: search.length < 2 ? {} : { Search: search.slice(0, 100) } } as never)
  const product = data?.Products.find(({ Plu }) => Plu === search)
  const value = {
    Number: made.Number,
    LocationId: place.LocationId,
    Kind: kind,
    Plu: search,
    Quantity: numberOf(typed.Quantity) ?? Number.NaN,
    ...(typed.Day === today ? { At: made.At } : { Day: typed.Day }),
    ...(kind === 'Transfer' || typed.Reason === '' ? {} : { Reason: typed.Reason as Reason }),
    ...(kind === 'Transfer' && typed.To !== '' ? { ToLocationId: Number(typed.To) } : {}),
  }
  const send = useSend(movementCalls.enterMovement, {
    quiet: true,
    onDone: () => {
      toast.success(say('saved'))
      onEntered()
    },
  })
  const { form, onSubmit, wrong } = useForm({
    value,
    body: movementCalls.enterMovement.body,
    error: send.error,
    onSend: (body) => send.mutate({ body: body as never }),
  })
  return (
    <Modal
      title={say(kind)}
      sheet
      onClose={onClose}
      acts={
        <button type="submit" form="enter-movement" className="btn primary" disabled={send.isPending} aria-busy={send.isPending}>
          {say(kind)}
        </button>
      }
    >
      <form id="enter-movement" ref={form} onSubmit={onSubmit} noValidate>
        <p className="note">{place.Name}</p>
        <datalist id="movement-products">
          {data?.Products.map(({ Plu, Name }) => (
            <option key={Plu} value={Plu}>
              {Name}
            </option>
          ))}
        </datalist>
        <Field
          label={say('product')}
          small
          list="movement-products"
          value={typed.Plu}
          hint={product?.Name}
          wrong={wrong('Plu')}
          onChange={(Plu) => setTyped({ ...typed, Plu })}
        />
        <Field
          label={product ? say('quantityIn', { unit: text.unit(product.Unit, 2) }) : say('quantity')}
          small
          inputMode="decimal"
          value={typed.Quantity}
          hint={kind === 'Adjustment' ? say('adjustHint') : undefined}
          wrong={wrong('Quantity')}
          onChange={(Quantity) => setTyped({ ...typed, Quantity })}
        />
        <Field
          label={say('day')}
          small
          type="date"
          value={typed.Day}
          hint={say('dayHint')}
          wrong={wrong('Day') ?? wrong('At')}
          onChange={(Day) => setTyped({ ...typed, Day })}
        />
        {kind === 'Transfer' ? (
          <Choose
            label={say('to')}
            small
            value={typed.To}
            wrong={wrong('ToLocationId')}
            options={[['', say('choose')] as const, ...others.map(({ LocationId, Name }) => [String(LocationId), Name] as const)]}
            onChange={(To) => setTyped({ ...typed, To })}
          />
        ) : (
          <Choose
            label={say('reason')}
            small
            value={typed.Reason}
            wrong={wrong('Reason')}
            options={[['', say('choose')] as const, ...REASONS.map((reason) => [reason, say(reason)] as const)]}
            onChange={(Reason) => setTyped({ ...typed, Reason })}
          />
        )}
        <Refusal error={send.error} fields={SAID} />
      </form>
    </Modal>
  )
}
