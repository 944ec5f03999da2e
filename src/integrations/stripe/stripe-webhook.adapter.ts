import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { linkSync } from '#integrations/link-work.contract.ts'
import { ProviderId } from '#integrations/provider-text.rules.ts'
import { syncKey } from '#integrations/token-calls.routes.ts'
import { addJobInItsTime } from '#platform/jobs/jobs.ts'
import { type WebhookReceiver, webhookRefused } from '#platform/web/webhooks.ts'
import { failure } from '#shared/failure.ts'

/** How old a signature may be, and how far ahead its clock. */
const WINDOW_SECONDS = 300

const Event = z.object({
  id: z.string().check(z.regex(/^evt_[A-Za-z0-9_]{1,200}$/)),
  object: z.literal('event'),
  type: z.string().check(z.regex(/^[\w.]{1,200}$/)),
  created: z.int().check(z.minimum(0), z.maximum(32_503_680_000)),
  livemode: z.boolean(),
  account: z.optional(z.string().check(z.regex(/^acct_[A-Za-z0-9]{1,100}$/))),
  data: z.object({ object: z.object({ id: z.optional(z.unknown()) }) }),
})

/** Whether Stripe signed these bytes a moment ago. `t=<seconds>,v1=<hex>`, more than one while its secret changes; other schemes count for nothing. */
export const isSignedByStripe = (header: string, body: Buffer, secrets: readonly string[], now: Date): boolean => {
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string?])
  const seconds = parts.find(([scheme]) => scheme === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(now.getTime() / 1000 - Number(seconds)) > WINDOW_SECONDS) return false
  const signatures = parts.flatMap(([scheme, value]) => (scheme === 'v1' && value && /^[0-9a-f]{64}$/.test(value) ? [Buffer.from(value, 'hex')] : []))
  return secrets.some((secret) => {
    const own = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
    return signatures.some((signature) => timingSafeEqual(signature, own))
  })
}

/** What Stripe tells of the accounts that are linked. */
export const stripeWebhooks: WebhookReceiver = {
  provider: 'Stripe',
  path: '/webhooks/stripe',
  read: ({ providers: { stripe } }, headers, body, now) => {
    if (stripe.webhookSecrets.length === 0) throw failure('ProviderNotConfigured', { provider: 'Stripe', settings: 'STRIPE_WEBHOOK_SECRET' })
    const header = headers['stripe-signature']
    if (typeof header !== 'string' || !isSignedByStripe(header, body, stripe.webhookSecrets, now)) throw webhookRefused()
    const event = eventIn(body)
    if (!event) throw webhookRefused()
    // An endpoint for real accounts hears of tests as well.
    if (event.livemode !== /^(sk|rk)_live_/.test(stripe.secretKey ?? '')) return undefined
    return {
      eventId: event.id,
      accountId: event.account ?? null,
      type: event.type,
      // Some things bear names that people gave them, which nothing is asked for by.
      objectId: ProviderId.safeParse(event.data.object.id).data ?? null,
      isLive: event.livemode,
      createdAt: new Date(event.created * 1000),
    }
  },
  wake: (sql, { venueId, linkId }) => addJobInItsTime(sql, linkSync, { VenueId: venueId, LinkId: linkId }, syncKey(venueId, linkId)),
}

const eventIn = (body: Buffer): z.output<typeof Event> | undefined => {
  try {
    return Event.safeParse(JSON.parse(body.toString('utf8'))).data
  } catch {
    return undefined
  }
}
