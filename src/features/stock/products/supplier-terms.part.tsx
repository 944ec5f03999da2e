import { useState } from 'react'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { Nil } from '#ui/data-table.tsx'
import { Field } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { TimeField } from '#ui/time-field.tsx'
import { useSend } from '#ui/use-call.ts'
import { numberOf } from './edits.rules.ts'
import { type ProductsAnswer, productCalls } from './products.contract.ts'
import { productWords } from './products.messages.ts'
import styles from './products.module.css'

type Supplier = ProductsAnswer['Suppliers'][number]

/** How each supplier takes orders and delivers. */
export const SupplierTerms = ({ answer, onChanged }: { answer: ProductsAnswer; onChanged: () => void }) => {
  const say = useSay(productWords)
  const text = useStockText(answer.Currency)
  const [edited, setEdited] = useState<Supplier>()
  if (answer.Suppliers.length === 0) return null
  return (
    <section className={styles.suppliers}>
      <div className="bar-head">
        <h2>{say('suppliers')}</h2>
      </div>
      <Scroll label={say('suppliers')}>
        <table className="plain slips">
          <thead>
            <tr>
              <th scope="col">{say('Supplier')}</th>
              <th scope="col">{say('email')}</th>
              <th scope="col" className="num">
                {say('LeadDays')}
              </th>
              <th scope="col">{say('orderBy')}</th>
              <th scope="col" className="num">
                {say('orderMinimum', { currency: answer.Currency })}
              </th>
            </tr>
          </thead>
          <tbody>
            {answer.Suppliers.map((supplier) => (
              <tr key={supplier.SupplierId}>
                <th scope="row">
                  <button type="button" className={styles.name} onClick={() => setEdited(supplier)}>
                    {supplier.Name}
                  </button>
                </th>
                <td data-label={say('email')}>{supplier.Email || <Nil />}</td>
                <td className="num" data-label={say('LeadDays')}>
                  {supplier.LeadDays ?? <Nil />}
                </td>
                <td data-label={say('orderBy')}>{supplier.OrderBy ?? <Nil />}</td>
                <td className="num" data-label={say('orderMinimum', { currency: answer.Currency })}>
                  {supplier.OrderMinimum === null ? <Nil /> : text.money(supplier.OrderMinimum)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {edited && (
        <Terms
          supplier={edited}
          currency={answer.Currency}
          onClose={() => setEdited(undefined)}
          onDone={() => {
            setEdited(undefined)
            onChanged()
          }}
        />
      )}
    </section>
  )
}

const Terms = ({ supplier, currency, onClose, onDone }: { supplier: Supplier; currency: string; onClose: () => void; onDone: () => void }) => {
  const say = useSay(productWords)
  const [email, setEmail] = useState(supplier.Email)
  const [lead, setLead] = useState(supplier.LeadDays === null ? '' : String(supplier.LeadDays))
  const [by, setBy] = useState(supplier.OrderBy ?? '')
  const [minimum, setMinimum] = useState(supplier.OrderMinimum === null ? '' : String(supplier.OrderMinimum))
  const keep = useSend(productCalls.changeSupplierTerms, { quiet: true, onDone })
  return (
    <Modal
      title={say('terms', { supplier: supplier.Name })}
      onClose={onClose}
      acts={
        <button
          type="button"
          className="btn primary"
          disabled={keep.isPending}
          onClick={() =>
            keep.mutate({
              params: { supplierId: supplier.SupplierId },
              body: { Email: email.trim(), LeadDays: numberOf(lead), OrderBy: by === '' ? null : by, OrderMinimum: numberOf(minimum) },
            })
          }
        >
          {say('keepTerms')}
        </button>
      }
    >
      <Field label={say('email')} type="email" value={email} onChange={setEmail} />
      <Field label={say('LeadDays')} inputMode="numeric" value={lead} onChange={setLead} />
      <TimeField label={say('orderBy')} value={by} onChange={setBy} />
      <Field label={say('orderMinimum', { currency })} inputMode="decimal" value={minimum} onChange={setMinimum} />
      <Refusal error={keep.error} />
    </Modal>
  )
}
