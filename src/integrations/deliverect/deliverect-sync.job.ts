import { noteAccount, noteWorking, openLink } from '#integrations/link.sql.ts'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { linkSync } from '#integrations/link-work.contract.ts'
import { type AccountReading, readAccount } from '#integrations/read-account.job.ts'
import { syncKey } from '#integrations/token-calls.routes.ts'
import type { LinkName } from '#platform/access/linked-accounts.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { addJob, addJobInItsTime, implementForVenues, implementJob, type JobGiven, type JobImplementation } from '#platform/jobs/jobs.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { namedAccountOf } from './deliverect-accounts.rules.ts'
import { channelsAt, locationAt, productsAt, tellOpen, tellStatus } from './deliverect-api.adapter.ts'
import { keepChannels } from './deliverect-channels.sql.ts'
import { noteTold, pausedUntil, putFirstAside, takeArrivals, type Untold, untoldOrders } from './deliverect-orders.sql.ts'
import { productList } from './deliverect-products.sql.ts'
import { syncProducts } from './deliverect-sync-products.adapter.ts'
import { keepTaxRates } from './deliverect-tax.sql.ts'
import { forgetContents } from './deliverect-till.sql.ts'
import { deliverectToken } from './deliverect-token.adapter.ts'
import { giveDeliverectProducts, takeDeliverectOrders } from './deliverect-work.contract.ts'

/** Tellings that are worked off in one transaction. */
const AT_ONCE = 200

/** Takes in what arrived, piece by piece. @param isToldLater whether Deliverect is to be told of it by later work */
const takeOrdersOf = async (given: JobGiven, { venueId, linkId }: LinkName, isToldLater: boolean): Promise<void> => {
  const { database, now } = given.service
  let atMost = AT_ONCE
  const piece = () =>
    workInVenue(database, venueId, now(), async (venue) => {
      const link = await openLink(venue, linkId)
      if (!link) return false
      const isMore = await takeArrivals(venue, namedAccountOf(link), atMost)
      // A pause that Deliverect asked for stays.
      if (!isMore && isToldLater) await addJobInItsTime(venue.sql, linkSync, { VenueId: venueId, LinkId: linkId }, syncKey(venueId, linkId))
      return isMore
    })
  for (let more = true; more; ) {
    try {
      more = await piece()
    } catch (error) {
      // One by one, so that an order nobody thought of keeps no other from being sold; it is put aside once it failed for some minutes.
      if (atMost === 1) {
        const event = await workInVenue(database, venueId, now(), (venue) => putFirstAside(venue, linkId))
        if (event === undefined) throw error
        given.log.error({ VenueId: venueId, err: error, event }, 'an order of Deliverect could not be worked off and was put aside')
      }
      atMost = 1
    }
  }
}

/** What Deliverect is asked by: with the token there is, and once more with another where that one is not taken. */
interface Asker {
  settings: ProviderSettings
  ask<T>(question: (token: string) => Promise<T>): Promise<T>
}

const askerOf = async ({ database, settings: { providers: settings }, now }: JobGiven['service']): Promise<Asker | undefined> => {
  let token = await deliverectToken({ database, settings, now })
  if (token === undefined) return undefined
  return {
    settings,
    ask: async (question) => {
      const first = token ?? ''
      try {
        return await question(first)
      } catch (error) {
        if (!(error instanceof ProviderTrouble && error.kind === 'revoked-there')) throw error
        token = await deliverectToken({ database, settings, now }, first)
        return await question(token ?? '').catch((again: unknown) => {
          throw again instanceof ProviderTrouble && again.kind === 'revoked-there' ? new ProviderTrouble('silent') : again
        })
      }
    },
  }
}

/** Takes in what arrived, tells Deliverect how orders stand and whether the location takes orders, and looks at the location once a day. */
export const syncDeliverect = async (given: JobGiven, name: LinkName): Promise<void> => {
  await takeOrdersOf(given, name, false)
  await readAccount(given, name, async (reading) => {
    const { now } = given.service
    const asker = await askerOf(given.service)
    if (!asker) return true
    await tellAll(reading, asker, now())
    await tellPause(reading, asker, now())
    await lookAtLocation(reading, asker, now())
    await reading.store((venue) => noteWorking(venue, reading.link.linkId))
    return true
  })
}

/** Orders that Deliverect is told of at once. */
const TOLD_AT_ONCE = 8
/** So many orders that cannot be told are Deliverect's trouble, and no order's. */
const MOST_FAILURES = 80

/** @throws what kept an order from being told, once all others were: one that Deliverect fails at keeps none from being accepted */
const tellAll = async (reading: AccountReading, asker: Asker, now: Date): Promise<void> => {
  const { locationId } = namedAccountOf(reading.link)
  const failures: unknown[] = []
  for (;;) {
    const untold = await reading.within((venue) => untoldOrders(venue, locationId, { after: failures.length, atMost: TOLD_AT_ONCE }))
    if (untold.length === 0) break
    const told = await Promise.allSettled(untold.map((order) => tellOne(asker, order, now)))
    const done = told.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    await reading.store((venue) => noteTold(venue, done))
    failures.push(...told.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])))
    // Where none is taken it is Deliverect that is away, and no order that is wrong.
    if (done.length === 0 || failures.length > MOST_FAILURES) break
  }
  if (failures.length > 0) throw failures[0]
}

/** Tells the first of what an order's provider is still to be told; the rest comes in the next round, in its order. */
const tellOne = async ({ settings, ask }: Asker, { orderId, toTell: [first] }: Untold, at: Date) => {
  const status = first?.Status ?? 0
  const refused = await ask((token) => tellStatus(settings, token, { orderId, status, reason: first?.Reason, at }))
  return { orderId, status, refused }
}

/** A location that pauses orders takes none; once the pause is over, or was ended, it does again. */
const tellPause = async ({ link, within, store }: AccountReading, { settings, ask }: Asker, now: Date): Promise<void> => {
  const { locationId, deliverectLocationId } = namedAccountOf(link)
  const until = await within((venue) => pausedUntil(venue, locationId))
  const isClosed = until !== null && until > now
  const reopensAt = isClosed ? until.toISOString() : null
  const isTold = isClosed === (link.meta.ToldClosed === true)
  if (isTold && reopensAt === (link.meta.ReopensAt ?? null)) return
  if (!isTold) await ask((token) => tellOpen(settings, token, deliverectLocationId, !isClosed))
  await store(async (venue) => {
    await noteAccount(venue, link.linkId, { meta: { ToldClosed: isClosed, ReopensAt: reopensAt } })
    const at = { VenueId: venue.venueId, LinkId: link.linkId }
    // Under a key of its own, or what is asked for meanwhile would take its place.
    if (isClosed) await addJob(venue.sql, linkSync, at, { key: `open again ${syncKey(at.VenueId, at.LinkId)}`, runAt: until })
  })
}

const LOOKED_MS = 20 * 3_600_000

/** Whether the location is still there, which channels sell for it, and what tax its products have. @throws ProviderTrouble where it is not */
const lookAtLocation = async ({ link, store }: AccountReading, { settings, ask }: Asker, now: Date): Promise<void> => {
  const named = namedAccountOf(link)
  if (named.isChecked && now.getTime() - Date.parse(String(link.meta.LookedAt ?? '')) < LOOKED_MS) return
  const there = await ask((token) => locationAt(settings, token, named.deliverectId, named.deliverectLocationId))
  if (!there) throw new ProviderTrouble('refused')
  const channels = await ask((token) => channelsAt(settings, token, named.deliverectLocationId))
  const products = await ask((token) => productsAt(settings, token, named.deliverectId, named.deliverectLocationId)).catch(nothingShown)
  await store(async (venue) => {
    await keepChannels(venue, named.locationId, channels)
    // A list of nothing is more likely a mistake than a menu without products, and the tax of every order would go with it.
    if (products && products.length > 0) await keepTaxRates(venue, named.locationId, products)
    await noteAccount(venue, link.linkId, { accountName: there.name || null, meta: { Checked: true, Name: there.name, LookedAt: now.toISOString() } })
  })
}

/** Whoever may not see products loses nothing but the tax of them. @throws what is no refusal */
const nothingShown = (error: unknown): undefined => {
  if (!(error instanceof ProviderTrouble && error.kind === 'refused')) throw error
}

/** Somebody at Deliverect asked for the products of a location: they are sent where that deletes nothing, or a person confirms it here first. */
const giveProductsOf = async (given: JobGiven, { venueId, linkId }: LinkName): Promise<void> => {
  const { database, settings, now } = given.service
  const token = await deliverectToken({ database, settings: settings.providers, now })
  if (token === undefined) return
  const asked = await workInVenue(database, venueId, now(), async (venue) => {
    const link = await openLink(venue, linkId)
    return link && { link, list: await productList(venue, link.locationId ?? 0) }
  })
  if (!asked || asked.list.products.length === 0) return
  const foreseen = await syncProducts(settings.providers, token, namedAccountOf(asked.link), asked.list, undefined)
  if (foreseen.Deleted === 0) await syncProducts(settings.providers, token, namedAccountOf(asked.link), asked.list, 0)
  const meta = { ProductsAsked: foreseen.Deleted === 0 ? null : now().toISOString() }
  await workInVenue(database, venueId, now(), (venue) => noteAccount(venue, linkId, { meta }))
}

export const deliverectJobs: readonly JobImplementation[] = [
  implementJob('links', giveDeliverectProducts, ({ VenueId, LinkId }, given) => giveProductsOf(given, { venueId: VenueId, linkId: LinkId })),
  implementJob('soon', takeDeliverectOrders, ({ VenueId, LinkId }, given) => takeOrdersOf(given, { venueId: VenueId, linkId: LinkId }, true)),
  implementForVenues('links', 'links.deliverect-nightly', '37 18 * * *', (service, venueId) =>
    workInVenue(service.database, venueId, service.now(), (venue) => forgetContents(venue)),
  ),
]
