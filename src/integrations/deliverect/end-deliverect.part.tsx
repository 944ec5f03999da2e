import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { deliverectCalls } from './deliverect.contract.ts'
import { deliverectWords } from './deliverect-screen.messages.ts'
import type { DialogProps } from './link-deliverect.form.tsx'

/** Asks before a location's link ends. */
export const EndDeliverect = ({ venueId, place, onDone, onClose }: DialogProps) => {
  const say = useSay(deliverectWords)
  const name = place.Location
  const end = useSend(deliverectCalls.end, {
    quiet: true,
    onDone: () => {
      toast.success(say('ended', { place: name }))
      onDone()
      onClose()
    },
  })
  return (
    <Modal
      title={say('endTitle', { place: name })}
      onClose={onClose}
      acts={
        <>
          <button
            type="button"
            className="btn stop"
            disabled={end.isPending}
            onClick={() => end.mutate({ params: { id: venueId, locationId: place.LocationId } })}
          >
            {say('endNow', { place: name })}
          </button>
          <button type="button" className="btn" onClick={onClose}>
            {say('keep')}
          </button>
        </>
      }
    >
      <p>{say('endAbout', { place: name })}</p>
      <Refusal error={end.error} />
    </Modal>
  )
}
