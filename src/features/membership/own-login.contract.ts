import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { Id, shortText } from '#shared/fields.ts'

const OwnLogin = z.object({
  UserName: z.string(),
  DisplayName: z.string(),
  Email: z.nullable(z.string()),
  /** A new address that was not confirmed yet. */
  Waiting: z.nullable(z.object({ Email: z.string(), Until: z.string() })),
})
export type OwnLogin = z.output<typeof OwnLogin>

const params = z.object({ userId: Id })
const token = z.object({ token: shortText(200, 1) })

/** A person's own name and address at Daybook, whatever venues they open. */
export const ownLogin = contract({
  login: operation({
    method: 'GET',
    path: '/users/:userId/login',
    summary: 'The name this person is shown by and the address their mails go to.',
    access: 'auth',
    barredWhileImpersonating: true,
    params,
    response: OwnLogin,
    example: { as: 'auth', params: { userId: 2 } },
  }),
  changeLogin: operation({
    method: 'POST',
    path: '/users/:userId/login',
    summary:
      'Change the name this person is shown by, or their address; the password has to be proved within two minutes before (POST /auth/password). A new address holds once its mailed link was opened.',
    access: 'auth',
    strict: true,
    barredWhileImpersonating: true,
    params,
    body: z.object({ DisplayName: z.optional(shortText(200, 1)), Email: z.optional(shortText(254, 1)) }),
    response: OwnLogin,
    example: { as: 'auth', params: { userId: 2 }, body: { DisplayName: 'Olivia Marsh' } },
  }),
  newAddress: operation({
    method: 'GET',
    path: '/addresses/:token',
    summary: 'Whose address a mailed link confirms; looking does not use the link up.',
    access: 'public',
    params: token,
    response: z.object({ Name: z.string(), UserName: z.string(), Email: z.string() }),
    example: { as: 'anonymous', params: { token: '{address-link}' } },
  }),
  confirmAddress: operation({
    method: 'POST',
    path: '/addresses/:token/confirm',
    summary: 'Confirm a new address by its mailed link. Mails go there from then on.',
    access: 'public',
    params: token,
    example: { as: 'anonymous', params: { token: '{address-link}' } },
  }),
})
