import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { apiKeys, type KeyUser } from './api-keys.contract.ts'
import { apiKeyWords } from './api-keys.messages.ts'
import { KeyDialog } from './key-dialog.part.tsx'

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
    <KeyDialog
      title={say('revokeTitle', { name: user.Name })}
      act={say('revoke')}
      ready={typed.trim() === user.Name}
      busy={revoke.isPending}
      error={revoke.error}
      onAct={() => revoke.mutate({ params: { id: user.UserId } })}
      onClose={onClose}
    >
      <p>{say('revokeAbout')}</p>
      <Field label={say('typeName', { name: user.Name })} value={typed} autoComplete="off" spellCheck={false} onChange={setTyped} />
    </KeyDialog>
  )
}
