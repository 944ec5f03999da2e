import type { LinkProvider } from '#integrations/link-provider.adapter.ts'
import { deauthorise, giveCodeIn, stateOfAccount } from './stripe-api.adapter.ts'
import { syncStripe } from './stripe-sync.job.ts'

/** Stripe, by Connect with Standard accounts. Nothing it gives out is kept: we act for an account as the house, and name the account. */
export const stripe: LinkProvider = {
  name: 'Stripe',
  missing: ({ stripe: { clientId, secretKey } }) => [...(clientId ? [] : ['STRIPE_CLIENT_ID']), ...(secretKey ? [] : ['STRIPE_SECRET_KEY'])],
  authUrl: ({ stripe: { clientId = '', connectBase } }, { state, redirectUri }) => {
    const asked = { response_type: 'code', client_id: clientId, scope: 'read_write', redirect_uri: redirectUri, state }
    return `${connectBase}/oauth/authorize?${new URLSearchParams(asked)}`
  },
  exchange: async (settings, { code }) => {
    const { stripe_user_id: accountId, livemode, scope = '' } = await giveCodeIn(settings, code)
    // The code is used up and the account is ours to ask: how it stands can be asked again later, should it not be told now.
    const state = await stateOfAccount(settings, accountId).catch(() => ({ accountName: null, meta: {} }))
    return { accountId, isLive: livemode, scopes: scope, ...state }
  },
  revoke: deauthorise,
  isOurMode: ({ stripe: { secretKey = '' } }, { isLive }) => isLive === /^(sk|rk)_live_/.test(secretKey),
  sync: syncStripe,
}
