import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFor } from '#db/demo/random.ts'
import { type Batch, batchesOf, benchSales, ConnectionCut, Refused, sendBatch } from '../../bench/till.ts'

export interface Till {
  name: string
  /** Sales to a batch. */
  batch: number
  locationId: number
  /** How many sales a second it tries for; as fast as it is answered where absent. */
  perSecond?: number
}

const PATIENCE_MS = 120_000
/** How a delivery may end where receipts are corrected. */
const SETTLED: ReadonlySet<string> = new Set(['accepted', 'duplicate', 'replaced', 'stale'])

/**
 * Tills that sell on whatever happens to the server: what is cut off or refused for now is sent again, every other time as a batch
 * nobody has seen, until it is acknowledged. What they were told is the judge of what must be stored.
 */
export class Trade {
  /** Receipts acknowledged, with their totals. */
  readonly acknowledged = new Map<string, number>()
  /** Receipts refused for good. */
  readonly refused = new Set<string>()
  /** Receipts whose fate nobody was told. */
  readonly open = new Set<string>()
  /** Answers by status, and how often the connection was cut. */
  readonly answers = new Map<string, number>()
  /** What no till should ever be told. */
  readonly wrong: string[] = []
  readonly #url: () => string
  readonly #seed: number
  /** Receipts that were made wrong on purpose. */
  readonly #spoilt = new Set<string>()
  readonly #isCut: (status: number) => boolean
  readonly #stop = new AbortController()
  #running: Promise<void>[] = []
  /** The longest anybody waited for an answer, cut or not, in milliseconds. */
  slowest = 0
  inFlight = 0

  constructor(url: () => string, seed: number, isCut: (status: number) => boolean = () => false) {
    this.#isCut = isCut
    this.#url = url
    this.#seed = seed
  }

  start(tills: readonly Till[]): void {
    this.#running = tills.map((till) => this.#sell(till))
  }

  /** Lets every till finish its batch. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#running)
  }

  /**
   * Delivers batches once each, several at a time, whatever happens to the server. Where corrections are among them, what each receipt
   * must come to is the caller's to say: nothing is noted but answers that no till should get.
   */
  async deliver(batches: readonly Batch[], atOnce: number, areCorrected = false): Promise<void> {
    const random = randomFor(this.#seed, batches[0]?.batchId ?? '')
    const left = [...batches].reverse()
    const sender = async () => {
      for (let batch = left.pop(); batch; batch = left.pop()) await this.#untilAcknowledged(batch, random.next, areCorrected)
    }
    await Promise.all(Array.from({ length: atOnce }, sender))
  }

  async #sell(till: Till): Promise<void> {
    const random = randomFor(this.#seed, till.name)
    for (let day = 0; !this.#stop.signal.aborted; day += 1) {
      const sales = benchSales(this.#seed + day, 1000, `${till.name}-${day}`, till.locationId)
      for (const batch of batchesOf(sales, till.batch)) {
        if (this.#stop.signal.aborted) return
        const startedAt = performance.now()
        const toSend = random.next() < 0.03 ? spoilt(batch) : batch
        if (toSend !== batch) this.#spoilt.add(toSend.sales[0]?.SaleId ?? '')
        await this.#untilAcknowledged(toSend, random.next)
        const due = till.perSecond ? (1000 * till.batch) / till.perSecond : 0
        await sleep(Math.max(0, due - (performance.now() - startedAt)))
      }
    }
  }

  async #untilAcknowledged(batch: Batch, random: () => number, isCorrected = false): Promise<void> {
    for (const { SaleId } of batch.sales) this.open.add(SaleId)
    let sent = batch
    for (const began = Date.now(); ; ) {
      const startedAt = performance.now()
      this.inFlight += 1
      try {
        const results = await sendBatch(this.#url(), sent)
        this.#count('200')
        if (isCorrected) this.wrong.push(...results.filter(({ Status }) => !SETTLED.has(Status)).map((result) => JSON.stringify(result)))
        else this.#note(batch, results)
        return
      } catch (error) {
        if (error instanceof Refused) {
          this.#count(String(error.status))
          if (!this.#isCut(error.status)) this.wrong.push(...faultsOf(error))
        } else if (error instanceof ConnectionCut) this.#count('cut')
        else throw error
        if (Date.now() - began > PATIENCE_MS) {
          this.wrong.push(`not acknowledged within ${PATIENCE_MS / 1000} s`)
          return
        }
        await sleep(20 + random() * 80)
        if (random() < 0.5) sent = underAnotherName(batch)
      } finally {
        this.inFlight -= 1
        this.slowest = Math.max(this.slowest, performance.now() - startedAt)
      }
    }
  }

  #note(batch: Batch, results: Awaited<ReturnType<typeof sendBatch>>): void {
    for (const [index, sale] of batch.sales.entries()) {
      const status = results[index]?.Status
      this.open.delete(sale.SaleId)
      if (status === 'accepted' || status === 'duplicate') this.acknowledged.set(sale.SaleId, sale.Totals.Total)
      else if (status === 'rejected' && this.#spoilt.has(sale.SaleId)) this.refused.add(sale.SaleId)
      else this.wrong.push(`${sale.SaleId}: ${JSON.stringify(results[index])}`)
    }
  }

  #count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
  }
}

/** Whoever is refused for now is told when to come again; nobody is refused for another reason. */
const faultsOf = ({ status, message, retryAfter }: Refused): string[] => {
  if (status !== 503 && status !== 429) return [message]
  return retryAfter === undefined ? [`${status} without Retry-After`] : []
}

/** One sale of it does not add up: it must be refused, and leave nothing. */
const spoilt = (batch: Batch): Batch => {
  const sales = batch.sales.map((sale, index) => (index === 0 ? { ...sale, Totals: { ...sale.Totals, Total: sale.Totals.Total + 1 } } : sale))
  return batchesOf(sales, batch.sales.length)[0] ?? batch
}

/** The same sales as a batch nobody has seen: only the sales themselves can tell that they are there. */
const underAnotherName = (batch: Batch): Batch => {
  const batchId = randomUUID()
  return { ...batch, batchId, body: batch.body.replace(batch.batchId, batchId) }
}
