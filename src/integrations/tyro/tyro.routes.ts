import { endLink, holdPlace, keepLink, noteAccount, openLinks } from '#integrations/link.sql.ts'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { linkSync } from '#integrations/link-work.contract.ts'
import { ending, locationBelow, revokeLater, syncKey } from '#integrations/token-calls.routes.ts'
import { endTurn, keepToken, type Turn, tokenOrTurn } from '#platform/access/house-tokens.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { implement, staged } from '#platform/web/implement.ts'
import { Failure, fieldFailure } from '#shared/failure.ts'
import { terminalDaysReport } from './terminal-days.report.ts'
import { type TyroLink, tyroCalls } from './tyro.contract.ts'
import { isMerchantId } from './tyro-answers.rules.ts'
import { askForToken, locationAt, merchantAt, missingOfTyro, TYRO_TOKENS } from './tyro-api.adapter.ts'
import { tyro } from './tyro-link.adapter.ts'
import { tyroPlaces } from './tyro-places.sql.ts'

const PROVIDER = 'Tyro'

export const tyroImplementation = implement(tyroCalls, {
  tyroLink: ({ venue, params }) => linkAt(venue, locationBelow(venue, params)),
  linkTyro: staged({
    prepare: async ({ venue, params, service }): Promise<Prepared> => {
      const place = locationBelow(venue, params)
      const { providers } = service.settings
      const turn = missingOfTyro(providers).length === 0 ? await tokenOrTurn(venue.sql, TYRO_TOKENS, providers.tokenKeys, venue.now) : 'wait'
      return { place, turn, at: venue.now }
    },
    ask: async (prepared, { body, service }) => {
      if (prepared.turn === 'wait' || prepared.turn === 'spent') return NOT_CHECKED
      const looked = await lookUp(service.settings.providers, prepared, body.TyroId)
      if (looked.isUnknown) throw fieldFailure('TyroId', `Tyro knows no merchant or location "${body.TyroId}". Check the id and send it again.`)
      return looked
    },
    finish: async ({ venue, body, service }, prepared, { checked, name }) => {
      const { tokenKeys } = service.settings.providers
      await keepTurn(venue, prepared, tokenKeys)
      const link = { tyroId: body.TyroId, sendToLocation: body.SendToLocation ?? false, checked, name }
      const linkId = await keepTyro(venue, prepared.place, link, tokenKeys)
      await addJob(venue.sql, linkSync, { VenueId: venue.venueId, LinkId: linkId }, { key: syncKey(venue.venueId, linkId) })
      return linkAt(venue, prepared.place)
    },
    failed: async ({ venue, service }, prepared, error) => {
      await keepTurn(venue, prepared, service.settings.providers.tokenKeys)
      const Code = error instanceof Failure ? error.code : 'InternalError'
      await venue.audit({ action: 'link.failed', subject: PROVIDER, detail: { LocationId: prepared.place, Code } })
    },
  }),
  endTyro: ending(tyro, locationBelow),
  tyroPlaces: async ({ venue, service }) => ({ Ready: missingOfTyro(service.settings.providers).length === 0, Places: await tyroPlaces(venue) }),
  terminalDays: ({ venue, query }) => terminalDaysReport(venue, query),
})

const linkAt = async (venue: VenueScope, place: number | null): Promise<TyroLink> => {
  const link = (await openLinks(venue, PROVIDER)).find(({ locationId }) => locationId === place)
  if (!link) return { TyroId: null, SendToLocation: null, Checked: null }
  return { TyroId: link.accountId, SendToLocation: link.meta.SendToLocation === true, Checked: link.meta.Checked === true }
}

/** What an id is looked up by. */
interface Prepared {
  place: number | null
  turn: Turn
  at: Date
  /** A token that was given out meanwhile, or that none came. */
  fresh?: { token: string; seconds: number } | 'refused' | 'lost'
}

interface LookedUp {
  /** Tyro said that it knows the id. */
  checked: boolean
  isUnknown: boolean
  name: string | null
}

const NOT_CHECKED: LookedUp = { checked: false, isUnknown: false, name: null }

/** Asks Tyro for an id. Where it does not answer, the id is kept and looked up when the link is read. */
const lookUp = async (settings: ProviderSettings, prepared: Prepared, tyroId: string): Promise<LookedUp> => {
  try {
    const token = async () => (typeof prepared.turn === 'object' ? prepared.turn.token : await freshToken(settings, prepared))
    const asking = { settings, token, anotherToken: token }
    const found = isMerchantId(tyroId) ? await merchantAt(asking, tyroId) : await locationAt(asking, tyroId)
    return { checked: found !== undefined, isUnknown: found === undefined, name: found?.name ?? null }
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error
    return NOT_CHECKED
  }
}

const freshToken = async (settings: ProviderSettings, prepared: Prepared): Promise<string> => {
  if (typeof prepared.fresh === 'object') return prepared.fresh.token
  try {
    prepared.fresh = await askForToken(settings)
    return prepared.fresh.token
  } catch (error) {
    prepared.fresh = error instanceof ProviderTrouble && !error.mayBeDone ? 'refused' : 'lost'
    throw error
  }
}

/** Keeps a token that was given out for the lookup; where none was, whoever may ask next needs not wait. */
const keepTurn = async ({ sql, now }: VenueScope, { fresh, at }: Prepared, tokenKeys: readonly Buffer[]): Promise<void> => {
  if (fresh === 'refused' || fresh === 'lost') await endTurn(sql, TYRO_TOKENS, at, fresh === 'lost')
  else if (fresh) await keepToken(sql, TYRO_TOKENS, tokenKeys, fresh.token, new Date(now.getTime() + fresh.seconds * 1000))
}

interface Named {
  tyroId: string
  sendToLocation: boolean
  checked: boolean
  name: string | null
}

/**
 * Keeps a link in place of what was linked there. @returns its id
 * @throws AccountLinkedElsewhere
 */
const keepTyro = async (
  venue: VenueScope,
  place: number | null,
  { tyroId, sendToLocation, checked, name }: Named,
  tokenKeys: readonly Buffer[],
): Promise<string> => {
  await holdPlace(venue, PROVIDER, place)
  const there = (await openLinks(venue, PROVIDER)).find(({ locationId }) => locationId === place)
  const meta = { SendToLocation: sendToLocation, Checked: checked || (there?.accountId === tyroId && there.meta.Checked === true) }
  if (there?.accountId === tyroId && there.status === 'connected') {
    await noteAccount(venue, there.linkId, { accountName: name, meta })
    await venue.audit({
      action: 'link.made',
      subject: PROVIDER,
      detail: { LocationId: place, Account: name ?? '', Again: true, SendToLocation: sendToLocation },
    })
    return there.linkId
  }
  if (there && there.accountId !== tyroId) {
    await endLink(venue, there)
    await revokeLater(venue, there.linkId)
  }
  const exchanged = { accountId: tyroId, accountName: name, isLive: true, scopes: '', meta }
  return (await keepLink(venue, { provider: PROVIDER, place, exchanged, tokenKeys })).linkId
}
