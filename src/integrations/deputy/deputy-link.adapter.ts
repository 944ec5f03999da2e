import type { LinkProvider } from '#integrations/link-provider.adapter.ts'
import { giveCodeIn, nameOfInstall, signInAddress } from './deputy-api.adapter.ts'
import { syncDeputy } from './deputy-sync.job.ts'

/** Deputy: rosters, timesheets and who works. Every customer has a server of their own there, which is the account. */
export const deputy: LinkProvider = {
  name: 'Deputy',
  // Without a key nothing that Deputy gives out can be kept.
  missing: ({ deputy: { clientId, clientSecret }, tokenKeys }) => [
    ...(clientId ? [] : ['DEPUTY_CLIENT_ID']),
    ...(clientSecret ? [] : ['DEPUTY_CLIENT_SECRET']),
    ...(tokenKeys.length > 0 ? [] : ['TOKEN_KEYS']),
  ],
  authUrl: (settings, { state, redirectUri }) => signInAddress(settings, state, redirectUri),
  exchange: async (settings, { code, redirectUri }) => {
    const { endpoint, tokens } = await giveCodeIn(settings, code, redirectUri)
    // The code is used up; what the customer is called can be asked again later.
    const accountName = await nameOfInstall(settings, { endpoint, token: tokens.access }).catch(() => null)
    return { accountId: endpoint, accountName, isLive: true, scopes: 'longlife_refresh_token', meta: { RedirectUri: redirectUri }, tokens }
  },
  // Deputy has no call for it: the tokens are deleted here, and the customer removes the consent there.
  revoke: async () => undefined,
  isOurMode: () => true,
  isReadHourly: true,
  sync: syncDeputy,
}
