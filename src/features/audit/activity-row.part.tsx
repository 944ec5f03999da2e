import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import styles from './activity.module.css'
import type { AuditRow } from './audit.contract.ts'
import { auditWords } from './audit.messages.ts'
import { deedText, particularText } from './audit-words.rules.ts'
import { useSpeaker } from './speaker.part.tsx'

/** One thing somebody did: when, who, what, where from, and what changed. */
export const ActivityRow = ({ row, timeZone }: { row: AuditRow; timeZone: string }) => {
  const say = useSay(auditWords)
  const { locale } = useLanguage()
  const speaker = useSpeaker(timeZone)
  const time = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(new Date(row.At))
  return (
    <li>
      <time dateTime={row.At}>{time}</time>
      <div>
        <p>
          {row.Who ? (
            <Go change={{ person: String(row.Who.UserId), personName: row.Who.Name, after: undefined }}>
              <b>{row.Who.Name || `#${row.Who.UserId}`}</b>
            </Go>
          ) : (
            <b>{say('nobody')}</b>
          )}{' '}
          {row.OnBehalfOf && <span className={styles.aside}>{say('inTheName', { name: row.OnBehalfOf.Name })} </span>}
          {deedText(row, speaker)}
        </p>
        {row.Detail.length > 0 && (
          <dl>
            {row.Detail.map((particular) => (
              <Particular key={`${particular.Of} ${particular.Name}`} particular={particular} timeZone={timeZone} />
            ))}
          </dl>
        )}
      </div>
      <p className={styles.aside}>
        {row.Ip && say('fromIp', { ip: row.Ip })}
        {!row.Sealed && ` · ${say('notSealed')}`}
      </p>
    </li>
  )
}

const Particular = ({ particular, timeZone }: { particular: AuditRow['Detail'][number]; timeZone: string }) => {
  const say = useSay(auditWords)
  const { label, before, value } = particularText(particular, useSpeaker(timeZone))
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {before !== null && (
          <>
            <span className="sr">{say('before')} </span>
            <s>{before}</s> <span aria-hidden="true">→</span> <span className="sr">{say('after')} </span>
          </>
        )}
        {value}
      </dd>
    </div>
  )
}
