import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { linkSync } from '#integrations/link-work.contract.ts'
import { channelName } from '#integrations/online-orders/channel-names.rules.ts'
import { locationBelow, syncKey } from '#integrations/token-calls.routes.ts'
import { disconnect, isConnected, keepToken } from '#platform/access/house-tokens.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { type Given, implement, staged } from '#platform/web/implement.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { deliverectCalls, deliverectTokens, tillOrders } from './deliverect.contract.ts'
import { namedAccountOf } from './deliverect-accounts.rules.ts'
import { locationAt, missingForDeliverect, obtainToken } from './deliverect-api.adapter.ts'
import { channelsShown, keepCommissions } from './deliverect-channels.sql.ts'
import { deliverectLink, forgetAccount, nameAccount } from './deliverect-links.sql.ts'
import { takeUpOrders } from './deliverect-orders.sql.ts'
import { deliverectShown } from './deliverect-overview.sql.ts'
import { productList } from './deliverect-products.sql.ts'
import { syncProducts } from './deliverect-sync-products.adapter.ts'
import { answerOrder, noteWork, ordersForTill, refuseUnknownOrder } from './deliverect-till.sql.ts'
import { DELIVERECT_TOKENS, stagedDeliverectToken } from './deliverect-token.adapter.ts'

/** @throws ProviderSilent where Deliverect did not answer, AuthorisationRefused where it does not take us */
const inWords = (error: unknown): unknown => {
  if (!(error instanceof ProviderTrouble)) return error
  return failure(error.kind === 'refused' ? 'AuthorisationRefused' : 'ProviderSilent', { provider: 'Deliverect' })
}

const refuseNotSetUp = (settings: ProviderSettings): void => {
  const missing = missingForDeliverect(settings)
  if (missing.length > 0) throw failure('ProviderNotConfigured', { provider: 'Deliverect', settings: missing.join(', ') })
}

const actor = ({ session, caller }: Pick<Given<typeof deliverectTokens.disconnect>, 'session' | 'caller'>) => ({
  actorUserId: session.userId,
  ip: caller.ip,
})

const placeIn = (venue: VenueScope, params: { locationId: number }): number => locationBelow(venue, params) ?? params.locationId

const syncSoon = ({ sql, venueId }: VenueScope, LinkId: string) => addJob(sql, linkSync, { VenueId: venueId, LinkId }, { key: syncKey(venueId, LinkId) })

/** How a location is linked; nulls where it is not. */
const linkShown = async (venue: VenueScope, locationId: number) => {
  const link = await deliverectLink(venue, locationId)
  if (!link) return { DeliverectId: null, DeliverectLocationId: null, SendToLocation: null, Checked: null }
  const { deliverectId, deliverectLocationId, sendToLocation, isChecked } = namedAccountOf(link)
  return { DeliverectId: deliverectId, DeliverectLocationId: deliverectLocationId, SendToLocation: sendToLocation, Checked: isChecked }
}

/** @throws NotLinked */
const linkedAt = async (venue: VenueScope, locationId: number) => {
  const link = await deliverectLink(venue, locationId)
  if (!link) throw failure('NotLinked', { provider: 'Deliverect' })
  return link
}

export const deliverectImplementation = [
  ...implement(deliverectTokens, {
    standing: async ({ house, service }) => ({
      Connected: await isConnected(house.sql, DELIVERECT_TOKENS),
      Missing: missingForDeliverect(service.settings.providers),
    }),
    connect: staged({
      prepare: async ({ service }) => refuseNotSetUp(service.settings.providers),
      ask: async (_, { service: { settings, now } }) =>
        obtainToken(settings.providers, now()).catch((error: unknown) => {
          throw inWords(error)
        }),
      finish: async (given, _, obtained) => {
        const { house, service } = given
        await keepToken(house.sql, DELIVERECT_TOKENS, service.settings.providers.tokenKeys, obtained)
        await recordAudit(house.sql, 0, { action: 'deliverect.connected', subject: 'Deliverect', ...actor(given) })
        return { Connected: true as const, ExpiresAt: obtained.expiresAt.toISOString() }
      },
    }),
    disconnect: async (given) => {
      const { house } = given
      if (await disconnect(house.sql, DELIVERECT_TOKENS))
        await recordAudit(house.sql, 0, { action: 'deliverect.disconnected', subject: 'Deliverect', ...actor(given) })
    },
  }),
  ...implement(deliverectCalls, {
    link: ({ venue, params }) => linkShown(venue, placeIn(venue, params)),
    save: staged({
      prepare: async ({ venue, params, body, service: { settings, now } }) => {
        const locationId = placeIn(venue, params)
        if (body.VenueId !== undefined && body.VenueId !== venue.venueId) throw failure('PathBodyDisagree', { field: 'VenueId' })
        if (body.LocationId !== undefined && body.LocationId !== locationId) throw failure('PathBodyDisagree', { field: 'LocationId' })
        return { locationId, staged: await stagedDeliverectToken(venue.sql, settings.providers, now()) }
      },
      ask: async ({ staged }, { body, service: { settings, now } }) => {
        if (!staged) return { isChecked: false, name: '' }
        // Deliverect being away keeps nobody from linking: it is looked at later.
        try {
          const token = await staged.token(now())
          const there = await locationAt(settings.providers, token, body.DeliverectId, body.DeliverectLocationId)
          if (there) return { isChecked: true, name: there.name }
        } catch (error) {
          if (error instanceof ProviderTrouble) return { isChecked: false, name: '' }
          throw error
        }
        throw fieldFailure('DeliverectLocationId', 'Deliverect does not have this location in this account.')
      },
      finish: async ({ venue, body }, { locationId, staged }, checked) => {
        await staged?.keep(venue.sql)
        const named = {
          deliverectId: body.DeliverectId,
          deliverectLocationId: body.DeliverectLocationId,
          sendToLocation: body.SendToLocation === true,
          ...checked,
        }
        const linkId = await nameAccount(venue, locationId, named)
        await takeUpOrders(venue, named)
        await syncSoon(venue, linkId)
        return linkShown(venue, locationId)
      },
      failed: async ({ venue }, { staged }) => staged?.keep(venue.sql),
    }),
    end: async ({ venue, params }) => {
      const link = await deliverectLink(venue, placeIn(venue, params))
      if (link) await forgetAccount(venue, link)
    },
    overview: ({ venue }) => deliverectShown(venue),
    commissions: async ({ venue, params, body }) => {
      const locationId = placeIn(venue, params)
      await keepCommissions(
        venue,
        locationId,
        body.Commissions.map(({ Channel, Percent }) => ({ channel: Channel, percent: Percent })),
      )
      return { Channels: await channelsShown(venue, [locationId]) }
    },
    products: staged({
      prepare: async ({ venue, params, service }) => {
        const locationId = placeIn(venue, params)
        refuseNotSetUp(service.settings.providers)
        const link = await linkedAt(venue, locationId)
        const staged = await stagedDeliverectToken(venue.sql, service.settings.providers, service.now())
        if (!staged) throw failure('NotConnected', { provider: 'Deliverect' })
        return { staged, named: namedAccountOf(link), list: await productList(venue, params.locationId) }
      },
      ask: async ({ staged, named, list }, { body, service: { settings, now } }) => {
        try {
          return await syncProducts(settings.providers, await staged.token(now()), named, list, body.Deletes)
        } catch (error) {
          throw inWords(error)
        }
      },
      finish: async ({ venue, params }, { staged }, synced) => {
        await staged.keep(venue.sql)
        if (synced.Sent) {
          const detail = { LocationId: params.locationId, Products: synced.Products, Deleted: synced.Deleted }
          await venue.audit({ action: 'deliverect.products', subject: 'Deliverect', detail })
        }
        return synced
      },
      failed: async ({ venue }, { staged }) => staged.keep(venue.sql),
    }),
  }),
  ...implement(tillOrders, {
    waiting: async ({ venue }) => ({
      Orders: (await ordersForTill(venue, tillPlace(venue))).map(({ placedAt, since, isTest, isCancelled, ...order }) => ({
        OrderId: order.orderId,
        Name: order.name,
        Channel: channelName(order.channel, order.channelName),
        OrderType: order.orderType,
        Table: order.table,
        PlacedAt: placedAt.toISOString(),
        WaitingSince: since.toISOString(),
        Total: order.total,
        Test: isTest,
        Cancelled: isCancelled,
        Content: order.content,
      })),
    }),
    answer: ({ venue, params, body: { Taken, Reason = '', Status, TerminalId, SaleId } }) =>
      Status
        ? noteWork(venue, tillPlace(venue), params.id, Status)
        : answerOrder(venue, tillPlace(venue), params.id, Taken ? { taken: true, sale: SaleId ?? null } : { taken: false, reason: Reason }, TerminalId ?? null),

    finders: { answer: ({ venue, params }) => refuseUnknownOrder(venue, tillPlace(venue), params.id) },
  }),
]

const tillPlace = ({ locations }: VenueScope): number => {
  const [location] = locations
  if (!location) throw failure('LocationNotFound')
  return location.locationId
}
