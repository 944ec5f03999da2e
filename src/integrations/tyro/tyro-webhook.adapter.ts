import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { linkSync } from '#integrations/link-work.contract.ts'
import { syncKey } from '#integrations/token-calls.routes.ts'
import { addJob, addJobInItsTime } from '#platform/jobs/jobs.ts'
import { type WebhookReceiver, webhookRefused } from '#platform/web/webhooks.ts'
import { failure } from '#shared/failure.ts'
import { job } from '#shared/job.ts'

const SIGNATURE_HEADER = 'tyro-connect-signature'
const Event = z.object({
  type: z.string().check(z.regex(/^[\w.-]{1,100}$/)),
  data: z.object({ id: z.string().check(z.regex(/^[\w.:-]{1,200}$/)), uri: z.optional(z.string().check(z.maxLength(2000))) }),
})

/** Fetches what a webhook is about, to find out which merchant it belongs to. */
export const tyroLookUp = job('links.tyro-webhook', z.object({ EventId: z.string(), Path: z.string(), Since: z.optional(z.string()) }))

/** Whether Tyro signed these bytes; it writes the signature in hex or in base64. */
export const isSignedByTyro = (header: string, body: Buffer, secrets: readonly string[]): boolean => {
  const given = /^[0-9a-f]{64}$/i.test(header) ? Buffer.from(header, 'hex') : /^[A-Za-z0-9+/]{43}=$/.test(header) ? Buffer.from(header, 'base64') : undefined
  return given !== undefined && secrets.some((secret) => timingSafeEqual(given, createHmac('sha256', secret).update(body).digest()))
}

/** The path below the API's own address; nothing for an address anywhere else, which is not asked. */
export const pathBelow = (uri: string | undefined, apiBase: string): string | undefined => {
  if (uri === undefined || !URL.canParse(uri)) return undefined
  const { origin, username, password, pathname } = new URL(uri)
  const base = new URL(apiBase)
  if (origin !== base.origin || username !== '' || password !== '') return undefined
  const below = pathname.startsWith(`${base.pathname}/`) ? pathname.slice(base.pathname.length + 1) : ''
  return /^[\w-]{1,100}(\/[\w-]{1,255}){0,6}$/.test(below) ? below : undefined
}

/** What Tyro tells of: the kind of event and where it is to be read, and nothing of it is believed. */
export const tyroWebhooks: WebhookReceiver = {
  provider: 'Tyro',
  path: '/webhooks/tyro',
  read: ({ providers: { tyro } }, headers, body, now) => {
    if (tyro.webhookSecrets.length === 0) throw failure('ProviderNotConfigured', { provider: 'Tyro', settings: 'TYRO_WEBHOOK_SECRET' })
    const header = headers[SIGNATURE_HEADER]
    if (typeof header !== 'string' || !isSignedByTyro(header, body, tyro.webhookSecrets)) throw webhookRefused()
    const event = eventIn(body)
    if (!event) throw webhookRefused()
    const path = pathBelow(event.data.uri, tyro.apiBase)
    return {
      eventId: `${event.type} ${event.data.id}`,
      accountId: /^(?:pay-terminal|reporting)\/merchants\/(\d{1,20})(?:\/|$)/.exec(path ?? '')?.[1] ?? null,
      type: event.type,
      objectId: path ?? null,
      isLive: true,
      createdAt: now,
    }
  },
  wake: (sql, { venueId, linkId }) => addJobInItsTime(sql, linkSync, { VenueId: venueId, LinkId: linkId }, syncKey(venueId, linkId)),
  lookUp: async (sql, { eventId, accountId, objectId }) => {
    if (accountId === null && objectId !== null) await addJob(sql, tyroLookUp, { EventId: eventId, Path: objectId }, { key: `links.tyro-webhook ${eventId}` })
  },
}

const eventIn = (body: Buffer): z.output<typeof Event> | undefined => {
  try {
    return Event.safeParse(JSON.parse(body.toString('utf8'))).data
  } catch {
    return undefined
  }
}
