import { useState } from 'react'
import { Field, Tick } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
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

/** Names the merchant of a location, and whether what arrives is passed on to its till. */
export const LinkTyro = ({ venueId, place, onDone, onClose }: Props) => {
  const say = useSay(tyroWords)
  const [id, setId] = useState(place.TyroId ?? '')
  const [sends, setSends] = useState(place.SendToLocation ?? false)
  const link = useSend(tyroCalls.linkTyro, {
    quiet: true,
    onDone: () => {
      toast.success(say('saved', { place: place.Location }))
      onDone()
      onClose()
    },
  })
  const { form, onSubmit, wrong } = useForm({
    value: { TyroId: id.trim(), SendToLocation: sends },
    body: tyroCalls.linkTyro.body,
    error: link.error,
    onSend: (body) => link.mutate({ params: { id: venueId, locationId: place.LocationId }, body }),
  })
  return (
    <Modal
      title={say('formTitle', { place: place.Location })}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="submit" form="link-tyro" className="btn primary" disabled={link.isPending} aria-busy={link.isPending}>
            {say('save', { place: place.Location })}
          </button>
        </>
      }
    >
      <form id="link-tyro" ref={form} onSubmit={onSubmit} noValidate>
        <p>{say('formAbout')}</p>
        <Field
          label={say('idLabel')}
          hint={say('idHint')}
          value={id}
          wrong={wrong('TyroId')}
          autoComplete="off"
          spellCheck={false}
          inputMode="numeric"
          onChange={setId}
        />
        <Tick checked={sends} onChange={setSends}>
          {say('sendLabel')}
        </Tick>
        <Refusal error={link.error} fields={['TyroId']} />
      </form>
    </Modal>
  )
}
