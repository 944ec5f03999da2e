import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { groupOf, menuOf, salesOfDay } from './group.ts'
import { ConnectionCut, sendBatch } from './till.ts'

// The tills of the group's largest venue, in a process of their own: told on standard input where, with which keys and how fast.
const BATCH = 20
const { url, lines, keys, perSecond, name } = JSON.parse(await text(process.stdin)) as {
  url: string
  lines: number
  keys: { locationId: number; key: string }[]
  perSecond: number
  name: string
}
const venue = groupOf(lines)[0]
if (!venue) throw new Error('The group has no venue.')
const menu = menuOf(venue.products)
const everyMs = (1000 * BATCH * keys.length) / perSecond
/** Sold before anybody looks, while programs and plans are being made. */
const WARM_UP_MS = 5000
let stored = 0
let slowest = 0
process.on('SIGTERM', () => {
  console.log(JSON.stringify({ stored, slowest }))
  process.exit()
})
// Whoever started it may have been ended in a way that lets nobody say so.
process.on('disconnect', () => process.exit(1))
const sell = async ({ locationId, key }: (typeof keys)[number], place: number) => {
  await sleep((everyMs * place) / keys.length)
  // By the clock, so that a slow batch is caught up and as many come in as are said to.
  let due = performance.now()
  for (let day = 0; ; day += 1) {
    const made = Array.from({ length: 50 }, (_, i) => salesOfDay(50 * day + i, venue, menu, locationId, place, '2026-01-01')).flat()
    for (let at = 0; at + BATCH <= made.length; at += BATCH) {
      const startedAt = performance.now()
      const now = Date.now()
      const sales = made
        .slice(at, at + BATCH)
        .map((sale, i) => ({ ...sale, SaleId: `${name}-${place}-${day}-${at + i}`, ClosedAt: new Date(now - 1000 * i).toISOString() }))
      const batchId = `${name}-${place}-${day}-${at}`
      const batch = { batchId, sales, key, body: JSON.stringify({ BatchId: batchId, Source: { System: 'bench', Version: '1' }, Sales: sales }) }
      // As a till does: whose connection the server closed as idle at that very moment sends again.
      const results = await sendBatch(url, batch).catch((error: unknown) => {
        if (error instanceof ConnectionCut) return sendBatch(url, batch)
        throw error
      })
      const refused = results.find(({ Status }) => Status !== 'accepted' && Status !== 'duplicate')
      if (refused) throw new Error(`A bench sale was not accepted: ${JSON.stringify(refused)}`)
      stored += sales.length
      slowest = Math.max(slowest, performance.now() - startedAt)
      due += everyMs
      await sleep(Math.max(0, due - performance.now()))
    }
  }
}
setTimeout(() => {
  stored = 0
  slowest = 0
  process.send?.('selling')
}, WARM_UP_MS)
await Promise.all(keys.map(sell))
