import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { Id, shortText } from '#shared/fields.ts'

/** What somebody is signed in with; null where the browser does not say. */
export const Device = z.object({ Browser: z.nullable(z.string()), System: z.nullable(z.string()) })
export type Device = z.output<typeof Device>

const OwnSession = z.object({
  /** Names the session and opens nothing. */
  SessionId: z.string(),
  Device,
  /** The network address it was signed in from; null where it was not kept. */
  Address: z.nullable(z.string()),
  /** The venue it has open. */
  VenueName: z.nullable(z.string()),
  SignedInAt: z.string(),
  /** To half a minute. */
  LastUsedAt: z.string(),
  /** Whether it is the one that asks. */
  Current: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>

const params = z.object({ userId: Id })

/** Where a person is signed in, and how they end it from elsewhere. */
export const ownSessions = contract({
  sessions: operation({
    method: 'GET',
    path: '/users/:userId/sessions',
    summary: 'Where this person is signed in now: with which device, since when and when it was last used. Wall screens are not among them.',
    access: 'auth',
    barredWhileImpersonating: true,
    params,
    response: z.object({ Sessions: z.array(OwnSession) }),
    example: { as: 'auth', params: { userId: 2 } },
  }),
  endSession: operation({
    method: 'DELETE',
    path: '/users/:userId/sessions/:sessionId',
    summary: 'Sign one device of this person out at once.',
    access: 'auth',
    barredWhileImpersonating: true,
    params: z.object({ userId: Id, sessionId: shortText(100, 1) }),
    example: { as: 'auth', params: { userId: 2, sessionId: '{own-session}' } },
  }),
})
