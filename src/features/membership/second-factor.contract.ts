import * as z from 'zod/mini'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Id } from '#shared/fields.ts'

export const SecondFactor = z.object({
  On: z.boolean(),
  Since: z.nullable(z.string()),
  RecoveryCodesLeft: z.int(),
  /** Whether what this person may do needs one: it can be replaced then, not turned off. */
  Needed: z.boolean(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** A code of the authenticator app, or one for recovery. */
const Code = z.string().check(z.maxLength(50))
const params = z.object({ userId: Id })

/** The second factor: a code of an authenticator app beside the password. */
export const secondFactor = contract({
  prove: operation({
    method: 'POST',
    path: '/auth/password',
    summary: 'Confirm the password again within a session, for calls that need a recent confirmation. Answers whether it was correct.',
    access: 'public',
    answersSecret: true,
    body: z.object({ Password: z.string().check(z.maxLength(4096)) }),
    response: z.object({ Proved: z.boolean() }),
    example: { as: 'auth', body: { Password: 'harbour-and-vine' } },
  }),
  factor: operation({
    method: 'GET',
    path: '/users/:userId/secondfactor',
    summary: 'The state of the second factor of this person.',
    access: 'auth',
    params,
    response: SecondFactor,
    example: { as: 'auth', params: { userId: 2 } },
  }),
  begin: operation({
    method: 'POST',
    path: '/users/:userId/secondfactor',
    summary: 'Start to set up or replace a second factor: a secret for an authenticator app, with its picture. It takes effect once confirmed.',
    access: 'auth',
    answersSecret: true,
    barredWhileImpersonating: true,
    params,
    response: z.object({
      /** Base32, to be typed where the picture cannot be read. */
      Secret: z.string(),
      Url: z.string(),
      /** A QR code as an SVG document. */
      Picture: z.string(),
    }),
    example: { as: 'auth', params: { userId: 2 } },
  }),
  confirm: operation({
    method: 'POST',
    path: '/users/:userId/secondfactor/confirm',
    summary: 'Confirm the secret with a code from the app. Answers ten recovery codes, shown only this once, or none if the code was wrong.',
    access: 'auth',
    answersSecret: true,
    barredWhileImpersonating: true,
    params,
    body: z.object({
      Code,
      /** Of the factor that is on, to replace it: one of its codes. */
      CurrentCode: z.optional(Code),
    }),
    response: z.object({ On: z.boolean(), RecoveryCodes: z.array(z.string()) }),
    example: { as: 'auth', params: { userId: 2 }, body: { Code: '000000' } },
  }),
  remove: operation({
    method: 'DELETE',
    path: '/users/:userId/secondfactor',
    summary: 'Turn off the second factor with one of its codes. Answers whether it is still on. People whose permissions need one cannot turn it off.',
    access: 'auth',
    answersSecret: true,
    barredWhileImpersonating: true,
    params,
    body: z.object({ Code }),
    response: z.object({ On: z.boolean() }),
    example: { as: 'auth', params: { userId: 2 }, body: { Code: '000000' } },
  }),
  reset: operation({
    method: 'POST',
    path: '/employees/:employeeId/resetsecondfactor',
    summary: "Reset an employee's second factor, so that they set up another one. They receive an e-mail, and their sessions end.",
    access: orAdmin(['can_register'] as const),
    barredWhileImpersonating: true,
    params: z.object({ employeeId: Id }),
    example: { as: 'owner', params: { employeeId: 3 } },
  }),
})
