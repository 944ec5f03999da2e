import { exports } from '#features/reports/exports.contract.ts'
import { dayFormat } from '#shared/formats.ts'
import { call } from '#ui/api.ts'
import { errorText } from '#ui/call-error.ts'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { ActivityFilters, filtersIn } from './activity-filters.part.tsx'
import { ActivityRow } from './activity-row.part.tsx'
import { type AuditList, type AuditRow, audit } from './audit.contract.ts'
import { auditWords } from './audit.messages.ts'
import './activity.css'

/** Who did what and when, day by day, with the proof that the trail is as it was written. */
const ActivityPage = () => {
  const say = useSay(auditWords)
  const [url] = useUrlState()
  const query = { ...filtersIn(url), ...(url.after ? { After: url.after } : {}) }
  const { data, error, refetch } = useCall(audit.trail, { query }, { keepLast: true })
  return (
    <Page title={say('title')} acts={<FileActs query={filtersIn(url)} />}>
      {data && <Proof timeZone={data.TimeZone} />}
      <ActivityFilters rows={data?.Rows ?? []} />
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={8} />}
      {data && <Days list={data} />}
    </Page>
  )
}

export default ActivityPage

const Days = ({ list }: { list: AuditList }) => {
  const say = useSay(auditWords)
  const { locale } = useLanguage()
  const [url] = useUrlState()
  if (list.Rows.length === 0) return <Empty title={say('none')}>{say('noneBody')}</Empty>
  return (
    <>
      {byDay(list).map(([day, rows]) => (
        <section key={day} className="activity-day" aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>
            {dayFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(`${day}T00:00:00Z`))}
          </h2>
          <ol>
            {rows.map((row) => (
              <ActivityRow key={row.EventId} row={row} timeZone={list.TimeZone} />
            ))}
          </ol>
        </section>
      ))}
      <p className="activity-pages">
        {url.after && (
          <Go change={{ after: undefined }} className="btn">
            {say('newest')}
          </Go>
        )}
        {list.Next && (
          <Go change={{ after: list.Next }} className="btn">
            {say('older')}
          </Go>
        )}
      </p>
      <p className="note">{say('zone', { zone: list.TimeZone })}</p>
    </>
  )
}

/** The rows under their days on the venue's calendar, in the order they came. */
const byDay = ({ Rows, TimeZone }: AuditList): [day: string, rows: AuditRow[]][] => {
  const written = new Intl.DateTimeFormat('en-CA', { timeZone: TimeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const days = new Map<string, AuditRow[]>()
  for (const row of Rows) {
    const day = written.format(new Date(row.At))
    days.set(day, [...(days.get(day) ?? []), row])
  }
  return [...days]
}

const Proof = ({ timeZone }: { timeZone: string }) => {
  const say = useSay(auditWords)
  const { locale } = useLanguage()
  const { data } = useCall(audit.proof, {})
  if (!data) return null
  if (!data.Intact)
    return (
      <div className="callout" role="alert">
        <Icon name="attention" />
        <p>{say('proofBroken')}</p>
      </div>
    )
  if (data.UpTo === null) return <p className="activity-proof">{say('proofNone')}</p>
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(new Date(data.UpTo))
  const number = new Intl.NumberFormat(locale)
  return (
    <p className="activity-proof">
      {say.count('proofWhole', data.Sealed, { when })} {data.Checked < data.Sealed && say('proofNewest', { n: number.format(data.Checked) })}
    </p>
  )
}

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
