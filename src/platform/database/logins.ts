import { createHmac } from 'node:crypto'

/** Works in the house and in its venues: row-level security applies, and it owns nothing. */
export const APP = 'daybook_app'
/** Reads reports: it can write nothing, and reads no secret and no hash of one. */
export const REPORT = 'daybook_report'

/** The roles the server signs in with, each with the address at which it does. */
export interface Logins {
  [APP]: string
  [REPORT]: string
}

export type LoginRole = keyof Logins
export const LOGIN_ROLES: readonly LoginRole[] = [APP, REPORT]

/**
 * The logins beside an owner's address, where nobody gave others. Their passwords follow from that of the owner, so that every process
 * that knows the address knows them, and none has to be stored. They do not depend on the database: roles belong to a whole PostgreSQL
 * server, and an owner with several databases on it has the same two for all of them.
 */
export const loginsOf = (ownerUrl: string): Logins => ({ [APP]: loginOf(ownerUrl, APP), [REPORT]: loginOf(ownerUrl, REPORT) })

/** Absent where the owner comes in without one, as from a trusted address; then the roles do too. */
export const hasPassword = (url: string): boolean => passwordIn(new URL(url)) !== ''

// In the query they win over what stands before the host, and hold for a socket's address as well, which has no place there.
const loginOf = (ownerUrl: string, role: LoginRole): string => {
  const url = new URL(ownerUrl)
  const password = passwordIn(url)
  url.username = ''
  url.password = ''
  url.searchParams.set('user', role)
  if (password !== '') url.searchParams.set('password', createHmac('sha256', password).update(`Daybook signs in as ${role}`).digest('base64url'))
  return url.href
}

const passwordIn = (url: URL): string => url.searchParams.get('password') || decodeURIComponent(url.password) || process.env.PGPASSWORD || ''
