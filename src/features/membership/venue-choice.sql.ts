import { recordAudit } from '#platform/audit.ts'
import { enterVenue } from '#platform/database.ts'
import type { Transaction } from '#platform/pool.ts'
import { actorOf, impersonatorShown, openVenue, type Session } from '#platform/sessions.ts'
import { VenueScope } from '#platform/venue-scope.ts'
import { failure } from '#shared/failure.ts'
import type { UserConfig } from './membership.contract.ts'
import { rolesShown } from './membership.rules.ts'
import { isEmployeeAt, noteOpened, tradingDayNow, venueExists } from './membership.sql.ts'

/**
 * Opens a venue in the session and answers the Token for everything after.
 * @throws VenueNotFound where this person may not open it, whether or not it exists
 */
export const chooseVenue = async (sql: Transaction, session: Session, venueId: number, employeeId: number, ip: string, now: Date | undefined) => {
  const mayOpen = session.isAdmin ? employeeId === 0 && (await venueExists(sql, venueId)) : await isEmployeeAt(sql, session.userId, venueId, employeeId)
  if (!mayOpen) throw failure('VenueNotFound')
  await enterVenue(sql, venueId)
  if (!session.isAdmin && !(await scopeOf(sql, session, venueId, employeeId, now))) throw failure('VenueNotFound')
  const Token = await openVenue(sql, session.sessionId, venueId, employeeId)
  await noteOpened(sql, session.userId, venueId)
  await recordAudit(sql, venueId, { action: 'venue.opened', ...actorOf(session), ip })
  return { Token, VenueId: venueId, EmployeeId: employeeId }
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
  const { venue } = scope
  const today = await tradingDayNow(scope)
  return {
    ShowBreakdownPage: venue.showBreakdownPage,
    ShowControlSheet: venue.showControlSheet,
    ShowExcise: venue.showExcise,
    ShowTimeAndAttendanceModule: venue.showTimeAndAttendanceModule,
    LoyaltyName: venue.loyaltyName,
    VenueName: venue.name,
    Sample: venue.sample,
    Currency: venue.currency,
    Language: venue.language,
    WeekStart: venue.weekStart,
    FinancialYearStart: venue.financialYearStart,
    Dayparts: venue.dayparts,
    Locations: scope.locations.map((location) => ({
      LocationId: location.locationId,
      Name: location.name,
      TimeZone: location.timeZone,
      DayStart: location.dayStart,
      Currency: location.currency,
      Today: today.get(location.locationId) ?? '',
    })),
  }
}
