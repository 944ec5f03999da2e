import { SAMPLE_SUPPLIER, SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { beginActing } from '#platform/access/acting.ts'
import { beginSession, openVenue } from '#platform/access/sessions.ts'
import type { Database } from '#platform/database/database.ts'
import type { ExamplePrincipal } from '#shared/endpoint.ts'

/** The sample's people: user, employee. Admin is an employee of no venue. */
const PEOPLE: Partial<Record<ExamplePrincipal, readonly [number, number]>> = {
  admin: [1, 0],
  owner: [2, 1],
  auth: [2, 1],
  acting: [2, 1],
  manager: [3, 2],
  staff: [4, 3],
}

/** An Authorization header of someone of the sample, as a client outside a browser has it, without the slow proof of a password. */
export const credentialOf = async (database: Database, principal: ExamplePrincipal): Promise<string> => {
  if (principal === 'till') return `Bearer ${SAMPLE_TILL_KEY}`
  if (principal === 'supplier') return `Bearer ${SAMPLE_SUPPLIER.key}`
  const [userId, employeeId] = PEOPLE[principal] ?? []
  if (userId === undefined || employeeId === undefined) return ''
  return database.inVenue(0, async (sql) => {
    const { sessionId, auth } = await beginSession(sql, userId, { isBrowser: false, ip: '127.0.0.1', userAgent: 'test' })
    // As if the password had been asked for once more.
    await sql`update session set password_checked_at = now() + interval '1 second' where session_id = ${sessionId}`
    if (principal === 'auth') return `Basic ${auth}`
    const token = await openVenue(sql, sessionId, 1, employeeId)
    if (principal !== 'acting') return `Bearer ${token}`
    const client = { ip: '127.0.0.1', userAgent: 'test' }
    return `Bearer ${(await beginActing(sql, { sessionId, companionHash: null }, { userId: 4, venueId: 1, employeeId: 3 }, client)).token}`
  })
}
