import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { Id, shortText } from '#shared/fields.ts'

/** What a venue offers to whoever accepts. */
export const Offer = z.object({
  VenueName: z.string(),
  /** Who sent it. */
  InvitedBy: z.string(),
  Roles: z.array(z.string()),
  /** Everything they would be able to do there, by roles or beside them. */
  Permissions: z.array(z.object({ Tag: z.string() })),
  Locations: z.array(z.object({ LocationId: z.int(), Name: z.string() })),
  /** Every location, those still to come too. */
  AllLocations: z.boolean(),
  /** When it can be accepted no more. */
  Expires: z.string(),
})
export type Offer = z.output<typeof Offer>

export const Invitation = z.extend(Offer, { InvitationId: z.int() })
export type Invitation = z.output<typeof Invitation>

const one = { userId: Id, invitationId: Id }
const link = z.object({ token: shortText(200, 1) })

/** One's own invitations to venues, by oneself or by a mailed link. */
export const ownInvitations = contract({
  invitations: operation({
    method: 'GET',
    path: '/users/:userId/invitations',
    summary: 'The venues that have invited this person and wait for an answer.',
    access: 'auth',
    barredWhileImpersonating: true,
    params: z.object({ userId: Id }),
    response: z.object({ Invitations: z.array(Invitation) }),
    example: { as: 'auth', params: { userId: 2 } },
  }),
  accept: operation({
    method: 'POST',
    path: '/users/:userId/invitations/:invitationId/accept',
    summary: 'Accept an invitation. From now on you can open the venue.',
    access: 'auth',
    barredWhileImpersonating: true,
    params: z.object(one),
    response: z.object({ VenueId: z.int(), EmployeeId: z.int() }),
    example: { as: 'auth', params: { userId: 2, invitationId: '{own-invitation}' } },
  }),
  decline: operation({
    method: 'POST',
    path: '/users/:userId/invitations/:invitationId/decline',
    summary: 'Decline an invitation. The venue learns only that it was declined.',
    access: 'auth',
    barredWhileImpersonating: true,
    params: z.object(one),
    example: { as: 'auth', params: { userId: 2, invitationId: '{own-invitation}' } },
  }),
  acceptByLink: operation({
    method: 'POST',
    path: '/invitations/:token/accept',
    summary: 'Accept an invitation with the link from its e-mail, for a person who already has a user name and password. This does not sign anyone in.',
    access: 'public',
    params: link,
    example: { as: 'anonymous', params: { token: '{invitation-link}' } },
  }),
  declineByLink: operation({
    method: 'POST',
    path: '/invitations/:token/decline',
    summary: 'Decline an invitation with the link from its e-mail.',
    access: 'public',
    params: link,
    example: { as: 'anonymous', params: { token: '{invitation-link}' } },
  }),
})
