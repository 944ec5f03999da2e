import { acceptHeld, declineHeld, holdInvitation, invitationByLink, invitationsOf, type OpenInvitation, ownInvitation } from '#platform/access/invitations.ts'
import type { Session } from '#platform/access/sessions.ts'
import { enterVenue } from '#platform/database/database.ts'
import type { Transaction } from '#platform/database/pool.ts'
import type { Caller } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import type { Tag } from '#shared/permissions.ts'
import type { Invitation, Offer } from './invitations.contract.ts'
import { rolesShown } from './membership.rules.ts'

/** What somebody is invited to now, each with what waits for them there. The transaction is in the house afterwards. */
export const invitationsShown = async (sql: Transaction, userId: number): Promise<Invitation[]> => {
  const shown: Invitation[] = []
  for (const invitation of await invitationsOf(sql, userId)) {
    await enterVenue(sql, invitation.venueId)
    shown.push({ InvitationId: invitation.invitationId, ...(await offerOf(sql, invitation)) })
  }
  await enterVenue(sql, 0)
  return shown
}

/** What an invitation offers, asked in a transaction of its venue. */
export const offerOf = async (sql: Transaction, { venueId, employeeId, venueName, invitedBy, expires }: OpenInvitation): Promise<Offer> => {
  const [held] = await sql<HeldRow[]>`
    select e.tags, e.all_locations,
      (select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'tags', r.tags) order by r.role_id), '[]') from employee_role er
        join role r on r.venue_id = er.venue_id and r.role_id = er.role_id
        where er.venue_id = ${venueId} and er.employee_id = e.employee_id) as roles,
      (select coalesce(jsonb_agg(jsonb_build_object('LocationId', l.location_id, 'Name', l.name) order by l.location_id), '[]') from location l
        where l.venue_id = ${venueId} and l.removed_at is null and (e.all_locations or exists (select 1 from employee_location el
          where el.venue_id = ${venueId} and el.employee_id = e.employee_id and el.location_id = l.location_id))) as locations
    from employee e where e.venue_id = ${venueId} and e.employee_id = ${employeeId}`
  const { tags, roles, locations, all_locations } = held ?? { tags: [], roles: [], locations: [], all_locations: false }
  return {
    VenueName: venueName,
    InvitedBy: invitedBy,
    Roles: rolesShown(
      false,
      roles.map(({ name }) => name),
    ),
    Permissions: [...new Set([...tags, ...roles.flatMap((role) => role.tags)])].sort().map((Tag) => ({ Tag })),
    Locations: locations,
    AllLocations: all_locations,
    Expires: expires.toISOString(),
  }
}

interface HeldRow {
  tags: Tag[]
  all_locations: boolean
  roles: { name: string; tags: Tag[] }[]
  locations: { LocationId: number; Name: string }[]
}

/** What the venue calls whom it invites, asked in a transaction of the venue. */
export const nameOnBooks = async (sql: Transaction, { venueId, employeeId }: OpenInvitation): Promise<string> =>
  (await sql<{ display_name: string }[]>`select display_name from employee where venue_id = ${venueId} and employee_id = ${employeeId}`)[0]?.display_name ?? ''

/**
 * Accepts or declines one of one's own invitations.
 * @throws NotFound for anybody else's, and for one that is over
 */
export const answerOwn = async (sql: Transaction, session: Session, invitationId: number, isAccepted: boolean, ip: string) => {
  const held = await holdInvitation(sql, () => ownInvitation(sql, session.userId, invitationId))
  const login = held?.login
  if (!held || !login) throw failure('NotFound')
  const who = { sessionId: session.sessionId, ip }
  await (isAccepted ? acceptHeld(sql, held, login, who) : declineHeld(sql, held, who))
  return { VenueId: held.venueId, EmployeeId: held.employeeId }
}

/**
 * Accepts or declines an invitation by its mailed link. It is accepted by whoever has the address it went to, with the password they have.
 * @throws LinkNotValid; PasswordFirst where there is no password yet
 */
export const answerByLink = async (sql: Transaction, token: string, isAccepted: boolean, { ip }: Caller): Promise<void> => {
  const held = await holdInvitation(sql, () => invitationByLink(sql, token))
  if (!held) throw failure('LinkNotValid')
  if (!isAccepted) return declineHeld(sql, held, { ip })
  if (!held.login?.hasPassword) throw failure('PasswordFirst')
  await acceptHeld(sql, held, held.login, { ip })
}
