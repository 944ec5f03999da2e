import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { useSend } from '#ui/use-call.ts'
import { productCalls } from './products.contract.ts'
import { productWords } from './products.messages.ts'

/** A stock item that no till rings up. What it measures and is bought as is filled in in the table. */
export const AddProduct = ({ onClose, onAdded }: { onClose: () => void; onAdded: (plu: string) => void }) => {
  const say = useSay(productWords)
  const [plu, setPlu] = useState('')
  const [name, setName] = useState('')
  const [group, setGroup] = useState('')
  const add = useSend(productCalls.changeProducts, { quiet: true, onDone: () => onAdded(plu.trim()) })
  const product = { Plu: plu.trim(), Name: name.trim(), Unit: '', ...(group.trim() === '' ? {} : { ProductGroup: group.trim() }) }
  return (
    <Modal
      title={say('newTitle')}
      onClose={onClose}
      acts={
        <button
          type="button"
          className="btn primary"
          disabled={add.isPending || product.Plu === '' || product.Name === ''}
          onClick={() => add.mutate({ body: { Products: [product] } as never })}
        >
          {say('addIt')}
        </button>
      }
    >
      <p>{say('newHint')}</p>
      <Field label={say('Plu')} value={plu} onChange={setPlu} />
      <Field label={say('name')} value={name} onChange={setName} />
      <Field label={say('ProductGroup')} value={group} onChange={setGroup} />
      <Refusal error={add.error} />
    </Modal>
  )
}
