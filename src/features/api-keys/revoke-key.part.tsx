import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { apiKeys, type KeyUser } from './api-keys.contract.ts'
import { apiKeyWords } from './api-keys.messages.ts'

/** The end of a user's keys, once their name was typed. */
export const RevokeKey = ({ user, onDone, onClose }: { user: KeyUser; onDone: () => void; onClose: () => void }) => {
  const say = useSay(apiKeyWords)
  const [typed, setTyped] = useState('')
  const revoke = useSend(apiKeys.revoke, {
    quiet: true,
    onDone: () => {
      toast.success(say('revoked', { name: user.Name }))
      onDone()
      onClose()
    },
  })
  return (
    <Modal
      open
      title={say('revokeTitle', { name: user.Name })}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button
            type="button"
            className="btn primary"
            disabled={typed.trim() !== user.Name || revoke.isPending}
            aria-busy={revoke.isPending}
            onClick={() => revoke.mutate({ params: { id: user.UserId } })}
          >
            {say('revoke')}
          </button>
        </>
      }
    >
      <p>{say('revokeAbout')}</p>
      <Field label={say('typeName', { name: user.Name })} value={typed} autoComplete="off" spellCheck={false} onChange={setTyped} />
      <Refusal error={revoke.error} />
    </Modal>
  )
}
