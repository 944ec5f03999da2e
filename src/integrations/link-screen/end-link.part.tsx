import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import type { LinkedAt, Place } from './linked-provider.part.ts'

interface EndProps {
  at: LinkedAt
  venueId: number
  place: Place
  onDone: () => void
  onClose: () => void
}

/** The end of a link, once the place's name was typed. */
export const EndLink = ({ at: { calls, words }, venueId, place, onDone, onClose }: EndProps) => {
  const say = useSay(words)
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
  const isReady = typed.trim() === place.name && !endVenue.isPending && !endLocation.isPending
  return (
    <Modal
      title={say('endTitle', { place: place.name })}
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
      <p>{say('endAbout', { place: place.name })}</p>
      <Field label={say('typeName', { place: place.name })} hint={say('typeHint')} value={typed} autoComplete="off" spellCheck={false} onChange={setTyped} />
      <Refusal error={endVenue.error ?? endLocation.error} />
    </Modal>
  )
}
