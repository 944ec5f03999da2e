import { useState } from 'react'
import type { LinkedProvider, tokenCalls } from '#integrations/link.contract.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { Field } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { endWords } from './end-link.messages.ts'
import type { Place } from './linked-provider.part.ts'

type TokenCalls = ReturnType<typeof tokenCalls>

/** How a link ends: the venue's or a location's where one signs in, or that of a location below its venue. */
export type EndCalls = Pick<TokenCalls, 'endVenue' | 'endLocation'> | { endPlace: AnyOperation }

interface EndProps {
  provider: LinkedProvider
  calls: EndCalls
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
  const { operation, params } = endOf(calls, venueId, place.locationId)
  // All of them take no more than where, and answer nothing.
  const end = useSend(operation as TokenCalls['endLocation'], {
    quiet: true,
    onDone: () => {
      toast.success(say('ended', { place: place.name }))
      onDone()
      onClose()
    },
  })
  const isReady = typed.trim() === name && !end.isPending
  return (
    <Modal
      title={say('title', { place: place.name, provider })}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn stop" disabled={!isReady} onClick={() => end.mutate({ params })}>
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
      <Refusal error={end.error} />
    </Modal>
  )
}

const endOf = (calls: EndCalls, venueId: number, locationId: number | null) => {
  if ('endPlace' in calls) return { operation: calls.endPlace, params: { id: venueId, locationId: locationId ?? 0 } }
  return locationId === null ? { operation: calls.endVenue, params: { id: venueId } } : { operation: calls.endLocation, params: { id: locationId } }
}
