import { useState } from 'react'
import { Field, Tick } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { type DeliverectPlace, deliverectCalls } from './deliverect.contract.ts'
import { deliverectWords } from './deliverect-screen.messages.ts'

export interface DialogProps {
  venueId: number
  place: DeliverectPlace
  onDone: () => void
  onClose: () => void
}

/** Names the location at Deliverect, as Deliverect proposes it where it was registered, and whether its orders go to the till. */
export const LinkDeliverect = ({ venueId, place, onDone, onClose }: DialogProps) => {
  const say = useSay(deliverectWords)
  const { Registered, Location: name } = place
  const [account, setAccount] = useState(Registered?.DeliverectId ?? place.DeliverectId ?? '')
  const [location, setLocation] = useState(Registered?.DeliverectLocationId ?? place.DeliverectLocationId ?? '')
  const [sends, setSends] = useState(place.SendToLocation ?? false)
  const link = useSend(deliverectCalls.save, {
    quiet: true,
    onDone: () => {
      toast.success(say('saved', { place: name }))
      onDone()
      onClose()
    },
  })
  const { form, onSubmit, wrong } = useForm({
    value: { DeliverectId: account.trim(), DeliverectLocationId: location.trim(), SendToLocation: sends },
    body: deliverectCalls.save.body,
    error: link.error,
    onSend: (body) => link.mutate({ params: { id: venueId, locationId: place.LocationId }, body }),
  })
  const plain = { autoComplete: 'off', spellCheck: false } as const
  return (
    <Modal
      title={say('formTitle', { place: name })}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="submit" form="link-deliverect" className="btn primary" disabled={link.isPending} aria-busy={link.isPending}>
            {say('save', { place: name })}
          </button>
        </>
      }
    >
      <form id="link-deliverect" ref={form} onSubmit={onSubmit} noValidate>
        <p>{say('formAbout')}</p>
        <p className="hint">{say('registerAbout', { number: String(place.LocationId) })}</p>
        {Registered && <p>{say('proposed', { name: Registered.Name || Registered.DeliverectLocationId })}</p>}
        <Field label={say('accountId')} hint={say('accountHint')} value={account} wrong={wrong('DeliverectId')} onChange={setAccount} {...plain} />
        <Field label={say('locationId')} hint={say('locationHint')} value={location} wrong={wrong('DeliverectLocationId')} onChange={setLocation} {...plain} />
        <Tick checked={sends} onChange={setSends}>
          {say('sendLabel')}
        </Tick>
        <Refusal error={link.error} fields={['DeliverectId', 'DeliverectLocationId']} />
      </form>
    </Modal>
  )
}
