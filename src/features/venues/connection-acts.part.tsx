import { deliverectCalls } from '#integrations/deliverect/deliverect.contract.ts'
import { deputyTokens } from '#integrations/deputy/deputy.contract.ts'
import { involvTokens } from '#integrations/involv/involv.contract.ts'
import { type LinkedProvider, oauth } from '#integrations/link.contract.ts'
import type { EndCalls } from '#integrations/link-screen/end-link.part.tsx'
import { shopifyTokens } from '#integrations/shopify/shopify.contract.ts'
import { paymentTokens } from '#integrations/stripe/stripe.contract.ts'
import { tyroCalls } from '#integrations/tyro/tyro.contract.ts'
import { useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import type { ConnectionsContext } from './connection-context.part.ts'
import { connectionWords } from './connections.messages.ts'

/** The calls that end a link from here. */
export const END_CALLS: Readonly<Partial<Record<LinkedProvider, EndCalls>>> = {
  Stripe: paymentTokens,
  Deputy: deputyTokens,
  Involv: involvTokens,
  Shopify: shopifyTokens,
  Deliverect: { endPlace: deliverectCalls.end },
  Tyro: { endPlace: tyroCalls.endTyro },
}

/** Time for what is asked to be answered before the list is looked at anew. */
const READING_MS = 2000

/** Has a link read now rather than by itself later. */
export const TryAgain = ({ provider, place, context }: { provider: LinkedProvider; place: number | null; context: ConnectionsContext }) => {
  const say = useSay(connectionWords)
  const check = useSend(oauth.check, {
    onDone: () => {
      toast.success(say('tried', { provider }))
      setTimeout(context.onChanged, READING_MS)
    },
  })
  return (
    <button
      type="button"
      className="btn"
      disabled={check.isPending}
      onClick={() => check.mutate({ body: { Provider: provider, ...(place === null ? {} : { LocationId: place }) } })}
    >
      {say('tryAgain')}
    </button>
  )
}
