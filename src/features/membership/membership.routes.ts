import { actorOf, endSession, impersonatorShown, onlyVenueOf } from '#platform/access/sessions.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { ANTI_FORGERY_COOKIE, companionCookie, isSecure } from '#platform/web/caller.ts'
import { implement } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { linkShown } from './link-shown.sql.ts'
import { membership } from './membership.contract.ts'
import { passwordPage, rolesShown } from './membership.rules.ts'
import { everyVenue, venuesOf } from './membership.sql.ts'
import { ownUserId } from './own-user.rules.ts'
import { askForPasswordMail, limitLinkUse } from './password-requests.sql.ts'
import { changeOwnPassword, setPasswordByLink } from './set-password.sql.ts'
import { signIn } from './sign-in.sql.ts'
import { chooseVenue, personNow } from './venue-choice.sql.ts'

export const membershipImplementation = implement(membership, {
  signIn: ({ body, caller, service }) => signIn(service, caller, body.UserName, body.Password, body.Code),

  signOut: async ({ house, session, caller, service }) => {
    await endSession(house.sql, session.sessionId, 'signed out')
    // Whoever signs out while acting as somebody else is gone altogether.
    if (session.impersonator) await endSession(house.sql, session.impersonator.sessionId, 'signed out')
    await recordAudit(house.sql, 0, { action: 'sign-out', ...actorOf(session), ip: caller.ip })
    caller.setCookie(companionCookie(isSecure(service)), '', { maxAgeSeconds: 0, httpOnly: true })
    caller.setCookie(ANTI_FORGERY_COOKIE, '', { maxAgeSeconds: 0, httpOnly: false })
  },

  sessionNow: ({ session }) => ({
    UserId: session.userId,
    SessionId: session.sessionId,
    VenueId: session.venueId,
    IdleUntil: session.idleUntil.toISOString(),
    AbsoluteUntil: session.absoluteUntil.toISOString(),
    Impersonator: impersonatorShown(session),
  }),

  venues: async ({ params, house, session }) => {
    ownUserId(params.userId, session)
    const venues = session.isAdmin ? await everyVenue(house.sql, session.userId) : await venuesOf(house.sql, session.userId, onlyVenueOf(session))
    return {
      Venues: venues.map((venue) => ({
        VenueId: venue.venueId,
        EmployeeId: venue.employeeId,
        Name: venue.name,
        Sample: venue.sample,
        Locations: venue.locations,
        Roles: rolesShown(false, venue.roles),
        LastOpened: venue.lastOpened?.toISOString() ?? null,
      })),
    }
  },

  selectVenue: ({ params, body, house, session, caller, service }) => {
    ownUserId(params.userId, session)
    const { secondFactorRequired } = service.settings
    return chooseVenue(house.sql, session, params.venueId, body.EmployeeId, { ip: caller.ip, now: service.clock?.(), secondFactorRequired })
  },

  user: ({ params, house, session, service }) => {
    ownUserId(params.userId, session)
    return personNow(house.sql, session, service.clock?.())
  },

  requestPassword: ({ body, caller, service, once }) => {
    if (body.PasswordUrl !== undefined && body.PasswordURL !== undefined && body.PasswordUrl !== body.PasswordURL) {
      throw failure('PathBodyDisagree', { field: 'PasswordUrl' })
    }
    const asked = body.PasswordUrl ?? body.PasswordURL
    const page = passwordPage(asked, service.settings.passwordUrlOrigins)
    if (page === 'refused') throw failure('PasswordUrlNotAllowed')
    return askForPasswordMail(service, once, caller.ip, { UserId: body.UserId, Purpose: 'reset', PasswordUrl: page, Language: body.Language })
  },

  linkName: async ({ params, caller, service }) => {
    await limitLinkUse(service.database.house, caller.ip)
    return linkShown(service.database, params.token)
  },

  changePassword: async ({ params, body, caller, service, once, signedIn }) => {
    if (body.EmployeeToken === undefined) return changeOwnPassword(service, caller, await signedIn(), params.id, body.Password, body.CurrentPassword)
    await limitLinkUse(service.database.house, caller.ip)
    return setPasswordByLink(service, once, caller, params.id, body.EmployeeToken, body.Password)
  },

  finders: { selectVenue: ({ params, session }) => ownUserId(params.userId, session) },
})
