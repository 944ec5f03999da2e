import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { linkSync } from '#integrations/link-work.contract.ts'
import { syncKey } from '#integrations/token-calls.routes.ts'
import { addJobInItsTime } from '#platform/jobs/jobs.ts'
import type { Settings } from '#platform/settings.ts'
import { type WebhookReceiver, webhookRefused } from '#platform/web/webhooks.ts'
import { failure } from '#shared/failure.ts'
import { endpointIn } from './deputy-rows.adapter.ts'

/** What we have Deputy send with every webhook: on most plans it signs nothing itself. */
const SECRET_HEADER = 'x-daybook-secret'
const TOPICS = ['Roster.Save', 'Roster.Delete', 'Timesheet.Save', 'Timesheet.Delete']

/** What is to be registered at a customer's server, so that changes are told at once. */
export const webhooksFor = ({ publicUrl, providers }: Settings, endpoint: string) => {
  const [key] = providers.tokenKeys
  if (!key) return []
  const Address = `${publicUrl}/api/webhooks/deputy/${endpoint}`
  return TOPICS.map((Topic) => ({ Topic, Enabled: 1, Type: 'URL', Address, Headers: `${SECRET_HEADER}: ${secretOf(key, endpoint)}\n` }))
}

/** By which webhooks that are registered are known again, with the address and the secret they have. */
export const markOf = (webhooks: ReturnType<typeof webhooksFor>): string => createHash('sha256').update(JSON.stringify(webhooks)).digest('hex').slice(0, 16)

/** A secret of each customer's server, which nobody has to keep. */
const secretOf = (key: Buffer, endpoint: string): string => createHmac('sha256', key).update(`deputy webhook ${endpoint}`).digest('hex')

const Event = z.object({ topic: z.string().check(z.regex(/^[A-Za-z]{1,50}\.[A-Za-z]{1,50}$/)), data: z.optional(z.unknown()) })
const Named = z.object({ Id: z.int().check(z.minimum(1)) })

/** What Deputy tells of the servers that are linked: that something changed, which is then read there. */
export const deputyWebhooks: WebhookReceiver = {
  provider: 'Deputy',
  path: '/webhooks/deputy/:account',
  read: ({ providers: { tokenKeys } }, headers, body, now, account) => {
    if (tokenKeys.length === 0) throw failure('ProviderNotConfigured', { provider: 'Deputy', settings: 'TOKEN_KEYS' })
    const [endpoint, given] = [endpointIn(account), headers[SECRET_HEADER]]
    if (endpoint === undefined || typeof given !== 'string' || !tokenKeys.some((key) => isSame(secretOf(key, endpoint), given))) throw webhookRefused()
    const event = eventIn(body)
    if (!event) throw webhookRefused()
    // Deputy names no event: the same words at the same moment are the same event.
    const moment = String(headers['x-deputy-generation-time'] ?? '')
    const eventId = createHash('sha256').update(`${endpoint} ${moment} `).update(body).digest('hex')
    const [kind] = event.topic.split('.')
    // Whatever else it tells, that something changed is worth a look.
    const named = Named.safeParse(event.data).data
    return {
      eventId,
      accountId: endpoint,
      type: event.topic,
      objectId: named ? `${kind}/${named.Id}` : null,
      isLive: true,
      createdAt: now,
    }
  },
  wake: (sql, { venueId, linkId }) => addJobInItsTime(sql, linkSync, { VenueId: venueId, LinkId: linkId }, syncKey(venueId, linkId)),
}

const isSame = (own: string, given: string): boolean => given.length === own.length && timingSafeEqual(Buffer.from(own), Buffer.from(given))

const eventIn = (body: Buffer): z.output<typeof Event> | undefined => {
  try {
    return Event.safeParse(JSON.parse(body.toString('utf8'))).data
  } catch {
    return undefined
  }
}
