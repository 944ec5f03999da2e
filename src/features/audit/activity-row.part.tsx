import { text } from '#shared/messages.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { AuditRow } from './audit.contract.ts'
import { auditWords, deedWords } from './audit.messages.ts'

/** One thing somebody did: when, who, what, where from, and what changed. */
export const ActivityRow = ({ row, timeZone }: { row: AuditRow; timeZone: string }) => {
  const say = useSay(auditWords)
  const { language, locale } = useLanguage()
  const time = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(new Date(row.At))
  const known = row.Action in deedWords[language]
  const deed = known ? text(deedWords, language, row.Action, { subject: row.Subject }) : [row.Action, row.Subject].filter(Boolean).join(': ')
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
          {row.OnBehalfOf && <span className="aside">{say('inTheName', { name: row.OnBehalfOf.Name })} </span>}
          {deed}
        </p>
        {row.Detail.length > 0 && (
          <dl>
            {row.Detail.map(({ Name, Value }) => (
              <div key={Name}>
                <dt>{Name}</dt>
                <dd>{Value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <p className="aside">
        {row.Ip && say('fromIp', { ip: row.Ip })}
        {!row.Sealed && ` · ${say('notSealed')}`}
      </p>
    </li>
  )
}
