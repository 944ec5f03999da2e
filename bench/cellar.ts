import { freePort } from '#platform/web/free-port.ts'
import { addDays } from '#shared/day.ts'
import { askerAt, type Timed, timings } from './house-calls.ts'
import { inLargeVenue, LINES, PRODUCTS } from './large-venue.ts'
import { report } from './results.ts'
import { startServer } from './server-process.ts'

/** How long the cellar's reports take in the large venue, over HTTP, to the last byte. */

const ROUNDS = Number(process.env.ROUNDS ?? 25)

await inLargeVenue(['can_viewstock', 'can_editstock', 'can_viewexcise'], async ({ url, authorization, last }) => {
  const server = await startServer(await freePort(), { DATABASE_URL: url, NODE_ENV: 'production', READS_PER_MINUTE: '10000000' })
  const ask = askerAt(server.url, authorization)
  const spanOf = (days: number) => `FromDate=${addDays(last, 1 - days)}&ToDate=${last}`
  const asked: Timed[] = [
    [`Reorders of ${PRODUCTS} products at five locations`, '/reports/plu-reorders', 100],
    ['Reorders at one of them, as the screen asks', '/reports/plu-reorders?Locations=1', undefined],
    [`Days on Hand of ${PRODUCTS} products at five locations, 200 rows`, '/reports/plu-dayonhand?Take=200', 100],
    ['Days on Hand, every row, as a file has', '/reports/plu-dayonhand', undefined],
    ['PLU Purchases of three years, 200 rows', `/reports/plu-purchases?${spanOf(3 * 365)}&Take=200`, 100],
    ['PLU Purchases of 28 days, 200 rows', `/reports/plu-purchases?${spanOf(28)}&Take=200`, undefined],
    ['Excises of a year, sold', `/reports/excises?${spanOf(365)}`, 100],
    ['Excises of a year, bought', `/reports/excises?${spanOf(365)}&Basis=bought`, undefined],
  ]
  for (const [what, path] of asked) console.log(`${what}: ${(await ask(path)).length} bytes`)
  const figures = await timings(ask, asked, ROUNDS)
  await server.end('SIGTERM')
  report('cellar', figures, { lines: LINES, products: PRODUCTS })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
})
