import type { Database } from '#platform/database/database.ts'
import type { Service } from '#platform/web/implement.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { CachedSessions } from './cached-sessions.ts'
import { findSession, type Session, tokenHashOf } from './sessions.ts'

/** One for each database: a test has several. */
const cachedSessions = new WeakMap<Database, CachedSessions>()

/** The sessions this process has cached. */
export const cachedSessionsOf = ({ database }: Service): CachedSessions => {
  const sessions = cachedSessions.get(database) ?? new CachedSessions()
  cachedSessions.set(database, sessions)
  return sessions
}

/** The session with this request counted, and with it those that only this process knew of. */
export const sessionOf = async (service: Service, authorization: string | undefined, companion: string | undefined, kind: Kind): Promise<Session> => {
  const { house } = service.database
  const tokenHash = tokenHashOf(authorization)
  if (!tokenHash) return findSession(house, authorization, companion, kind)
  const sessions = cachedSessionsOf(service)
  const unreported = sessions.takeUnreported(tokenHash, kind)
  let isReported = false
  try {
    const session = await findSession(house, authorization, companion, kind, unreported)
    isReported = session.accompanied
    if (isReported) sessions.remember(tokenHash, kind, session)
    return session
  } finally {
    if (!isReported) sessions.giveBack(tokenHash, kind, unreported)
  }
}

export type Kind = NonNullable<AnyOperation['allowance']> | 'read' | 'write'

/** What a request counts as. */
export const kindOf = (operation: AnyOperation): Kind => operation.allowance ?? (operation.method === 'GET' ? 'read' : 'write')

/** How many requests of a kind a session may make in a minute. */
export const mostOf = ({ settings }: Service, kind: Kind): number => {
  const { readsPerMinute, writesPerMinute, pointWritesPerMinute, searchesPerMinute, screenCodesPerMinute } = settings.limits
  return {
    read: readsPerMinute,
    write: writesPerMinute,
    export: 6,
    points: pointWritesPerMinute,
    search: searchesPerMinute,
    code: screenCodesPerMinute,
    intake: writesPerMinute,
    none: Number.POSITIVE_INFINITY,
  }[kind]
}
