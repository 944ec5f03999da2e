import { ensureBrowser } from '../scripts/browser.mjs'
import { type Figure, report } from './results.ts'
import { openHouse } from './web/house.ts'
import { lighthouseScores } from './web/lighthouse.ts'
import { bundleSizes } from './web/sizes.ts'
import { vitals } from './web/vitals.ts'

/**
 * What the browser has to do with: what it downloads, Lighthouse on sign-in, dashboard and Sales Summary, and how soon, how steadily and how
 * promptly they show, on a phone and on a desk. RUNS says how often Lighthouse looks, ONLY=sizes leaves out all that needs a browser,
 * ONLY=lighthouse the rest of it.
 */

const RUNS = Number(process.env.RUNS ?? 3)

const figures: Figure[] = bundleSizes()
const detail: Record<string, unknown> = {}
if (process.env.ONLY !== 'sizes') {
  await ensureBrowser()
  const house = await openHouse()
  try {
    const looked = await lighthouseScores(house.url, RUNS)
    const seen = process.env.ONLY === 'lighthouse' ? { figures: [], detail: {} } : await vitals(house.url)
    figures.push(...looked.figures, ...seen.figures)
    Object.assign(detail, { lighthouseRuns: RUNS, shortcomings: looked.shortcomings, browser: seen.detail })
    for (const line of looked.shortcomings) console.log(line)
  } finally {
    await house.close()
  }
}
report('web', figures, detail)
if (figures.some(({ met }) => met === false)) process.exitCode = 1
