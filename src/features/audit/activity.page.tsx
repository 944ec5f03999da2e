import { exports } from '#features/delivery/exports.contract.ts'
import { call } from '#ui/api.ts'
import { errorText } from '#ui/call-error.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { ActivityFilters, filtersIn } from './activity-filters.part.tsx'
import { audit } from './audit.contract.ts'
import { auditWords } from './audit.messages.ts'
import { TrailDays, TrailProof } from './trail.part.tsx'

/** Who did what and when, day by day, with the proof that the trail is as it was written. */
const ActivityPage = () => {
  const say = useSay(auditWords)
  const [url] = useUrlState()
  const query = { ...filtersIn(url), ...(url.after ? { After: url.after } : {}) }
  const { data, error, refetch } = useCall(audit.trail, { query }, { keepLast: true })
  const proof = useCall(audit.proof, {})
  // Both at once: what comes later would push the other down.
  const isWaiting = !data || proof.isPending
  return (
    <Page title={say('title')} acts={<FileActs query={filtersIn(url)} />}>
      <ActivityFilters whose="venue" rows={data?.Rows ?? []} />
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isWaiting && !error && <Waiting rows={8} />}
      {data && !isWaiting && <TrailProof proof={proof.data} timeZone={data.TimeZone} />}
      {data && !isWaiting && <TrailDays list={data} />}
    </Page>
  )
}

export default ActivityPage

const FileActs = ({ query }: { query: Record<string, string> }) => {
  const say = useSay(auditWords)
  const { language } = useLanguage()
  const save = async (Format: 'csv' | 'xlsx') => {
    try {
      const { Url } = await call(exports.prepare, { body: { Path: '/audit', Query: { ...query, Language: language }, Format } })
      const link = document.createElement('a')
      link.href = Url
      link.download = ''
      document.body.append(link)
      link.click()
      link.remove()
    } catch (error) {
      toast.error(errorText(error, language))
    }
  }
  return (
    <>
      <button type="button" className="btn" onClick={() => save('csv')}>
        {say('csv')}
      </button>
      <button type="button" className="btn" onClick={() => save('xlsx')}>
        {say('xlsx')}
      </button>
    </>
  )
}
