import { useEffect } from 'react'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { Waiting } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { deliverectCalls, type ProductSync } from './deliverect.contract.ts'
import styles from './deliverect.module.css'
import { deliverectWords } from './deliverect-screen.messages.ts'
import type { DialogProps } from './link-deliverect.form.tsx'

/** Shows what Deliverect would change and delete before products are sent. */
export const SendProducts = ({ venueId, place, onDone, onClose }: DialogProps) => {
  const say = useSay(deliverectWords)
  const params = { id: venueId, locationId: place.LocationId }
  const preview = useSend(deliverectCalls.products, { quiet: true })
  const send = useSend(deliverectCalls.products, {
    quiet: true,
    onDone: (answer) => {
      toast.success(say.count('sent', answer.Products, { place: place.Location }))
      onDone()
      onClose()
    },
  })
  const { mutate } = preview
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, as the dialog opens.
  useEffect(() => mutate({ params, body: {} }), [])
  const seen = preview.data
  return (
    <Modal
      title={say('productsTitle', { place: place.Location })}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          {seen && (
            <button
              type="button"
              className={seen.Deleted > 0 ? 'btn stop' : 'btn primary'}
              disabled={send.isPending}
              aria-busy={send.isPending}
              onClick={() => send.mutate({ params, body: { Deletes: seen.Deleted } })}
            >
              {seen.Deleted > 0 ? say.count('sendAndDelete', seen.Products, { deletes: seen.Deleted }) : say.count('sendNow', seen.Products)}
            </button>
          )}
        </>
      }
    >
      <p>{say('productsAbout', { place: place.Location })}</p>
      {preview.isPending && <Waiting rows={2}>{say('asking')}</Waiting>}
      {seen && <Foreseen seen={seen} />}
      <Refusal error={preview.error ?? send.error} />
    </Modal>
  )
}

const MOST_SHOWN = 20

const Foreseen = ({ seen: { Products, Inserted, Updated, Deleted, Deletes } }: { seen: ProductSync }) => {
  const say = useSay(deliverectWords)
  return (
    <>
      <p className={styles.next}>{say('productsCounts', { products: Products, inserted: Inserted, updated: Updated })}</p>
      <p className={styles.next}>{Deleted === 0 ? say('deletesNone') : say.count('deletesSome', Deleted)}</p>
      {Deleted > 0 && (
        <ul>
          {Deletes.slice(0, MOST_SHOWN).map(({ Plu, Name }) => (
            <li key={Plu}>
              {Name} <span className="hint">{Plu}</span>
            </li>
          ))}
          {Deletes.length > MOST_SHOWN && <li>{say('andMore', { n: Deletes.length - MOST_SHOWN })}</li>}
        </ul>
      )}
    </>
  )
}
