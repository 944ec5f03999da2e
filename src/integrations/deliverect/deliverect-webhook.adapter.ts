import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { ProviderText } from '#integrations/provider-text.rules.ts'
import { linkOfAccount, venueOfLocation } from '#platform/access/linked-accounts.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { setVenue } from '#platform/database/database.ts'
import { addJob, addJobInItsTime } from '#platform/jobs/jobs.ts'
import type { Settings } from '#platform/settings.ts'
import { type ProviderCall, type WebhookReceiver, webhookRefused } from '#platform/web/webhooks.ts'
import { failure } from '#shared/failure.ts'
import { keepRegistration } from './deliverect-links.sql.ts'
import { OrderHead } from './deliverect-order.rules.ts'
import { giveDeliverectProducts, takeDeliverectOrders } from './deliverect-work.contract.ts'

const HEADER = 'x-server-authorization-hmac-sha256'

/**
 * Whether Deliverect signed these bytes: lower-case hex of their HMAC-SHA256.
 * @param before the keys that hold as long as no production secret was made; with one, that alone does
 */
const isSignedByDeliverect = (given: unknown, body: Buffer, secret: string | undefined, before: readonly string[]): boolean => {
  if (typeof given !== 'string' || !/^[0-9a-f]{64}$/.test(given)) return false
  const keys = secret === undefined ? before.filter((key) => key !== '') : [secret]
  return keys.some((key) => timingSafeEqual(createHmac('sha256', key).update(body).digest(), Buffer.from(given, 'hex')))
}

/** Before there is a secret, the key stands in what it signs: that proves nothing, so no real order is taken by it. */
const secretOf = ({ production, providers: { deliverect } }: Settings): string | undefined => {
  if (deliverect.hmacSecret === undefined && production) throw failure('ProviderNotConfigured', { provider: 'Deliverect', settings: 'DELIVERECT_HMAC_SECRET' })
  return deliverect.hmacSecret
}

const jsonIn = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Orders and cancellations. Each is kept whole before it is answered: no call of Deliverect's tells an order again. */
export const deliverectWebhooks: WebhookReceiver = {
  provider: 'Deliverect',
  path: '/webhooks/deliverect/orders',
  read: (settings, headers, body, now) => {
    const secret = secretOf(settings)
    const head = OrderHead.safeParse(jsonIn(body)).data
    if (!head || !isSignedByDeliverect(headers[HEADER], body, secret, [head.channelLink ?? ''])) throw webhookRefused()
    return {
      // A cancellation has the id of its order: only with the status it is told from it.
      eventId: `${head.account} ${head._id} ${head.status}`,
      accountId: `${head.account}/${head.location}`,
      type: `order.${head.status}`,
      objectId: head._id,
      isLive: true,
      createdAt: now,
      body: body.toString('utf8'),
    }
  },
  wake: (sql, { venueId, linkId }) =>
    addJobInItsTime(sql, takeDeliverectOrders, { VenueId: venueId, LinkId: linkId }, `${takeDeliverectOrders.name} ${venueId} ${linkId}`),
}

const Id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))
const Registration = z.object({
  accountId: Id,
  locationId: Id,
  externalLocationId: z.pipe(z.union([z.string(), z.int()]), z.transform(String)),
  locationName: z.optional(z.nullable(ProviderText)),
})

/**
 * A location at Deliverect names one of ours. Whoever works there may name any number, so it is noted as a proposal, and a person of the venue
 * links it.
 */
export const deliverectRegister: ProviderCall = {
  path: '/webhooks/deliverect/register',
  method: 'POST',
  answer: async ({ settings, database, now }, headers, body) => {
    const secret = secretOf(settings)
    const told = Registration.safeParse(jsonIn(body)).data
    if (!told || !isSignedByDeliverect(headers[HEADER], body, secret, [told.locationId, told.accountId])) throw webhookRefused()
    const ours = /^[1-9]\d{0,8}$/.test(told.externalLocationId) ? Number(told.externalLocationId) : 0
    const venueId = await database.inVenue(0, (house) => venueOfLocation(house, ours, setVenue))
    if (venueId === undefined)
      return { status: 400, json: { message: `There is no location ${told.externalLocationId.slice(0, 20)}. Enter the number that Daybook shows for it.` } }
    await workInVenue(database, venueId, now(), (venue) => keepRegistration(venue, ours, { ...told, at: venue.now }))
    const hooks = `${settings.publicUrl}/api/webhooks/deliverect`
    return {
      status: 200,
      json: { ordersWebhookURL: `${hooks}/orders`, syncProductsURL: `${hooks}/products/${told.accountId}.${told.locationId}` },
    }
  },
}

/**
 * Somebody at Deliverect asks for a location's products; they are sent by a call of ours. What it signs is empty, so the address alone says
 * which location is meant.
 */
export const deliverectProducts: ProviderCall = {
  path: '/webhooks/deliverect/products/:account',
  method: 'GET',
  answer: async ({ settings, database }, headers, body, account) => {
    const [deliverectId = '', placeId = ''] = account.split('.')
    if (!isSignedByDeliverect(headers[HEADER], body, secretOf(settings), [placeId])) throw webhookRefused()
    const isLinked = await database.inVenue(0, async (sql) => {
      const link = await linkOfAccount(sql, 'Deliverect', `${deliverectId}/${placeId}`)
      if (link)
        await addJob(sql, giveDeliverectProducts, { VenueId: link.venueId, LinkId: link.linkId }, { key: `${giveDeliverectProducts.name} ${link.linkId}` })
      return link !== undefined
    })
    return isLinked ? { status: 204 } : { status: 400, json: { message: 'This location is not linked in Daybook.' } }
  },
}
