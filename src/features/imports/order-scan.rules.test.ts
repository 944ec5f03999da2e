import { array, assert, constantFrom, integer, property, record, shuffledSubarray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FileRow } from './file-table.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import { placeFinder } from './import-places.rules.ts'
import { isRight, type MadeSale, saleMaker } from './import-sales.rules.ts'
import { OrderGatherer, type RowsAside } from './order-gatherer.rules.ts'
import { numberWithoutPlace, orderFinder, voidedFinder } from './order-names.rules.ts'
import { OrderScan } from './order-scan.rules.ts'
import { PairsOnDisk } from './pairs-on-disk.adapter.ts'
import { VoidedOrders } from './voided-orders.rules.ts'

const HEADINGS = ['No', 'Day', 'Where', 'Total']
const MAPPING: ImportMapping = { Columns: { SaleId: 'No', Date: 'Day', Location: 'Where', Net: 'Total' }, Rows: 'SameSaleId' }
const PLACES = ['Bar', 'Bistro'].map((name, i) => ({ locationId: i + 1, name, code: null, timeZone: 'Australia/Sydney', dayStart: '05:00', currency: 'AUD' }))

/** Rows put aside, in memory: what is put aside in a file comes back the same, as its own test says. */
class RowsInMemory implements RowsAside {
  readonly #parts = new Map<number, { order: string; row: FileRow }[]>()

  put(part: number, order: string, row: FileRow): void {
    const rows = this.#parts.get(part) ?? []
    this.#parts.set(part, rows)
    rows.push({ order, row })
  }
  parts() {
    return [...this.#parts].map(([part, rows]) => ({ part, characters: rows.length * 150 }))
  }
  rowsOf(part: number) {
    return this.#parts.get(part) ?? []
  }
}

const madeOf = (rows: readonly FileRow[], most = Number.POSITIVE_INFINITY, times = 1, near?: number) => {
  const finder = () => placeFinder(PLACES, MAPPING, false, { timeZone: 'Australia/Sydney', dayStart: '05:00', currency: 'AUD' })
  const [disk, places] = [{ runs: new PairsOnDisk(), notes: new PairsOnDisk() }, finder()]
  const without = numberWithoutPlace(MAPPING, HEADINGS, places)
  const scan = new OrderScan(orderFinder(MAPPING, HEADINGS, places), without, disk, near)
  const voided = new VoidedOrders(voidedFinder(MAPPING, HEADINGS, places))
  scan.take(rows)
  voided.take(rows)
  for (const _ of scan.end());
  disk.runs.close()
  let made: MadeSale[] = []
  let aside = new RowsInMemory()
  for (let time = 0; time < times; time += 1) {
    aside = new RowsInMemory()
    const maker = saleMaker(MAPPING, HEADINGS, finder(), { scan, voided }, new OrderGatherer(aside, most), new RowsInMemory())
    made = []
    for (let at = 0; at < rows.length; at += 3) made.push(...maker.take(rows.slice(at, at + 3)))
    made.push(...maker.rest())
  }
  disk.notes.close()
  return { made, aside }
}

const row = (order: string, total: string, where = 'Bar', line = 0): FileRow => ({ line, cells: [order, '2026-11-02', where, total] })
const numbered = (rows: readonly FileRow[]) => rows.map(({ cells }, i) => ({ line: i + 2, cells }))

describe('an order in a file', () => {
  it('is made of all its rows, in whatever order the rows stand and however few are held at once', () => {
    const orders = array(record({ lines: integer({ min: 1, max: 5 }), where: constantFrom('Bar', 'bistro', 'BAR ') }), { minLength: 1, maxLength: 10 })
    const shuffled = orders.chain((all) => {
      const rows = all.flatMap(({ lines, where }, order) => Array.from({ length: lines }, (_, i) => row(`O${order}`, `${i + 1}.00`, where)))
      return shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }).map((mixed) => ({ all, mixed }))
    })
    let wasAside = 0
    assert(
      property(shuffled, constantFrom(120, 250, 700, 10_000), integer({ min: 1, max: 2 }), constantFrom(3, 100), ({ all, mixed }, most, times, near) => {
        const { made, aside } = madeOf(numbered(mixed), most, times, near)
        wasAside += aside.parts().length
        expect(made.filter((one) => !isRight(one))).toEqual([])
        const totals = Object.fromEntries(made.filter(isRight).map(({ sale }) => [sale.SaleId, [sale.Lines?.length, sale.Totals?.Total]]))
        expect(made).toHaveLength(all.length)
        expect(totals).toEqual(Object.fromEntries(all.map(({ lines }, order) => [`O${order}`, [lines, (lines * (lines + 1) * 100) / 2]])))
        // The rows of an order stay in the order of the file.
        for (const { rows } of made) expect(rows.map(({ line }) => line)).toEqual(rows.map(({ line }) => line).sort((a, b) => a - b))
      }),
      { numRuns: 2000 },
    )
    expect(wasAside).toBeGreaterThan(500)
  })

  it('is handed on as soon as its last row has come', () => {
    const { made, aside } = madeOf(numbered([row('A', '5.00'), row('B', '1.00'), row('C', '1.00'), row('A', '6.00'), row('D', '1.00'), row('D', '2.00')]))
    expect(made.filter(isRight).map(({ sale }) => sale.SaleId)).toEqual(['B', 'C', 'A', 'D'])
    expect(aside.parts()).toEqual([])
  })

  it('is one order under all spellings of its location', () => {
    const { made } = madeOf(numbered([row('A', '5.00', 'Bar'), row('A', '6.00', ' bar')]))
    expect(made.map((one) => isRight(one) && one.sale.Lines?.length)).toEqual([2])
  })

  it('is refused whole where a row of it does not say where it belongs, and another location may have the same number', () => {
    const { made } = madeOf(
      numbered([
        row('A', '5.00'),
        row('A', '6.00', 'N/A'),
        row('B', '1.00'),
        row('B', '2.00', 'Bistro'),
        row('A', '7.00', 'Bistro'),
        row('C', '1.00', 'Kiosk'),
        row('C', '2.00'),
      ]),
    )
    expect(made.filter(isRight).map(({ sale, place }) => [sale.SaleId, place.name, sale.Totals?.Total])).toEqual([
      ['B', 'Bar', 100],
      ['B', 'Bistro', 200],
      ['C', 'Bar', 200],
    ])
    const wrong = made.flatMap((one) => ('wrong' in one ? [...one.wrong] : [])).map(([line, errors]) => [line, errors[0]?.ErrorCode])
    expect(wrong).toEqual([
      [2, 'SaleWrong'],
      [3, 'LocationNotFound'],
      [6, 'SaleWrong'],
      [7, 'LocationNotFound'],
    ])
  })

  it('has 5,000 rows at most, and none of a longer one is held', () => {
    const long = (order: string, rows: number) => Array.from({ length: rows }, () => row(order, '1.00'))
    const { made } = madeOf(numbered([...long('A', 5001), ...long('B', 5000)]))
    expect(made.filter((one) => !isRight(one))).toHaveLength(5001)
    expect(made.filter(isRight).map(({ sale }) => [sale.SaleId, sale.Lines?.length])).toEqual([['B', 5000]])
  })

  it('has a number', () => {
    const { made } = madeOf(numbered([row('', '5.00'), row('A', '1.00'), row('', '6.00')]))
    expect(made.filter((one) => !isRight(one)).map((one) => 'wrong' in one && [...one.wrong.values()][0]?.[0]?.ErrorCode)).toEqual(['NoSaleId', 'NoSaleId'])
  })
})
