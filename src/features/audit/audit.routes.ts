import { ownPerson } from '#features/ledger/own-person.sql.ts'
import { isOfHiddenCase } from '#features/loyalty/fraud/fraud-cases.sql.ts'
import { keyHolderNames, supplierNames, userNames } from '#platform/access/user-names.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { provedTrail, type TrailPosition, type TrailRow, trailRows, type WantedInTrail } from '#platform/audit/audit-trail.sql.ts'
import type { Transaction } from '#platform/database/pool.ts'
import { implement } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { type AuditQuery, type AuditRow, audit } from './audit.contract.ts'
import { checkDays, LARGEST_FILE, readPosition, USUAL_PAGE, writePosition } from './audit.rules.ts'
import { employeeNames, trailPage, trailProof } from './audit.sql.ts'
import { type Names, namesWanted, particulars, subjectName } from './particulars.rules.ts'

export const auditImplementation = implement(audit, {
  trail: async ({ venue, query }) => {
    const TimeZone = venue.locations[0]?.timeZone ?? 'UTC'
    const isFile = query.format === 'csv' || query.format === 'xlsx'
    const limit = isFile ? LARGEST_FILE : (query.Limit ?? USUAL_PAGE)
    const own = await ownPerson(venue)
    const page = await pageOf(query, TimeZone, limit, (wanted, after, most) => trailPage(venue, wanted, after, most, isOfHiddenCase(venue, own)))
    if (isFile && page.more) throw failure('RangeTooLong', { limit: '50,000 rows in one file' })
    return { ...page.answer(await rowsInWords(venue.sql, page.rows, venue)), TimeZone, AsAt: venue.now.toISOString() }
  },
  proof: ({ venue }) => trailProof(venue),
  houseTrail: async ({ house: { sql }, service, query }) => {
    const TimeZone = query.TimeZone ?? 'UTC'
    const page = await pageOf(query, TimeZone, query.Limit ?? USUAL_PAGE, (wanted, after, most) => trailRows(sql, 0, wanted, after, most))
    return { ...page.answer(await rowsInWords(sql, page.rows)), TimeZone, AsAt: service.now().toISOString() }
  },
  houseProof: async ({ house: { sql }, service }) => ({ ...(await provedTrail(sql, 0)), AsAt: service.now().toISOString() }),
})

type Read = (wanted: WantedInTrail, after: TrailPosition | undefined, limit: number) => Promise<TrailRow[]>

/** One page of a trail, and what comes after it. @throws RangeBackwards, RangeTooLong, ValidationFailed for what is no position */
const pageOf = async (query: Omit<AuditQuery, 'format' | 'Language'>, timeZone: string, limit: number, read: Read) => {
  checkDays(query.FromDate, query.ToDate)
  const wanted = { from: query.FromDate, to: query.ToDate, timeZone, userId: query.Person, action: query.Action, search: query.Search }
  const page = await read(wanted, query.After === undefined ? undefined : readPosition(query.After), limit + 1)
  const more = page.length > limit
  const rows = page.slice(0, limit)
  const last = rows.at(-1)
  return { rows, more, answer: (Rows: AuditRow[]) => ({ Rows, Next: last && more ? writePosition({ at: last.at, eventId: last.event_id }) : null }) }
}

/** Rows with names in place of numbers: one look-up for each kind of name, however many rows there are. */
const rowsInWords = async (sql: Transaction, rows: readonly TrailRow[], venue?: VenueScope): Promise<AuditRow[]> => {
  const wanted = namesWanted(rows)
  const people = rows.flatMap((row) => [row.actor_user_id, row.on_behalf_of_user_id]).filter((id) => id !== null)
  const names: Names = {
    user: await userNames(sql, [...new Set([...people, ...wanted.user])]),
    supplier: await supplierNames(sql, wanted.supplier),
    keyHolder: await keyHolderNames(sql, wanted.keyHolder),
    employee: venue ? await employeeNames(venue, wanted.employee) : new Map(),
    location: new Map(venue?.locations.map(({ locationId, name }) => [locationId, name])),
  }
  const personOf = (userId: number | null) => (userId === null ? null : { UserId: userId, Name: names.user.get(userId) ?? '' })
  return rows.map((row) => ({
    EventId: row.event_id,
    At: row.at,
    Who: personOf(row.actor_user_id),
    OnBehalfOf: personOf(row.on_behalf_of_user_id),
    Action: row.action,
    Subject: row.subject,
    SubjectName: subjectName(row, names),
    Detail: particulars(row, names),
    Ip: row.ip,
    Sealed: row.sealed,
  }))
}
