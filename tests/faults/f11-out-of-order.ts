import { randomFor } from '#db/demo/random.ts'
import type { TillSale } from '#db/demo/till-sale.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { batchesOf, benchSales } from '../../bench/till.ts'
import { inWords, type StoredSum, storedSums } from '../stored-sums.ts'
import { type House, runFault } from './fault.ts'
import { shuffled } from './shuffled.ts'

/** The same events (sales, corrections of them, voids) come to one place in order and to another in any order, days and months late. */

const SALES = Number(process.env.SALES ?? 4000)
const IN_ORDER = 2
const SHUFFLED = 3
let events = 0
let round = 0
/** What each receipt comes to in the end. */
const totals = new Map<string, number>()

/** A tenth is corrected once, some of those twice; a twentieth is voided. */
const eventsOf = (sales: readonly TillSale[], random: () => number): TillSale[] =>
  sales.flatMap((sale, index) => {
    totals.set(sale.SaleId, sale.Totals.Total)
    const all = [sale]
    for (let revision = 2; revision < 4 && random() < 0.1; revision += 1) {
      const other = sales[(index + revision * 7) % sales.length] ?? sale
      all.push({ ...other, SaleId: sale.SaleId, TerminalId: sale.TerminalId, Revision: revision })
      totals.set(sale.SaleId, other.Totals.Total)
    }
    if (random() < 0.05) {
      all.push(voidOf(sale))
      totals.set(sale.SaleId, 0)
    }
    return all
  })

const voidOf = (sale: TillSale): TillSale => ({
  ...sale,
  SaleId: `${sale.SaleId}-void`,
  Type: 'Void',
  OriginalSaleId: sale.SaleId,
  Lines: [],
  Discounts: [],
  Promotions: [],
  Surcharges: [],
  Tips: [],
  Tenders: [],
  Rounding: 0,
  Points: { Accrued: 0, Redeemed: 0 },
  Totals: { Gross: 0, Discount: 0, Surcharge: 0, Tax: 0, Tip: 0, Net: 0, Total: 0 },
})

const at = (locationId: number, all: readonly TillSale[]): TillSale[] => all.map((sale) => ({ ...sale, LocationId: locationId }))

const linesOf = (sums: readonly StoredSum[]): Set<string> => new Set(sums.map((row) => inWords([row])))
const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): number => [...some].filter((line) => !others.has(line)).length

/** Stored sums of the two places that the other does not have. */
const differences = async ({ databaseUrl }: House): Promise<{ rows: number; differing: number; wrongTotals: number }> => {
  const owner = connectAsOwner(databaseUrl)
  try {
    const inOrder = linesOf(await storedSums(owner, 1, IN_ORDER))
    const late = linesOf(await storedSums(owner, 1, SHUFFLED))
    const stored = await owner<{ receipt: string; total: number }[]>`
      select receipt, sum(total)::bigint as total from sale where location_id = ${SHUFFLED} and receipt like 'LATE%' group by receipt`
    const wrongTotals = stored.filter(({ receipt, total }) => total !== (totals.get(receipt) ?? 0)).length
    const differing = without(inOrder, late) + without(late, inOrder)
    return { rows: inOrder.size, differing, wrongTotals: wrongTotals + Math.max(0, totals.size - stored.length) }
  } finally {
    await owner.end()
  }
}

await runFault({
  name: 'F11',
  hypothesis: 'sales, corrections and voids end in the same figures in whatever order they come.',
  times: 11,
  tills: [],
  environment: { INTAKE_PER_SECOND: '100000' },
  inject: async ({ trade }) => {
    round += 1
    const random = randomFor(round, 'order')
    const all = eventsOf(benchSales(round, SALES, `LATE${round}`), random.next)
    events += 2 * all.length
    await trade.deliver(batchesOf(at(IN_ORDER, all), 100), 1, true)
    await trade.deliver(batchesOf(shuffled(at(SHUFFLED, all), random.next), 100), 6, true)
  },
  conclude: async (house) => {
    const { rows, differing, wrongTotals } = await differences(house)
    house.note({ what: 'events', value: events, unit: '' })
    house.note({ what: 'rows of the rollup that differ', value: differing, unit: `of ${rows}`, goal: '0', met: differing === 0 && rows > 0 })
    house.note({ what: 'receipts that came to something else', value: wrongTotals, unit: '', goal: '0', met: wrongTotals === 0 })
  },
})
