import { array, assert, constantFrom, integer, property, record, shuffledSubarray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FileRow } from './file-table.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import { placeFinder } from './import-places.rules.ts'
import { isRight, type MadeSale, saleMaker } from './import-sales.rules.ts'
import { type OrderReach, OrderScan, orderFinder, USUAL_REACH } from './order-scan.rules.ts'

const HEADINGS = ['No', 'Day', 'Where', 'Total']
const MAPPING: ImportMapping = { Columns: { SaleId: 'No', Date: 'Day', Location: 'Where', Net: 'Total' }, Rows: 'SameSaleId' }
const PLACES = ['Bar', 'Bistro'].map((name, i) => ({ locationId: i + 1, name, code: null, timeZone: 'Australia/Sydney', dayStart: '05:00', currency: 'AUD' }))

const madeOf = (rows: readonly FileRow[], reach: OrderReach) => {
  const finder = () => placeFinder(PLACES, MAPPING, false, 'AUD')
  const scan = new OrderScan(orderFinder(MAPPING, HEADINGS, finder()), reach)
  scan.take(rows)
  const maker = saleMaker(MAPPING, HEADINGS, finder(), scan, reach)
  const made: MadeSale[] = []
  for (let at = 0; at < rows.length; at += 3) made.push(...maker.take(rows.slice(at, at + 3)))
  return { made: [...made, ...maker.rest()], scan, totals: maker.scatteredTotals }
}

const row = (order: string, total: string, where = 'Bar', line = 0): FileRow => ({ line, cells: [order, '2026-11-02', where, total] })
const numbered = (rows: readonly FileRow[]) => rows.map(({ cells }, i) => ({ line: i + 2, cells }))

describe('an order in a file', () => {
  it('goes in whole or is refused whole, in whatever order the rows stand', () => {
    const orders = array(record({ lines: integer({ min: 1, max: 5 }), where: constantFrom('Bar', 'bistro', 'BAR ') }), { minLength: 1, maxLength: 10 })
    const shuffled = orders.chain((all) => {
      const rows = all.flatMap(({ lines, where }, order) => Array.from({ length: lines }, (_, i) => row(`O${order}`, `${i + 1}.00`, where)))
      return shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length })
    })
    const reaches = record({ orders: integer({ min: 1, max: 4 }), characters: constantFrom(250, 700, 10_000) })
    assert(
      property(shuffled, reaches, (shuffledRows, reach) => {
        const rows = numbered(shuffledRows)
        const { made, scan, totals } = madeOf(rows, reach)
        // No row is lost, and none counts twice.
        expect(made.flatMap((one) => one.rows.map(({ line }) => line)).sort((a, b) => a - b)).toEqual(rows.map(({ line }) => line))
        const refused = new Set(made.filter((one) => !isRight(one)).map((one) => one.rows[0]?.cells[0]))
        const whole = made.filter(isRight).map(({ sale }) => sale.SaleId)
        expect(new Set(whole).size).toBe(whole.length)
        for (const id of whole) expect(refused.has(id)).toBe(false)
        expect(scan.refusedOrders).toBe(refused.size)
        const lost = rows.filter(({ cells }) => refused.has(cells[0])).reduce((sum, { cells }) => sum + Number(cells[3]) * 100, 0)
        expect(totals.AUD ?? 0).toBe(lost)
      }),
      { numRuns: 2000 },
    )
  })

  it('is refused where its rows lie too far apart, also those that came first, and says how to mend it', () => {
    const others = Array.from({ length: USUAL_REACH.orders }, (_, i) => row(`X${i}`, '1.00'))
    const { made, scan, totals } = madeOf(numbered([row('A', '5.00'), row('B', '7.00'), ...others, row('A', '6.00')]), USUAL_REACH)
    const wrong = made.filter((one) => !isRight(one))
    expect(wrong.map((one) => [...('wrong' in one ? one.wrong : [])])).toEqual(
      [2, 2004].map((line) => [
        [
          line,
          [{ ErrorCode: 'RowsApart', Column: 'No', Message: 'The rows of this order are too far apart. Sort the file by order number and import it again.' }],
        ],
      ]),
    )
    expect(scan.refusedOrders).toBe(1)
    expect(totals).toEqual({ AUD: 1100 })
    expect(made.filter(isRight)).toHaveLength(USUAL_REACH.orders + 1)
  })

  it('is one order under all spellings of its location', () => {
    const { made } = madeOf(numbered([row('A', '5.00', 'Bar'), row('A', '6.00', ' bar')]), USUAL_REACH)
    expect(made.map((one) => isRight(one) && one.sale.Lines?.length)).toEqual([2])
  })

  it('has 500 rows at most, and none of a longer one is held', () => {
    const { made, scan } = madeOf(numbered([...Array.from({ length: 501 }, () => row('A', '1.00')), row('B', '1.00')]), USUAL_REACH)
    expect(made.filter((one) => !isRight(one))).toHaveLength(501)
    expect(made.filter(isRight).map(({ sale }) => sale.SaleId)).toEqual(['B'])
    expect(scan.refusedOrders).toBe(0)
  })

  it('has a number', () => {
    const { made } = madeOf(numbered([row('', '5.00'), row('A', '1.00'), row('', '6.00')]), USUAL_REACH)
    expect(made.filter((one) => !isRight(one)).map((one) => 'wrong' in one && [...one.wrong.values()][0]?.[0]?.ErrorCode)).toEqual(['NoSaleId', 'NoSaleId'])
  })
})
