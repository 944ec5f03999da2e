import { refuseUnproved } from '#features/membership/own-login.sql.ts'
import { hasFactor } from '#features/membership/second-factor.sql.ts'
import { isRightCode } from '#features/membership/second-factor-code.sql.ts'
import { makeToken, revokeTokens, type TokenShown, tokensOf } from '#platform/access/personal-tokens.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { implement } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { isWithinReach, TOKEN_REPORT_NAMES } from '#shared/token-reports.ts'
import { type Token, tokens, USUAL_DAYS } from './tokens.contract.ts'

export const tokensImplementation = implement(tokens, {
  tokens: async ({ venue, session }) => ({
    Tokens: (await tokensOf(venue.sql, session.userId, venue.venueId)).map(shown),
    Reports: TOKEN_REPORT_NAMES.filter((name) => isWithinReach(name, venue.tags)),
  }),

  makeToken: async ({ venue, session, body, service }) => {
    const { userId } = session
    const { Name, Days = USUAL_DAYS, Reports = null, Locations = null, Code = '' } = body
    if (Reports?.some((name) => !isWithinReach(name, venue.tags))) throw failure('NotPermitted')
    if (Locations) venue.chosenLocations(Locations)
    await refuseUnproved(venue.sql, session.sessionId)
    // A wrong code is counted, so it must not be taken back.
    if ((await hasFactor(venue.sql, userId)) && !(await isRightCode(venue.sql, service, session, Code))) return { Token: null }
    const name = Name.trim()
    const { token } = await makeToken(venue.sql, {
      userId,
      venueId: venue.venueId,
      employeeId: employeeOf(venue),
      name,
      reports: Reports && [...new Set(Reports)],
      locations: Locations && [...new Set(Locations)],
      days: Days,
    })
    const made = { TokenReports: Reports ?? ['all'], Locations: Locations ?? venue.locations.map(({ locationId }) => locationId), Days }
    await venue.audit({ action: 'token.made', subject: name, detail: made })
    return { Token: token }
  },

  revokeToken: async ({ venue, session, params }) => {
    const [name] = await revokeTokens(venue.sql, { userId: session.userId, venueId: venue.venueId, tokenId: params.id }, 'revoked by its person')
    if (name === undefined) throw failure('NotFound')
    await venue.audit({ action: 'token.revoked', subject: name })
  },
})

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
})
