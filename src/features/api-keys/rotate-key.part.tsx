import { useId, useState } from 'react'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { useSend } from '#ui/use-call.ts'
import { apiKeys, type KeyUser, USUAL_OVERLAP_HOURS } from './api-keys.contract.ts'
import { apiKeyWords } from './api-keys.messages.ts'
import type { MadeKey } from './shown-key.part.tsx'

const OVERLAPS = ['0', '1', '24', '168', '720'] as const

/** Another key for a user, while the one before works on for a while. */
export const RotateKey = ({ user, onMade, onClose }: { user: KeyUser; onMade: (made: MadeKey) => void; onClose: () => void }) => {
  const say = useSay(apiKeyWords)
  const id = useId()
  const [hours, setHours] = useState(String(USUAL_OVERLAP_HOURS))
  const make = useSend(apiKeys.make, { quiet: true, onDone: ({ User, Key }) => onMade({ name: User.Name, key: Key }) })
  return (
    <Modal
      open
      title={say('rotateTitle', { name: user.Name })}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button
            type="button"
            className="btn primary"
            disabled={make.isPending}
            aria-busy={make.isPending}
            onClick={() => make.mutate({ body: { User: { UserId: user.UserId }, OverlapHours: Number(hours) } })}
          >
            {say('makeNew')}
          </button>
        </>
      }
    >
      <p>{say('rotateAbout', { prefix: user.Prefix })}</p>
      <div className="field">
        <label htmlFor={id}>{say('overlap')}</label>
        <select id={id} value={hours} onChange={(event) => setHours(event.target.value)}>
          {OVERLAPS.map((overlap) => (
            <option key={overlap} value={overlap}>
              {say(`hours.${overlap}`)}
            </option>
          ))}
        </select>
      </div>
      <Refusal error={make.error} />
    </Modal>
  )
}
