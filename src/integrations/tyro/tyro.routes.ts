import type { StagedToken } from '#integrations/house-token.adapter.ts'
import { endLink, holdPlace, keepLink, noteAccount, openLinks } from '#integrations/link.sql.ts'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { linkSync } from '#integrations/link-work.contract.ts'
import { ending, locationBelow, revokeLater, syncKey } from '#integrations/token-calls.routes.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { implement, type Service, staged } from '#platform/web/implement.ts'
import { Failure, fieldFailure } from '#shared/failure.ts'
import { terminalDaysReport } from './terminal-days.report.ts'
import { type TyroLink, tyroCalls } from './tyro.contract.ts'
import { isMerchantId } from './tyro-answers.rules.ts'
import { locationAt, merchantAt, missingOfTyro } from './tyro-api.adapter.ts'
import { stagedTyroToken } from './tyro-asking.adapter.ts'
import { tyro } from './tyro-link.adapter.ts'
import { tyroPlaces } from './tyro-places.sql.ts'

const PROVIDER = 'Tyro'

export const tyroImplementation = implement(tyroCalls, {
  tyroLink: ({ venue, params }) => linkAt(venue, locationBelow(venue, params)),
  linkTyro: staged({
    prepare: async ({ venue, params, service: { settings } }) => {
      const place = locationBelow(venue, params)
      return { place, staged: await stagedTyroToken(venue.sql, settings.providers, venue.now) }
    },
    ask: async ({ staged }, { body, service }) => {
      const looked = staged ? await lookUp(staged, service, body.TyroId) : NOT_CHECKED
      if (looked.isUnknown) throw fieldFailure('TyroId', `Tyro does not know a merchant or location "${body.TyroId}". Check the ID and send it again.`)
      return looked
    },
    finish: async ({ venue, body, service }, prepared, { checked, name }) => {
      const { tokenKeys } = service.settings.providers
      await prepared.staged?.keep(venue.sql)
      const link = { tyroId: body.TyroId, sendToLocation: body.SendToLocation ?? false, checked, name }
      const linkId = await keepTyro(venue, prepared.place, link, tokenKeys)
      await addJob(venue.sql, linkSync, { VenueId: venue.venueId, LinkId: linkId }, { key: syncKey(venue.venueId, linkId) })
      return linkAt(venue, prepared.place)
    },
    failed: async ({ venue }, prepared, error) => {
      await prepared.staged?.keep(venue.sql)
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

interface LookedUp {
  /** Tyro said that it knows the id. */
  checked: boolean
  isUnknown: boolean
  name: string | null
}

const NOT_CHECKED: LookedUp = { checked: false, isUnknown: false, name: null }

/** Asks Tyro for an id. Where it does not answer, the id is kept and looked up when the link is read. */
const lookUp = async (staged: StagedToken, { settings: { providers }, now }: Pick<Service, 'settings' | 'now'>, tyroId: string): Promise<LookedUp> => {
  try {
    const token = () => staged.token(now())
    const asking = { settings: providers, token, anotherToken: token }
    const found = isMerchantId(tyroId) ? await merchantAt(asking, tyroId) : await locationAt(asking, tyroId)
    return { checked: found !== undefined, isUnknown: found === undefined, name: found?.name ?? null }
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error
    return NOT_CHECKED
  }
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
