import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import styles from './activity.module.css'
import { ActivityFilters, filtersIn } from './activity-filters.part.tsx'
import { audit } from './audit.contract.ts'
import { auditWords } from './audit.messages.ts'
import { TrailDays, TrailProof } from './trail.part.tsx'

/** The house has no zone of its own: days and times are those of whoever looks. */
const TimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** What happened outside of any venue, day by day, with the proof that the trail is as it was written. */
const HouseActivityPage = () => {
  const say = useSay(auditWords)
  const [url] = useUrlState()
  const query = { ...filtersIn(url), TimeZone, ...(url.after ? { After: url.after } : {}) }
  const { data, error, refetch } = useCall(audit.houseTrail, { query }, { keepLast: true })
  const proof = useCall(audit.houseProof, {})
  // Both at once: what comes later would push the other down.
  const isWaiting = !data || proof.isPending
  return (
    <Page title={say('houseTitle')}>
      <p className={styles.proof}>{say('houseAbout')}</p>
      <ActivityFilters whose="house" rows={data?.Rows ?? []} />
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isWaiting && !error && <Waiting rows={8} />}
      {data && !isWaiting && <TrailProof proof={proof.data} timeZone={TimeZone} />}
      {data && !isWaiting && <TrailDays list={data} />}
    </Page>
  )
}

export default HouseActivityPage
