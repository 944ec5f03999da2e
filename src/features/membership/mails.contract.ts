import * as z from 'zod/mini'
import { job } from '#shared/job.ts'

const Language = z.optional(z.enum(['en', 'jp']))

/** A mail with a link to set a password, to whoever is meant by what was typed. Whether there is such a person shows only here, later. */
export const passwordMail = job(
  'password-mail',
  z.object({
    /** A user's number, user name or e-mail address. */
    UserId: z.union([z.int(), z.string()]),
    Purpose: z.enum(['reset', 'invite']),
    /** Checked against the allow-list before; absent, our own page. */
    PasswordUrl: z.optional(z.string()),
    /** The venue that invites. */
    VenueId: z.optional(z.int()),
    Language,
  }),
)

/** The mail of an invitation. Whether the address has a login shows only here, later: it decides what the mail asks for. */
export const invitationMail = job(
  'invitation-mail',
  z.object({
    InvitationId: z.int(),
    /** Where a password is chosen, checked against the allow-list before; absent, our own page. */
    PasswordUrl: z.optional(z.string()),
  }),
)

/** Tells a person that their second factor was turned on or off, or taken away by somebody else. */
export const secondFactorMail = job('second-factor-mail', z.object({ UserId: z.int(), What: z.enum(['on', 'off', 'reset']), At: z.string() }))

/** Tells a person that their password was changed, in case it was not them. */
export const passwordChangedMail = job('password-changed-mail', z.object({ UserId: z.int(), At: z.string(), Language }))

/** Tells a person what happened to their access: given at a venue or taken away there, or somebody acts as them. */
export const accessMail = job(
  'access-mail',
  z.object({
    UserId: z.int(),
    VenueId: z.int(),
    Kind: z.enum(['given', 'revoked', 'impersonated']),
    /** Who acts as them, and until when, as an instant. */
    By: z.optional(z.string()),
    Until: z.optional(z.string()),
    Language,
  }),
)

/** Mails the link that confirms a login's new address to that address, and tells the old one. Who has the address already shows only here, later. */
export const addressMail = job('address-mail', z.object({ UserId: z.int(), Language }))
