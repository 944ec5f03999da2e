import { describe, expect, it } from 'vitest'
import type { Settings } from '#platform/settings.ts'
import { Failure } from '#shared/failure.ts'
import { DeliverectFake } from './deliverect.fake.ts'
import { deliverectWebhooks } from './deliverect-webhook.adapter.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const KEYS = { clientId: 'deliverect-standin', clientSecret: 'deliverect-standin-secret' }
const BASKET = { items: [{ plu: 'A', name: 'A', price: 100, quantity: 1 }] }

const settings = (hmacSecret: string | undefined, production = false) => ({ production, providers: { deliverect: { hmacSecret } } }) as unknown as Settings
const read = (given: Settings, body: string, signature: unknown) => {
  try {
    return deliverectWebhooks.read(given, { 'x-server-authorization-hmac-sha256': signature as string }, Buffer.from(body), NOW, '')
  } catch (error) {
    return error instanceof Failure ? error.code : error
  }
}

describe('the signature of Deliverect', () => {
  it('is that of the reference', () => {
    const signature = new DeliverectFake(KEYS).sign('{"orderId":"1"}', '5f0000000000000000000001')
    expect(signature).toBe('9eb3c037400777b1af9731ba4713bf8199773030bf423f8cad0e096ad049c31d')
  })

  it('is by the channel link before there is a production secret, and by that alone once there is one', () => {
    const fake = new DeliverectFake(KEYS)
    const { body, signature } = fake.webhook(fake.order(fake.location('Bar'), BASKET))
    const { _id, account, location } = JSON.parse(body) as Record<string, string>
    expect(read(settings(undefined), body, signature)).toMatchObject({
      eventId: `${account} ${_id} 1`,
      accountId: `${account}/${location}`,
      type: 'order.1',
      objectId: _id,
      body,
    })
    expect(read(settings('secret'), body, signature)).toBe('WebhookRefused')
    const secret = new DeliverectFake({ ...KEYS, hmacSecret: 'secret' })
    expect(read(settings('secret'), body, secret.sign(body, ''))).toMatchObject({ type: 'order.1' })
    expect(read(settings('another'), body, secret.sign(body, ''))).toBe('WebhookRefused')
  })

  it('proves nothing in production without a secret: the setting is named', () => {
    const fake = new DeliverectFake(KEYS)
    const { body, signature } = fake.webhook(fake.order(fake.location('Bar'), BASKET))
    expect(read(settings(undefined, true), body, signature)).toBe('ProviderNotConfigured')
  })

  it('of a body without a channel link is by nothing, not by an empty key', () => {
    const fake = new DeliverectFake(KEYS)
    const order = fake.order(fake.location('Bar'), BASKET)
    const body = JSON.stringify({ ...order.body, channelLink: '' })
    expect(read(settings(undefined), body, fake.sign(body, ''))).toBe('WebhookRefused')
    const none = JSON.stringify({ ...order.body, channelLink: null })
    expect(read(settings(undefined), none, fake.sign(none, ''))).toBe('WebhookRefused')
  })
})
