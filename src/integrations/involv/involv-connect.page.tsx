import { LinkPage } from '#integrations/link-screen/link-page.part.tsx'
import type { LinkedAt } from '#integrations/link-screen/linked-provider.part.ts'
import { involvTokens } from './involv.contract.ts'
import { ConflictsWithInvolv } from './involv-conflicts.part.tsx'
import { involvWords } from './involv-connect.messages.ts'

const AT: LinkedAt = {
  provider: 'Involv',
  path: '/involv/connect',
  calls: involvTokens,
  words: involvWords,
  settings: 'INVOLV_AUTHORIZE_URL, INVOLV_TOKEN_URL, INVOLV_API_BASE, INVOLV_CLIENT_ID, INVOLV_CLIENT_SECRET, TOKEN_KEYS',
  remembered: { uri: 'InvolvRedirectUri', location: 'InvolvLocationId' },
}

/** Linking Involv for the venue or a location, and settling where its members and our cards do not agree. */
const InvolvPage = () => <LinkPage at={AT} more={(venueId) => <ConflictsWithInvolv venueId={venueId} />} />

export default InvolvPage
