import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import type { TillSale } from '#db/demo/till-sale.ts'
import { type Shop, tradeOfDay } from '#db/demo/trade.ts'
import { PLACES } from '#db/demo/trading.ts'
import { createLocationKey } from '#platform/access/location-keys.ts'
import type { Sql } from '#platform/database/pool.ts'

/** The till keys of the sample's locations: the bar's, which everybody knows, and those that `giveBenchKeys` makes. */
const KEYS = [SAMPLE_TILL_KEY, 'dbk_bench-till-of-the-second-place', 'dbk_bench-till-of-the-third-place']

/** Makes till keys for the sample's other locations. */
export const giveBenchKeys = async (owner: Sql): Promise<void> => {
  for (const [index, key] of KEYS.entries()) await createLocationKey(owner, 1, index + 1, 'Bench till', key)
}

/** All sell what the bar sells, so that one location costs what another does. */
const shopOf = (locationId: number): Shop => {
  const place = PLACES[0]
  if (!place) throw new Error('The sample has no first place.')
  return { place, locationId, timeZone: 'Australia/Sydney' }
}

/** Believable sales for a bench: whole trading days one after the other, under receipts nobody else uses. */
export const benchSales = (seed: number, count: number, terminal: string, locationId = 1): TillSale[] => {
  const shop = shopOf(locationId)
  const sales: TillSale[] = []
  for (let back = 2; sales.length < count; back += 1) {
    const day = new Date(Date.now() - (2 + (back % 300)) * 86_400_000).toISOString().slice(0, 10)
    for (const sale of tradeOfDay(seed + Math.floor(back / 300), shop, day)) {
      if (sale.Type !== 'Sale' || sales.length >= count) continue
      sales.push({ ...sale, SaleId: `${terminal}-${seed}-${sales.length}`, TerminalId: terminal })
    }
  }
  return sales
}

export interface Batch {
  batchId: string
  sales: readonly TillSale[]
  body: string
  key: string
}

/** Cuts sales into batches, written out beforehand so that a measurement does not pay for it. */
export const batchesOf = (sales: readonly TillSale[], size: number): Batch[] => {
  const batches: Batch[] = []
  const key = KEYS[(sales[0]?.LocationId ?? 1) - 1] ?? ''
  for (let at = 0; at < sales.length; at += size) {
    const part = sales.slice(at, at + size)
    const batchId = randomUUID()
    batches.push({ batchId, sales: part, body: JSON.stringify({ BatchId: batchId, Source: { System: 'bench', Version: '1' }, Sales: part }), key })
  }
  return batches
}

export interface SaleResult {
  Index: number
  SaleId: string
  Status: 'accepted' | 'duplicate' | 'replaced' | 'stale' | 'conflict' | 'rejected'
  Errors?: { ErrorCode: string; FieldName: string; Message: string }[]
}

// One connection for each sender, kept open: a sender that spends more on its own client than on the answer measures itself.
const agent = new Agent({ keepAlive: true })

/**
 * Sends one batch as the sample's till.
 * @throws Refused with the server's words for anything but 200, ConnectionCut when it is gone before it answered
 */
export const sendBatch = async (url: string, batch: Batch): Promise<SaleResult[]> => {
  const { status, text, retryAfter } = await post(`${url}/api/pos/v1/sales`, batch.key, batch.body)
  if (status !== 200) throw new Refused(status, text, retryAfter)
  return (JSON.parse(text) as { Results: SaleResult[] }).Results
}

/** @throws ConnectionCut when the server is gone before it answered */
const post = (url: string, key: string, body: string): Promise<{ status: number; text: string; retryAfter: string | undefined }> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'content-length': Buffer.byteLength(body) }
    const sending = request(url, { method: 'POST', agent, headers }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.once('error', (error) => reject(new ConnectionCut(error.message)))
      answer.once('end', () =>
        answer.complete
          ? resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString(), retryAfter: answer.headers['retry-after'] })
          : reject(new ConnectionCut('cut off')),
      )
    })
    sending.once('error', (error) => reject(new ConnectionCut(error.message)))
    sending.end(body)
  })

/** The server answered, and not with 200. */
export class Refused extends Error {
  readonly status: number
  readonly retryAfter: string | undefined
  constructor(status: number, text: string, retryAfter: string | undefined) {
    super(`${status} ${text}`)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** The server went away before it answered: nobody knows whether the batch is stored. */
export class ConnectionCut extends Error {}
