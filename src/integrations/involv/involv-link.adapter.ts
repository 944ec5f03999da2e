import type { LinkProvider } from '#integrations/link-provider.adapter.ts'
import { endTokens, giveCodeIn, signInAddress } from './involv-api.adapter.ts'
import { syncInvolv } from './involv-sync.job.ts'

/** Involv: a loyalty provider by OAuth 2, all of whose addresses come from the settings. */
export const involv: LinkProvider = {
  name: 'Involv',
  // Without a key nothing that the provider gives out can be kept.
  missing: ({ involv: { authorizeUrl, tokenUrl, apiBase, clientId, clientSecret }, tokenKeys }) => [
    ...(authorizeUrl ? [] : ['INVOLV_AUTHORIZE_URL']),
    ...(tokenUrl ? [] : ['INVOLV_TOKEN_URL']),
    ...(apiBase ? [] : ['INVOLV_API_BASE']),
    ...(clientId ? [] : ['INVOLV_CLIENT_ID']),
    ...(clientSecret ? [] : ['INVOLV_CLIENT_SECRET']),
    ...(tokenKeys.length > 0 ? [] : ['TOKEN_KEYS']),
  ],
  isChallenged: ({ involv: { pkce } }) => pkce,
  authUrl: signInAddress,
  exchange: async (settings, given) => ({ ...(await giveCodeIn(settings, given)), isLive: true, meta: {} }),
  revoke: async (settings, _accountId, _tokenOf, kept) => endTokens(settings, await kept()),
  isOurMode: () => true,
  isReadHourly: true,
  sync: syncInvolv,
}
