import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '#platform/database/pool.ts'
import type { Settings } from '#platform/settings.ts'
import { Failure, failure } from '#shared/failure.ts'
import type { Service } from './implement.ts'
import { keepWebhook, type WebhookEvent } from './webhook-store.ts'

/** How the webhooks of a provider are met. */
export interface WebhookReceiver {
  provider: string
  /** Below /api; `:account` stands for what the provider calls the account. */
  path: `/webhooks/${string}`
  /**
   * Reads what was sent, by its bytes as they came: written anew, no signature would fit.
   * @param account the last part of the address, where the path names one
   * @returns nothing for what is signed and not for us
   * @throws WebhookRefused, ProviderNotConfigured
   */
  read(settings: Settings, headers: IncomingHttpHeaders, body: Buffer, now: Date, account: string): WebhookEvent | undefined
  /** Has it worked off, in the transaction that keeps it. */
  wake(sql: Transaction, link: { venueId: number; linkId: string }): Promise<void>
  /** Has it found out whom an event is about that names no linked account, in the transaction that keeps it; without it such events are left. */
  lookUp?(sql: Transaction, event: WebhookEvent): Promise<void>
}

/** A call of a provider's that is answered with something. */
export interface ProviderCall {
  path: `/webhooks/${string}`
  method: 'GET' | 'POST'
  /**
   * Answers it, by its bytes as they came.
   * @param account the last part of the address, where the path names one
   * @throws WebhookRefused, ProviderNotConfigured
   */
  answer(service: Service, headers: IncomingHttpHeaders, body: Buffer, account: string): Promise<{ status: number; json?: unknown }>
}

const MOST_BYTES = 512 * 1024

/**
 * Takes webhooks: signed, kept, answered; what they are about is worked off later. They are no operations of ours: their shape is the
 * provider's, and whoever may send them is told by their signature alone.
 */
export const mountWebhooks = (app: FastifyInstance, service: Service, receivers: readonly WebhookReceiver[]): void => {
  for (const { provider, path, read, wake, lookUp } of receivers) {
    app.post(`/api${path}`, { bodyLimit: MOST_BYTES, config: { largestBody: '512 KB' } }, async (request, reply) => {
      service.database.succession.refuse()
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const { account = '' } = request.params as { account?: string }
      const event = read(service.settings, request.headers, body, service.now(), account)
      if (event) {
        await service.database
          .inVenue(0, async (sql) => {
            const link = await keepWebhook(sql, provider, event)
            if (link === 'nobody') await lookUp?.(sql, event)
            else if (link) await wake(sql, link)
            await event.alsoAsk?.(sql)
          })
          .catch((error: unknown) => {
            // Deliverect sends an order again after 503 and never after 500: what could not be kept has to come again.
            if (error instanceof Failure) throw error
            request.log.error({ err: error, provider }, 'a webhook could not be kept')
            throw failure('Unavailable')
          })
      }
      return reply.type('application/json; charset=utf-8').send('{"received":true}')
    })
  }
}

/** Takes calls of providers that ask for something, as webhooks are taken. */
export const mountProviderCalls = (app: FastifyInstance, service: Service, calls: readonly ProviderCall[]): void => {
  for (const { path, method, answer } of calls)
    app.route({
      method,
      url: `/api${path}`,
      bodyLimit: MOST_BYTES,
      config: { largestBody: '512 KB' },
      handler: async (request, reply) => {
        service.database.succession.refuse()
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const { account = '' } = request.params as { account?: string }
        const { status, json } = await answer(service, request.headers, body, account)
        return reply
          .status(status)
          .type('application/json; charset=utf-8')
          .send(json === undefined ? '' : JSON.stringify(json))
      },
    })
}

/** A webhook that does not prove where it comes from. */
export const webhookRefused = () => failure('WebhookRefused')
