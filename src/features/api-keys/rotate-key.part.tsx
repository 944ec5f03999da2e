import { useState } from 'react'
import { Choose } from '#ui/field.tsx'
import { useSay } from '#ui/language.tsx'
import { useSend } from '#ui/use-call.ts'
import { apiKeys, type KeyUser, USUAL_OVERLAP_HOURS } from './api-keys.contract.ts'
import { apiKeyWords } from './api-keys.messages.ts'
import { KeyDialog } from './key-dialog.part.tsx'
import type { MadeKey } from './shown-key.part.tsx'

const OVERLAPS = ['0', '1', '24', '168', '720'] as const

/** Another key for a user, while the one before works on for a while. */
export const RotateKey = ({ user, onMade, onClose }: { user: KeyUser; onMade: (made: MadeKey) => void; onClose: () => void }) => {
  const say = useSay(apiKeyWords)
  const [hours, setHours] = useState(String(USUAL_OVERLAP_HOURS))
  const make = useSend(apiKeys.make, { quiet: true, onDone: ({ User, Key }) => onMade({ name: User.Name, key: Key }) })
  return (
    <KeyDialog
      title={say('rotateTitle', { name: user.Name })}
      act={say('makeNew')}
      busy={make.isPending}
      error={make.error}
      onAct={() => make.mutate({ body: { User: { UserId: user.UserId }, OverlapHours: Number(hours) } })}
      onClose={onClose}
    >
      <p>{say('rotateAbout', { prefix: user.Prefix })}</p>
      <Choose label={say('overlap')} value={hours} options={OVERLAPS.map((overlap) => [overlap, say(`hours.${overlap}`)] as const)} onChange={setHours} />
    </KeyDialog>
  )
}
