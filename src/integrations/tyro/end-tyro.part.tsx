import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { type TyroPlaces, tyroCalls } from './tyro.contract.ts'
import { tyroWords } from './tyro-screen.messages.ts'

interface Props {
  venueId: number
  place: TyroPlaces['Places'][number]
  onDone: () => void
  onClose: () => void
}

/** Asks before a location's link ends. */
export const EndTyro = ({ venueId, place, onDone, onClose }: Props) => {
  const say = useSay(tyroWords)
  const name = place.Location
  const end = useSend(tyroCalls.endTyro, {
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
