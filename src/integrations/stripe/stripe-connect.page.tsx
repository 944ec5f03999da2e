import { LinkPage } from '#integrations/link-screen/link-page.part.tsx'
import type { LinkedAt } from '#integrations/link-screen/linked-provider.part.ts'
import { useSay } from '#ui/language.tsx'
import { paymentTokens } from './stripe.contract.ts'
import { stripeWords } from './stripe-connect.messages.ts'
import { PayoutsCell, StripeLinked, StripeStatus } from './stripe-ready.part.tsx'

/** Linking Stripe for the venue or a location, and what came of it. */
const StripePage = () => {
  const say = useSay(stripeWords)
  const at: LinkedAt = {
    provider: 'Stripe',
    path: '/stripe/connect',
    calls: paymentTokens,
    words: stripeWords,
    settings: 'STRIPE_CLIENT_ID, STRIPE_SECRET_KEY',
    remembered: { uri: 'StripeRedirectUri', location: 'StripeLocationId' },
    Status: StripeStatus,
    column: { title: say('payouts'), Cell: PayoutsCell },
    Linked: StripeLinked,
  }
  return <LinkPage at={at} />
}

export default StripePage
