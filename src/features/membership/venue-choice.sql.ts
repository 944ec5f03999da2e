import { actorOf, impersonatorShown, openVenue, type Session, shortenSession } from '#platform/access/sessions.ts'
import { venueConfig } from '#platform/access/venue-config.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { enterVenue } from '#platform/database/database.ts'
import type { Transaction } from '#platform/database/pool.ts'
import { failure } from '#shared/failure.ts'
import type { UserConfig } from './membership.contract.ts'
import { rolesShown } from './membership.rules.ts'
import { isEmployeeAt, noteOpened, venueExists } from './membership.sql.ts'
import { lacksFactor } from './second-factor-need.sql.ts'

interface HowChosen {
  ip: string
  now: Date | undefined
  secondFactorRequired: boolean
}

/**
 * Opens a venue in the session and answers the Token for everything after.
 * @throws VenueNotFound where this person may not open it, whether or not it exists; SecondFactorMissing
 */
export const chooseVenue = async (sql: Transaction, session: Session, venueId: number, employeeId: number, how: HowChosen) => {
  const { ip, now, secondFactorRequired } = how
  const mayOpen = session.isAdmin ? employeeId === 0 && (await venueExists(sql, venueId)) : await isEmployeeAt(sql, session.userId, venueId, employeeId)
  if (!mayOpen) throw failure('VenueNotFound')
  await enterVenue(sql, venueId)
  const scope = session.isAdmin ? undefined : await scopeOf(sql, session, venueId, employeeId, now)
  if (!session.isAdmin && !scope) throw failure('VenueNotFound')
  if (secondFactorRequired && (await lacksFactor(sql, session, scope ?? { roles: [], tags: [] }))) throw failure('SecondFactorMissing')
  const Token = await openVenue(sql, session.sessionId, venueId, employeeId)
  if (!session.isAdmin) await keepToVenueLimits(sql, session, venueId)
  await noteOpened(sql, session.userId, venueId)
  await recordAudit(sql, venueId, { action: 'venue.opened', ...actorOf(session), ip })
  return { Token, VenueId: venueId, EmployeeId: employeeId }
}

/** Sessions end sooner where the venue has chosen so. */
const keepToVenueLimits = async (sql: Transaction, { sessionId }: Session, venueId: number): Promise<void> => {
  const [chosen] = await sql<{ idle: number | null; hours: number | null }[]>`
    select (value->>'SessionIdleMinutes')::int as idle, (value->>'SessionHours')::int as hours from venue_setting
    where venue_id = ${venueId} and section = 'settings'`
  if (chosen?.idle && chosen.hours) await shortenSession(sql, sessionId, chosen.idle, chosen.hours)
}

/** The signed-in person: before a venue is chosen only who they are, then what they may do there and how it is set up. */
export const personNow = async (sql: Transaction, session: Session, now: Date | undefined) => {
  const { venueId, employeeId } = session
  const person = { UserId: session.userId, UserName: session.userName, DisplayName: session.displayName, Impersonator: impersonatorShown(session) }
  if (venueId === null || employeeId === null || session.byAuth) return { ...person, Permissions: [], Roles: rolesShown(session.isAdmin, []), Config: null }
  await enterVenue(sql, venueId)
  const scope = session.isAdmin ? await VenueScope.forJob(sql, venueId, now) : await scopeOf(sql, session, venueId, employeeId, now)
  if (!scope) throw failure('SessionEnded')
  return {
    ...person,
    Permissions: scope.tags.map((Tag) => ({ Tag })),
    Roles: rolesShown(session.isAdmin, scope.roles),
    Config: await configOf(scope),
  }
}

const scopeOf = (sql: Transaction, session: Session, venueId: number, employeeId: number, now: Date | undefined) =>
  VenueScope.forPerson(
    sql,
    venueId,
    {
      kind: 'person',
      userId: session.userId,
      userName: session.userName,
      employeeId,
      sessionId: session.sessionId,
      impersonator: session.impersonator,
      ip: '',
    },
    now,
  )

const configOf = async (scope: VenueScope): Promise<UserConfig> => {
  const [config, FirstRun, Home] = await Promise.all([venueConfig(scope), isFirstRun(scope), homeOf(scope)])
  return { ...config, FirstRun, Home }
}

/** Whether the venue still stands before its first sale, with its list of first steps in sight. The sample's fills by itself. */
const isFirstRun = async ({ sql, venueId, venue }: VenueScope): Promise<boolean> => {
  if (venue.sample) return false
  const [row] = await sql<{ first: boolean }[]>`
    select not exists (select from trading_day_state where venue_id = ${venueId})
      and not exists (select from venue_setting where venue_id = ${venueId} and section = 'setup' and value->>'Hidden' = 'true') as first`
  return row?.first ?? false
}

/** The view somebody chose to open at sign-in; whether they may still see it, its screen asks. */
const homeOf = async ({ sql, venueId, holder }: VenueScope): Promise<string | null> => {
  if (holder.kind !== 'person') return null
  const [view] = await sql<{ address: string }[]>`
    select v.path || case v.search when '' then '' else '?' || v.search end as address
    from home_view h join saved_view v on v.venue_id = h.venue_id and v.view_id = h.view_id
    where h.venue_id = ${venueId} and h.employee_id = ${holder.employeeId} and (v.shared or v.employee_id = ${holder.employeeId})`
  return view?.address ?? null
}
