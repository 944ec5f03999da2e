import { instantIn } from '#shared/day.ts'
import type { Table, TableWords } from '#shared/endpoint.ts'
import type { AuditList, AuditQuery } from './audit.contract.ts'
import { auditWords } from './audit.messages.ts'
import { deedText, particularText, subjectText } from './audit-words.rules.ts'

type Word = keyof (typeof auditWords)['en']

/** The trail as rows; times are on the clock of the venue's first location, to be sorted and compared. */
export const auditTable = (answer: AuditList, query: AuditQuery, { say: sayAll, venueName, language }: TableWords): Table => {
  const say = (key: Word, values?: Record<string, string | number>) => sayAll(auditWords, key, values)
  const kind = 'text'
  const clock = (instant: string) => instantIn(new Date(instant), answer.TimeZone).slice(0, 19).replace('T', ' ')
  const speaker = { language, say: sayAll, moment: clock }
  return {
    title: say('title'),
    notes: [
      say('noteVenue', { venue: venueName }),
      ...(query.FromDate || query.ToDate ? [say('noteRange', { from: query.FromDate ?? '…', to: query.ToDate ?? '…' })] : []),
      say('noteAsAt', { instant: answer.AsAt, zone: answer.TimeZone }),
    ],
    columns: [
      { key: 'At', title: say('at'), kind },
      { key: 'Who', title: say('who'), kind },
      { key: 'For', title: say('for'), kind },
      { key: 'What', title: say('what'), kind },
      { key: 'Action', title: say('action'), kind },
      { key: 'Subject', title: say('subject'), kind },
      { key: 'Detail', title: say('detail'), kind },
      { key: 'Ip', title: say('from'), kind },
    ],
    rows: answer.Rows.map((row) => ({
      At: clock(row.At),
      Who: row.Who?.Name ?? say('nobody'),
      For: row.OnBehalfOf?.Name ?? null,
      What: deedText(row, speaker),
      Action: row.Action,
      Subject: row.SubjectName === null ? subjectText(row, speaker) : `${row.SubjectName} (${row.Subject})`,
      Detail: row.Detail.map((particular) => {
        const { label, before, value } = particularText(particular, speaker)
        return `${label}: ${before === null ? value : `${before} → ${value}`}`
      }).join('; '),
      Ip: row.Ip,
    })),
  }
}
