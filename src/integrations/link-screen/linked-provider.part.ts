import type { ComponentType, ReactNode } from 'react'
import type { Link, SignInProvider, tokenCalls } from '#integrations/link.contract.ts'
import type { LinkWords } from './link-screen.messages.ts'

/** A place that can be linked: a location, or with null the whole venue. */
export interface Place {
  locationId: number | null
  name: string
}

/** What a provider that signs the way back sends with it. */
export type SignedReturn = Partial<Record<'Shop' | 'Hmac' | 'Timestamp' | 'Host' | 'Rest', string>>

/** A provider as its link screen needs it. */
export interface LinkedAt {
  provider: SignInProvider
  /** Its screen, where the browser comes back to. */
  path: string
  calls: ReturnType<typeof tokenCalls>
  words: LinkWords
  /** Settings without which nothing can be linked. */
  settings: string
  /** Where the stored user keeps for which place somebody left. */
  remembered: {
    uri: 'StripeRedirectUri' | 'DeputyRedirectUri' | 'InvolvRedirectUri' | 'ShopifyRedirectUri'
    location: 'StripeLocationId' | 'DeputyLocationId' | 'InvolvLocationId' | 'ShopifyLocationId'
  }
  /** Where each customer has an address of their own: how it is asked for before somebody leaves. */
  asksShop?: { label: string; hint: string }
  /** The provider may come back without the state of the sign-in; of any other, what comes without one was not sent by it. */
  mayOmitState?: boolean
  /** What the provider sends back beside the code and the state, as the call that links takes it. */
  returned?: (sent: URLSearchParams) => SignedReturn
  /** How a working link stands in the table, where there is more to tell than that it works. */
  Status?: ComponentType<{ link: Link }>
  /** A column of its own, as of payouts. */
  column?: { title: string; Cell: ComponentType<{ link: Link }> }
  /** What is told once a place is linked, in place of the usual. */
  Linked?: ComponentType<{ link: Link; place: Place; checkAgain: ReactNode }>
}
