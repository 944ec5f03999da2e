import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#ui/api.ts'
import { CallError } from '#ui/call-error.ts'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { bodyOf, type Complaint, type Conflict, conflictsIn, countOf, decided, type Edits } from './edits.rules.ts'
import { ProductConflicts } from './product-conflicts.part.tsx'
import { type ProductRow, productCalls } from './products.contract.ts'
import { productWords } from './products.messages.ts'
import styles from './products.module.css'

interface Props {
  edits: Edits
  complaints: readonly Complaint[]
  from: string
  locationId: number | undefined
  onEdits: (edits: Edits) => void
  onSaved: () => void
  /** Shows the cell that is wrong. */
  onShow: (complaint: Complaint) => void
}

/** What is changed and not saved: all of it is saved, or nothing. Whoever leaves is asked. */
export const ProductBar = ({ edits, complaints, from, locationId, onEdits, onSaved, onShow }: Props) => {
  const say = useSay(productWords)
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const { cells, products } = countOf(edits)
  const [wrong] = complaints
  const place = locationId === undefined ? {} : { LocationId: locationId }
  const send = useSend(productCalls.changeProducts, { quiet: true })
  const rowOf = async (Plu: string): Promise<ProductRow[]> => {
    const query = { Plu, On: from, ...(locationId === undefined ? {} : { LocationId: String(locationId) }) }
    return (await call(productCalls.stockProducts, { query } as never)).Products
  }
  const save = async (): Promise<boolean> => {
    try {
      await send.mutateAsync({ body: { From: from, ...place, Products: bodyOf(edits) } })
      toast.success(say('saved'))
      onEdits({})
      onSaved()
      return true
    } catch (error) {
      if (error instanceof CallError && error.code === 'Conflict') {
        const body = bodyOf(edits)
        const plus = [...new Set(error.fields.map(({ FieldName }) => body[Number(FieldName.split('.')[1])]?.Plu ?? ''))]
        setConflicts(conflictsIn(edits, (await Promise.all(plus.map(rowOf))).flat()))
        onSaved()
      }
      return false
    }
  }
  const isConflict = send.error instanceof CallError && send.error.code === 'Conflict'
  const discard = () => {
    send.reset()
    setConflicts([])
    onEdits({})
  }
  const decide = (conflict: Conflict, keepsMine: boolean) => {
    onEdits(decided(edits, conflict, keepsMine))
    setConflicts(conflicts.filter((one) => one !== conflict))
    send.reset()
  }
  return (
    <>
      {cells > 0 && conflicts.length > 0 && (
        <ProductConflicts conflicts={conflicts} said={send.error instanceof CallError ? send.error.fields : []} onDecide={decide} />
      )}
      {cells > 0 && !isConflict && <Refusal error={send.error} />}
      {cells > 0 && (
        <section className={styles.bar} aria-label={say('unsaved')}>
          <p>
            <span role="status">
              <b>{say.count('changes', cells)}</b> <span>{say.count('inProducts', products)}</span>
            </span>
            {wrong && (
              <>
                <span> · {say.count('needCorrecting', complaints.length)}</span>{' '}
                <button type="button" className={styles.toWrong} onClick={() => onShow(wrong)}>
                  {wrong.name}, {say(wrong.cell)}
                </button>
              </>
            )}
          </p>
          <button type="button" className={styles.quiet} onClick={discard} disabled={send.isPending}>
            {say('discard')}
          </button>
          <button
            type="button"
            className={styles.go}
            disabled={send.isPending || complaints.length > 0 || conflicts.length > 0}
            aria-busy={send.isPending}
            onClick={() => void save()}
          >
            {say.count('save', cells)}
          </button>
        </section>
      )}
      <Leaving cells={cells} products={products} mayNotSave={complaints.length > 0} busy={send.isPending} onSave={save} onDiscard={discard} />
    </>
  )
}

interface LeavingProps {
  cells: number
  products: number
  mayNotSave: boolean
  busy: boolean
  onSave: () => Promise<boolean>
  onDiscard: () => void
}

const Leaving = ({ cells, products, mayNotSave, busy, onSave, onDiscard }: LeavingProps) => {
  const say = useSay(productWords)
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => cells > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: () => cells > 0,
    withResolver: true,
  })
  if (leaving.status !== 'blocked') return null
  return (
    <Modal
      firm
      title={`${say.count('saveFirst', cells, { products: say.count('inProducts', products) })}`}
      onClose={leaving.reset}
      acts={
        <>
          <button type="button" className="btn" onClick={leaving.reset}>
            {say('stay')}
          </button>
          <button
            type="button"
            className="btn stop"
            onClick={() => {
              onDiscard()
              leaving.proceed()
            }}
          >
            {say('discard')}
          </button>
          <button
            type="button"
            className="btn primary"
            disabled={busy || mayNotSave}
            onClick={() => void onSave().then((saved) => (saved ? leaving.proceed() : leaving.reset()))}
          >
            {say('saveChanges')}
          </button>
        </>
      }
    >
      <p>{say('leaveBody')}</p>
    </Modal>
  )
}
