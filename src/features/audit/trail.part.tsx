import { dayFormat } from '#shared/formats.ts'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import styles from './activity.module.css'
import { ActivityRow } from './activity-row.part.tsx'
import type { AuditList, AuditProof, AuditRow } from './audit.contract.ts'
import { auditWords } from './audit.messages.ts'

/** A page of a trail, day by day, with the ways to older and newer ones. */
export const TrailDays = ({ list }: { list: AuditList }) => {
  const say = useSay(auditWords)
  const { locale } = useLanguage()
  const [url] = useUrlState()
  if (list.Rows.length === 0) return <Empty title={say('none')}>{say('noneBody')}</Empty>
  return (
    <>
      {byDay(list).map(([day, rows]) => (
        <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
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
      <p className={styles.pages}>
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

/** The rows under their days on the trail's calendar, in the order they came. */
const byDay = ({ Rows, TimeZone }: AuditList): [day: string, rows: AuditRow[]][] => {
  const written = new Intl.DateTimeFormat('en-CA', { timeZone: TimeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const days = new Map<string, AuditRow[]>()
  for (const row of Rows) {
    const day = written.format(new Date(row.At))
    days.set(day, [...(days.get(day) ?? []), row])
  }
  return [...days]
}

/** Whether the trail is as it was written, and up to when that is known. */
export const TrailProof = ({ proof, timeZone }: { proof: AuditProof | undefined; timeZone: string }) => {
  const say = useSay(auditWords)
  const { locale } = useLanguage()
  if (!proof) return null
  if (!proof.Intact)
    return (
      <div className="callout" role="alert">
        <Icon name="attention" />
        <p>{say('proofBroken')}</p>
      </div>
    )
  if (proof.UpTo === null) return <p className={styles.proof}>{say('proofNone')}</p>
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23', timeZone }).format(new Date(proof.UpTo))
  const number = new Intl.NumberFormat(locale)
  return (
    <p className={styles.proof}>
      {say.count('proofWhole', proof.Sealed, { when })} {proof.Checked < proof.Sealed && say('proofNewest', { n: number.format(proof.Checked) })}
    </p>
  )
}
