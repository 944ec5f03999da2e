import * as z from 'zod/mini'
import { PlainName } from '#features/venues/venue-fields.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { Id, IdNumber } from '#shared/fields.ts'
import { TOKEN_REPORT_NAMES } from '#shared/token-reports.ts'

export const USUAL_DAYS = 90
const MOST_DAYS = 365

const Report = z.enum(TOKEN_REPORT_NAMES)

/** Of the token itself only how it begins is told again. */
const Token = z.object({
  TokenId: z.int(),
  Name: z.string(),
  Begins: z.string(),
  /** Null: every report its person may see. */
  Reports: z.nullable(z.array(Report)),
  /** Null: every location of its person. */
  Locations: z.nullable(z.array(z.int())),
  MadeAt: z.string(),
  Expires: z.string(),
  Expired: z.boolean(),
  /** To the minute, and from which network address; null: never. */
  LastUsedAt: z.nullable(z.string()),
  LastUsedFrom: z.nullable(z.string()),
  /** Fetched by an assistant of this name; null: made by hand. */
  Assistant: z.nullable(z.string()),
})
export type Token = z.output<typeof Token>

/** What a token reads, and for how long. */
const READS = {
  Days: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_DAYS))),
  /** Left out or null: every report you may see. */
  Reports: z.optional(z.nullable(z.array(Report).check(z.minLength(1), z.maxLength(TOKEN_REPORT_NAMES.length)))),
  /** Left out or null: every location granted to you. */
  Locations: z.optional(z.nullable(z.array(IdNumber).check(z.minLength(1), z.maxLength(500)))),
  /** Of the authenticator app, or one for recovery. */
  Code: z.optional(z.string().check(z.maxLength(50))),
} as const

/** What a token reads, for how long, and what proves who asks. */
export type TokenReads = z.output<z.ZodMiniObject<typeof READS>>

/** Which assistant asks, as it registered itself, and where it wants its answer. */
const ASSISTANT = {
  ClientId: z.string().check(z.minLength(1), z.maxLength(4000)),
  RedirectUri: z.string().check(z.minLength(1), z.maxLength(500)),
} as const

/** The tokens by which a person reads their reports from outside the app. */
export const tokens = contract({
  tokens: operation({
    method: 'GET',
    path: '/tokens',
    summary: 'Your personal tokens at this venue, newest first, without revoked ones; and which reports a token of yours can read.',
    access: 'signed-in',
    response: z.object({
      Tokens: z.array(Token),
      /** The reports that you may see something of. */
      Reports: z.array(Report),
    }),
    example: { as: 'owner' },
  }),
  makeToken: operation({
    method: 'POST',
    path: '/tokens',
    summary: `Make a personal token to read reports with. It is shown once, lasts ${USUAL_DAYS} days unless said otherwise and ${MOST_DAYS} at most, and never reads more than you may see when it is used. The password has to be proved within two minutes before (POST /auth/password), and with two-step sign-in a code is needed; if that is wrong, Token is null.`,
    access: 'signed-in',
    strict: true,
    barredWhileImpersonating: true,
    answersSecret: true,
    body: z.object({
      Name: PlainName(100),
      ...READS,
    }),
    response: z.object({ Token: z.nullable(z.string()) }),
    example: { as: 'owner', body: { Name: 'Weekly workbook', Reports: ['sales'], Locations: [1] } },
  }),
  assistant: operation({
    method: 'GET',
    path: '/tokens/assistants',
    summary: 'Which assistant asks to read reports in your name (OAuth 2.1), where its answer goes, and which reports you could let it read.',
    access: 'signed-in',
    query: z.object(ASSISTANT),
    response: z.object({
      Name: z.string(),
      /** The host its answer is sent to. */
      Host: z.string(),
      /** It runs on your own machine. */
      OnThisMachine: z.boolean(),
      Reports: z.array(Report),
    }),
    example: { as: 'owner', query: { ClientId: '{assistant}', RedirectUri: 'http://127.0.0.1/callback' } },
  }),
  connectAssistant: operation({
    method: 'POST',
    path: '/tokens/assistants',
    summary: `Let an assistant fetch a personal token: the address that takes its code to it is answered. The code is good once, for a minute. The password has to be proved within two minutes before (POST /auth/password), and with two-step sign-in a code is needed; if that is wrong, RedirectTo is null.`,
    access: 'signed-in',
    strict: true,
    barredWhileImpersonating: true,
    answersSecret: true,
    body: z.object({
      ...ASSISTANT,
      /** SHA-256 of the assistant's secret, base64url (PKCE, S256). */
      CodeChallenge: z.string().check(z.regex(/^[\w-]{43}$/, 'must be a SHA-256 in base64url')),
      /** Sent back to the assistant as it came. */
      State: z.optional(z.string().check(z.maxLength(2000))),
      ...READS,
    }),
    response: z.object({ RedirectTo: z.nullable(z.string()) }),
    example: {
      as: 'owner',
      body: {
        ClientId: '{assistant}',
        RedirectUri: 'http://127.0.0.1/callback',
        CodeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        Reports: ['sales'],
      },
    },
  }),
  revokeToken: operation({
    method: 'DELETE',
    path: '/tokens/:id',
    summary: 'Revoke one of your tokens at once.',
    access: 'signed-in',
    barredWhileImpersonating: true,
    params: z.object({ id: Id }),
    example: { as: 'owner', params: { id: '{token}' } },
  }),
})
