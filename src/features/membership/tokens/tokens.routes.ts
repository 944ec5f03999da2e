import { refuseUnproved } from '#features/membership/own-login.sql.ts'
import { hasFactor } from '#features/membership/second-factor.sql.ts'
import { isRightCode } from '#features/membership/second-factor-code.sql.ts'
import { type AssistantClient, clientOf } from '#platform/access/assistant-clients.ts'
import { grantAssistant } from '#platform/access/assistant-grants.ts'
import { makeToken, type NewToken, revokeTokens, type TokenShown, tokensOf } from '#platform/access/personal-tokens.ts'
import type { Session } from '#platform/access/sessions.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { implement, type Service } from '#platform/web/implement.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { isWithinReach, TOKEN_REPORT_NAMES } from '#shared/token-reports.ts'
import { isAssistantName } from './assistant-name.rules.ts'
import { type Token, type TokenReads, tokens, USUAL_DAYS } from './tokens.contract.ts'

export const tokensImplementation = implement(tokens, {
  tokens: async ({ venue, session }) => ({
    Tokens: (await tokensOf(venue.sql, session.userId, venue.venueId)).map(shown),
    Reports: TOKEN_REPORT_NAMES.filter((name) => isWithinReach(name, venue.tags)),
  }),

  makeToken: async (given) => {
    const { venue, body } = given
    if (!(await isProved(given))) return { Token: null }
    const made = wanted(given, body.Name.trim())
    const { token } = await makeToken(venue.sql, made)
    await auditMade(venue, made)
    return { Token: token }
  },

  assistant: async ({ venue, query, service }) => {
    const { name } = clientAsking(service, query)
    const { hostname, protocol } = new URL(query.RedirectUri)
    return { Name: name, Host: hostname, OnThisMachine: protocol === 'http:', Reports: TOKEN_REPORT_NAMES.filter((one) => isWithinReach(one, venue.tags)) }
  },

  connectAssistant: async (given) => {
    const { venue, body, service } = given
    const { name } = clientAsking(service, body)
    if (!(await isProved(given))) return { RedirectTo: null }
    const made = wanted(given, name)
    const { ClientId: clientId, RedirectUri: redirectUri, CodeChallenge: challenge, State } = body
    const code = await grantAssistant(venue.sql, made, { clientId, name, redirectUri, challenge })
    await auditMade(venue, made)
    const to = new URL(redirectUri)
    for (const [key, value] of Object.entries({ code, state: State, iss: service.settings.publicUrl })) if (value !== undefined) to.searchParams.set(key, value)
    return { RedirectTo: to.href }
  },

  revokeToken: async ({ venue, session, params }) => {
    const [name] = await revokeTokens(venue.sql, { userId: session.userId, venueId: venue.venueId, tokenId: params.id }, 'revoked by its person')
    if (name === undefined) throw failure('NotFound')
    await venue.audit({ action: 'token.revoked', subject: name })
  },
})

interface Given {
  venue: VenueScope
  session: Session
  service: Service
  body: TokenReads
}

/**
 * Whether whoever asks proved who they are, and asks for no more than they may see. A wrong code is counted, so it must not be taken back.
 * @throws NotPermitted, LocationNotFound, PasswordNotProved
 */
const isProved = async ({ venue, session, service, body: { Reports, Locations, Code = '' } }: Given): Promise<boolean> => {
  if (Reports?.some((name) => !isWithinReach(name, venue.tags))) throw failure('NotPermitted')
  if (Locations) venue.chosenLocations(Locations)
  await refuseUnproved(venue.sql, session.sessionId)
  return !(await hasFactor(venue.sql, session.userId)) || isRightCode(venue.sql, service, session, Code)
}

const wanted = ({ venue, session, body: { Days = USUAL_DAYS, Reports = null, Locations = null } }: Given, name: string): NewToken => ({
  userId: session.userId,
  venueId: venue.venueId,
  employeeId: employeeOf(venue),
  name,
  reports: Reports && [...new Set(Reports)],
  locations: Locations && [...new Set(Locations)],
  days: Days,
})

const auditMade = (venue: VenueScope, { name, reports, locations, days }: NewToken) =>
  venue.audit({
    action: 'token.made',
    subject: name,
    detail: { TokenReports: reports ?? ['all'], Locations: locations ?? venue.locations.map(({ locationId }) => locationId), Days: days },
  })

/** @throws ValidationFailed */
const clientAsking = ({ signingKey }: Service, { ClientId, RedirectUri }: { ClientId: string; RedirectUri: string }): AssistantClient => {
  const client = clientOf(signingKey, ClientId, RedirectUri)
  if (!client || !isAssistantName(client.name))
    throw fieldFailure('ClientId', 'This assistant is not registered here, or not with this address. Connect it again.', 'UnknownAssistant')
  return client
}

const employeeOf = ({ holder }: VenueScope): number => {
  if (holder.kind !== 'person') throw failure('NotPermitted')
  return holder.employeeId
}

const shown = (token: TokenShown): Token => ({
  TokenId: token.tokenId,
  Name: token.name,
  Begins: token.prefix,
  Reports: token.reports && TOKEN_REPORT_NAMES.filter((name) => token.reports?.includes(name)),
  Locations: token.locations && [...token.locations],
  MadeAt: token.madeAt.toISOString(),
  Expires: token.expiresAt.toISOString(),
  Expired: token.expired,
  LastUsedAt: token.lastUsedAt?.toISOString() ?? null,
  LastUsedFrom: token.lastUsedIp,
  Assistant: token.client,
})
