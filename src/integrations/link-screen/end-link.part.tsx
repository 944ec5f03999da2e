import { useState } from 'react'
import type { SignInProvider } from '#integrations/link.contract.ts'
import { Field } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { endWords } from './end-link.messages.ts'
import type { LinkedAt, Place } from './linked-provider.part.ts'

interface EndProps {
  provider: SignInProvider
  calls: Pick<LinkedAt['calls'], 'endVenue' | 'endLocation'>
  venueId: number
  place: Place
  /** The name that has to be typed; absent, the place's. */
  name?: string
  onDone: () => void
  onClose: () => void
}

/** The end of a link, once a name was typed. */
export const EndLink = ({ provider, calls, venueId, place, name = place.name, onDone, onClose }: EndProps) => {
  const say = useSay(endWords)
  const [typed, setTyped] = useState('')
  const options = {
    quiet: true,
    onDone: () => {
      toast.success(say('ended', { place: place.name }))
      onDone()
      onClose()
    },
  }
  const endVenue = useSend(calls.endVenue, options)
  const endLocation = useSend(calls.endLocation, options)
  const end = () => (place.locationId === null ? endVenue.mutate({ params: { id: venueId } }) : endLocation.mutate({ params: { id: place.locationId } }))
  const isReady = typed.trim() === name && !endVenue.isPending && !endLocation.isPending
  return (
    <Modal
      title={say('title', { place: place.name, provider })}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn stop" disabled={!isReady} onClick={end}>
            {say('endNow', { place: place.name })}
          </button>
          <button type="button" className="btn" onClick={onClose}>
            {say('keep')}
          </button>
        </>
      }
    >
      <p>{say(`about.${provider}`, { place: place.name })}</p>
      <Field label={say('typeName', { name })} hint={say('typeHint')} value={typed} autoComplete="off" spellCheck={false} onChange={setTyped} />
      <Refusal error={endVenue.error ?? endLocation.error} />
    </Modal>
  )
}
