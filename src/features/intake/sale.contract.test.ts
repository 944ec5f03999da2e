import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fastReader, MISFIT } from '#shared/fast-reader.ts'
import { Sale } from './sale.contract.ts'

const SALE = {
  SaleId: 'A1',
  Revision: 2,
  Type: 'Sale',
  OriginalSaleId: 'A0',
  LocationId: 1,
  TerminalId: 'T1',
  Sequence: 7,
  ClosedAt: '2026-11-20T12:34:56+11:00',
  BusinessDate: '2026-11-20',
  OrderType: 'Bar',
  Covers: 2,
  Currency: 'AUD',
  TaxIncluded: true,
  Training: false,
  Lines: [
    {
      LineId: '1',
      Kind: 'Sale',
      Plu: '1',
      Name: 'Lager',
      CoverUnits: 0.5,
      Quantity: '1.5',
      Gross: 1000,
      DiscountTotal: 0,
      Net: 1000,
      Modifiers: ['cold'],
      Wastage: false,
      WastageReason: '',
    },
  ],
  Taxes: [{ Rate: 10, Amount: 91 }],
  Discounts: [{ Id: 'D', Amount: 1, Kind: 'Comp' }],
  Surcharges: [{ Amount: 1, Kind: 'Card' }],
  Tips: [{ Amount: 1, ClerkId: '9' }],
  Tenders: [{ Method: 'Card', Amount: 1000, CardType: 'Visa', Last4: '0042' }],
  Points: { Accrued: 10 },
  Rounding: 0,
  Totals: { Total: 1000 },
  NotAField: { at: 'all' },
}

/** Every place in a value, as a path. */
const placesIn = (value: unknown, path: (string | number)[] = []): (string | number)[][] =>
  value !== null && typeof value === 'object' ? [path, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...path, key]))] : [path]

const withValueAt = (value: unknown, path: readonly (string | number)[], put: unknown): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return put
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>
  if (rest.length === 0 && put === undefined) delete copy[key]
  else copy[key] = withValueAt((value as Record<string | number, unknown>)[key], rest, put)
  return copy
}

const strange = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    true,
    false,
    '',
    'x',
    '\u0000',
    '\ud800',
    'x'.repeat(65),
    'x'.repeat(201),
    '2026-02-30',
    '12',
    12,
    -1,
    1.5,
    1e12,
    1e300,
    2 ** 53,
    [],
    {},
    [1],
    'Sale',
    'Bar',
    '1,5',
  ),
  fc.jsonValue(),
  fc.string(),
  fc.integer(),
)

describe('the fast reader of sales', () => {
  const read = fastReader(Sale)

  it('takes exactly what the schema takes, and makes the same of it', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...placesIn(SALE)), strange), { minLength: 0, maxLength: 3 }), (changes) => {
        let sent: unknown = SALE
        for (const [path, put] of changes) {
          try {
            sent = withValueAt(sent, path, put)
          } catch {
            // The place went with an earlier change.
          }
        }
        const wanted = Sale.safeParse(sent)
        const made = read(sent)
        expect(made === MISFIT).toBe(!wanted.success)
        if (wanted.success) expect(JSON.stringify(made)).toBe(JSON.stringify(wanted.data))
      }),
      { numRuns: 5000 },
    )
  })
})
