import type { Table, TableWords } from '#shared/endpoint.ts'
import type { AuditList, AuditQuery } from './audit.contract.ts'
import { auditWords, deedWords } from './audit.messages.ts'

type Word = keyof (typeof auditWords)['en']

/** The trail as rows; times are UTC, to be sorted and compared. */
export const auditTable = (answer: AuditList, query: AuditQuery, { say: sayAll, venueName, language }: TableWords): Table => {
  const say = (key: Word, values?: Record<string, string | number>) => sayAll(auditWords, key, values)
  const kind = 'text'
  return {
    title: say('title'),
    notes: [
      say('noteVenue', { venue: venueName }),
      ...(query.FromDate || query.ToDate ? [say('noteRange', { from: query.FromDate ?? '…', to: query.ToDate ?? '…' })] : []),
      say('noteAsAt', { instant: answer.AsAt }),
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
      At: row.At,
      Who: row.Who?.Name ?? say('nobody'),
      For: row.OnBehalfOf?.Name ?? null,
      What: row.Action in deedWords[language] ? sayAll(deedWords, row.Action, { subject: row.Subject }) : row.Action,
      Action: row.Action,
      Subject: row.Subject,
      Detail: row.Detail.map(({ Name, Value }) => `${Name}: ${Value}`).join('; '),
      Ip: row.Ip,
    })),
  }
}
