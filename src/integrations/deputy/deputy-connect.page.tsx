import { LinkPage } from '#integrations/link-screen/link-page.part.tsx'
import styles from '#integrations/link-screen/link-screen.module.css'
import type { LinkedAt } from '#integrations/link-screen/linked-provider.part.ts'
import { useSay } from '#ui/language.tsx'
import { deputyTokens } from './deputy.contract.ts'
import { AreasOfDeputy } from './deputy-areas.part.tsx'
import { deputyWords } from './deputy-connect.messages.ts'
import { matchingWords } from './deputy-matching.messages.ts'
import { PeopleOfDeputy } from './deputy-people.part.tsx'
import { SalesToDeputy } from './deputy-sales.part.tsx'

const AT: LinkedAt = {
  provider: 'Deputy',
  path: '/deputy/connect',
  calls: deputyTokens,
  words: deputyWords,
  settings: 'DEPUTY_CLIENT_ID, DEPUTY_CLIENT_SECRET, TOKEN_KEYS',
  remembered: { uri: 'DeputyRedirectUri', location: 'DeputyLocationId' },
  mayOmitState: true,
}

/** Linking Deputy for the venue or a location, and saying where its areas are and who its people are. */
const DeputyPage = () => <LinkPage at={AT} more={(venueId) => <Matching venueId={venueId} />} />

export default DeputyPage

const Matching = ({ venueId }: { venueId: number }) => (
  <>
    <p className={`note ${styles.part}`}>{useSay(matchingWords)('about')}</p>
    <AreasOfDeputy venueId={venueId} />
    <PeopleOfDeputy />
    <SalesToDeputy venueId={venueId} />
  </>
)
