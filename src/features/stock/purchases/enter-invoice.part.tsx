import { useState } from 'react'
import { numberOf } from '#features/stock/products/edits.rules.ts'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { Choose, Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { enterInvoiceCalls } from './enter-invoice.contract.ts'
import { InvoiceLines, type TypedLine } from './invoice-lines.part.tsx'
import { purchaseWords } from './purchases.messages.ts'
import styles from './purchases.module.css'

interface Props {
  locations: readonly { LocationId: number; Name: string; Currency: string }[]
  suppliers: readonly { SupplierId: number; Name: string }[]
  /** Chosen at first, where the report is of one alone. */
  supplier: string
  /** The day it was received unless somebody says otherwise: YYYY-MM-DD. */
  today: string
  onClose: () => void
  onEntered: () => void
}

const NEW_LINE: TypedLine = { Plu: '', Quantity: '', Cost: '' }
const HEAD = ['LocationId', 'Supplier', 'Invoice', 'ReceivedOn', 'Freight', 'Tax'] as const

/** A number as it was typed; nothing is none, and what is no number is refused. */
const amountOf = (typed: string): number => numberOf(typed) ?? Number.NaN

/** An invoice on paper, entered by hand: who it is from, when it came, and its lines. */
export const EnterInvoice = ({ locations, suppliers, supplier, today, onClose, onEntered }: Props) => {
  const say = useSay(purchaseWords)
  const [head, setHead] = useState({
    LocationId: String(locations[0]?.LocationId ?? ''),
    Supplier: supplier,
    Invoice: '',
    ReceivedOn: today,
    Freight: '',
    Tax: '',
  })
  const [lines, setLines] = useState<readonly TypedLine[]>([NEW_LINE])
  const text = useStockText(locations.find(({ LocationId }) => String(LocationId) === head.LocationId)?.Currency ?? 'AUD')
  const value = {
    LocationId: Number(head.LocationId),
    Supplier: head.Supplier,
    Invoice: head.Invoice.trim(),
    ReceivedOn: head.ReceivedOn,
    ...(head.Freight.trim() === '' ? {} : { Freight: amountOf(head.Freight) }),
    ...(head.Tax.trim() === '' ? {} : { Tax: amountOf(head.Tax) }),
    Lines: lines.map(({ Plu, Quantity, Cost }) => ({ Plu: Plu.trim(), Quantity: amountOf(Quantity), Cost: amountOf(Cost) })),
  }
  const send = useSend(enterInvoiceCalls.enterInvoice, {
    quiet: true,
    onDone: ({ Status }) => {
      toast.success(say(Status === 'accepted' ? 'entered' : 'enteredBefore', { invoice: value.Invoice }))
      onEntered()
    },
  })
  const { form, onSubmit, wrong } = useForm({
    value,
    body: enterInvoiceCalls.enterInvoice.body,
    error: send.error,
    onSend: (body) => send.mutate({ body: body as never }),
  })
  const field = (name: Exclude<(typeof HEAD)[number], 'LocationId' | 'Supplier'>, label: string, more: { type?: string; inputMode?: 'decimal' } = {}) => (
    <Field label={label} small value={head[name]} wrong={wrong(name)} onChange={(typed) => setHead({ ...head, [name]: typed })} {...more} />
  )
  const sum = [...value.Lines.map(({ Cost }) => Cost), value.Freight ?? 0, value.Tax ?? 0].reduce((all, one) => all + (Number.isNaN(one) ? 0 : one), 0)
  const said = [...HEAD, ...lines.flatMap((_, i) => ['Plu', 'Quantity', 'Cost'].map((name) => `Lines.${i}.${name}`))]
  return (
    <Modal
      title={say('enter')}
      sheet
      onClose={onClose}
      acts={
        <button type="submit" form="enter-invoice" className="btn primary" disabled={send.isPending || suppliers.length === 0} aria-busy={send.isPending}>
          {say('save')}
        </button>
      }
    >
      <form id="enter-invoice" ref={form} onSubmit={onSubmit} noValidate>
        <p className="note">{say(suppliers.length === 0 ? 'noSuppliers' : 'enterHint')}</p>
        <Choose
          label={say('Location')}
          small
          value={head.LocationId}
          wrong={wrong('LocationId')}
          options={locations.map(({ LocationId, Name }) => [String(LocationId), Name] as const)}
          onChange={(chosen) => setHead({ ...head, LocationId: chosen })}
        />
        <Choose
          label={say('Supplier')}
          small
          value={head.Supplier}
          wrong={wrong('Supplier')}
          options={[['', say('choose')] as const, ...suppliers.map(({ Name }) => [Name, Name] as const)]}
          onChange={(chosen) => setHead({ ...head, Supplier: chosen })}
        />
        {field('Invoice', say('Invoice'))}
        {field('ReceivedOn', say('ReceivedOn'), { type: 'date' })}
        <InvoiceLines lines={lines} wrong={wrong} onChange={setLines} onAdd={() => setLines([...lines, NEW_LINE])} />
        {field('Freight', say('freightOf'), { inputMode: 'decimal' })}
        {field('Tax', say('gstOf'), { inputMode: 'decimal' })}
        <p role="status" className={styles.comes}>
          {say('comesTo', { sum: text.sum(sum) })}
        </p>
        <Refusal error={send.error} fields={said} />
      </form>
    </Modal>
  )
}
