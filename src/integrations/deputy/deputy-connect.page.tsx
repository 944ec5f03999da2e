import { LinkPage } from '#integrations/link-screen/link-page.part.tsx'
import type { LinkedAt } from '#integrations/link-screen/linked-provider.part.ts'
import { deputyTokens } from './deputy.contract.ts'
import { deputyWords } from './deputy-connect.messages.ts'
import { SalesToDeputy } from './deputy-sales.part.tsx'

const AT: LinkedAt = {
  provider: 'Deputy',
  path: '/deputy/connect',
  calls: deputyTokens,
  words: deputyWords,
  settings: 'DEPUTY_CLIENT_ID, DEPUTY_CLIENT_SECRET, TOKEN_KEYS',
  remembered: { uri: 'DeputyRedirectUri', location: 'DeputyLocationId' },
}

/** Linking Deputy for the venue or a location, and saying where its areas are and who its people are. */
const DeputyPage = () => <LinkPage at={AT} more={(venueId) => <SalesToDeputy venueId={venueId} />} />

export default DeputyPage
