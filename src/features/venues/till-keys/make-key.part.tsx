import { useState } from 'react'
import { Choose, Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useSend } from '#ui/use-call.ts'
import { type MadeKey, ShownKey } from './shown-key.part.tsx'
import { tillKeys } from './till-keys.contract.ts'
import { tillKeyWords } from './till-keys.messages.ts'
import styles from './till-keys.module.css'

/** A key being made, then its only sight. */
const MakeKey = ({ onMade, onClose }: { onMade: () => void; onClose: () => void }) => {
  const say = useSay(tillKeyWords)
  const locations = useStoredUser()?.Config?.Locations ?? []
  const [LocationId, setLocation] = useState(String(locations[0]?.LocationId ?? ''))
  const [Name, setName] = useState(say('firstTill'))
  const [made, setMade] = useState<MadeKey>()
  const send = useSend(tillKeys.makeTillKey, {
    quiet: true,
    onDone: ({ Key }) => {
      const currency = locations.find((one) => String(one.LocationId) === LocationId)?.Currency ?? 'AUD'
      setMade({ name: Name.trim(), key: Key, currency })
      onMade()
    },
  })
  const { form, onSubmit, wrong } = useForm({
    value: { LocationId: Number(LocationId), Name },
    body: tillKeys.makeTillKey.body,
    error: send.error,
    onSend: (body) => send.mutate({ body }),
  })
  if (made) return <ShownKey made={made} onClose={onClose} />
  if (locations.length === 0) return <NoLocation onClose={onClose} />
  return (
    <Modal title={say('make')} onClose={onClose}>
      <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
        <Choose
          label={say('location')}
          value={LocationId}
          options={locations.map((one) => [String(one.LocationId), one.Name] as const)}
          wrong={wrong('LocationId')}
          onChange={setLocation}
        />
        <Field label={say('name')} value={Name} wrong={wrong('Name')} onChange={setName} autoFocus />
        <Refusal error={send.error} fields={['LocationId', 'Name']} />
        <div className={styles.acts}>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="submit" className="btn primary" disabled={send.isPending} aria-busy={send.isPending}>
            {say('make')}
          </button>
        </div>
      </form>
    </Modal>
  )
}

export default MakeKey

const NoLocation = ({ onClose }: { onClose: () => void }) => {
  const say = useSay(tillKeyWords)
  return (
    <Modal title={say('make')} onClose={onClose}>
      <p>{say('noLocation')}</p>
      <p>
        <Go className="btn primary" to="/venue/settings" search={{ tab: 'locations', add: '1' }} onClick={onClose}>
          {say('addLocation')}
        </Go>
      </p>
    </Modal>
  )
}
