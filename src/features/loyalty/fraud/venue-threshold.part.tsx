import { useQueryClient } from '@tanstack/react-query'
import { useSay } from '#ui/language.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { callKey, useCall, useSend } from '#ui/use-call.ts'
import { seesWholeVenue } from '#ui/whole-venue.tsx'
import { fraud } from './fraud.contract.ts'
import { fraudWords } from './fraud.messages.ts'

/** Makes the threshold on screen the venue's own, which the nightly check and the dashboard go by. Only for users who may edit settings at all locations. */
export const VenueThreshold = ({ uses }: { uses: number }) => {
  const say = useSay(fraudWords)
  const queries = useQueryClient()
  const user = useStoredUser()
  const asked = { params: { id: user?.VenueId ?? 0 } }
  const mayEdit = tagsOf(user).includes('can_editsettings') && seesWholeVenue(user)
  const { data } = useCall(fraud.fraudRules, asked, { enabled: mayEdit })
  const send = useSend(fraud.changeFraudRules, {
    onDone: (answer) => {
      queries.setQueryData(callKey(fraud.fraudRules, asked), answer)
      toast.success(say('venueThresholdSaved', { n: answer.Rules.UsesPerDay }))
    },
  })
  if (!data || data.Rules.UsesPerDay === uses) return null
  return (
    <p>
      {say('venueThreshold', { n: data.Rules.UsesPerDay })}{' '}
      <button
        type="button"
        className="btn"
        disabled={send.isPending}
        onClick={() => send.mutate({ ...asked, body: { Rules: { UsesPerDay: uses }, Version: data.Version } })}
      >
        {say('saveForVenue', { n: uses })}
      </button>
    </p>
  )
}
