import type * as z from 'zod/mini'
import { Complaints, type Judged } from '#features/stock/intake/read-items.rules.ts'
import type { WireInvoice } from '#features/stock/intake/till-stock.contract.ts'
import { QUANTITY_STEPS, wholeSteps } from '#features/stock/purchases.rules.ts'
import { allocate, decimalsOf } from '#shared/money.ts'
import type { EnteredInvoiceBody } from './enter-invoice.contract.ts'

export type EnteredInvoice = z.output<typeof EnteredInvoiceBody>

/**
 * An invoice somebody entered, as a till would send it. Freight and tax are those of the whole invoice and are shared over its lines by what these cost.
 * @param packs units in a pack, by PLU
 */
export const wireInvoice = (entered: EnteredInvoice, currency: string, packs: ReadonlyMap<string, string | undefined>): Judged<WireInvoice> => {
  const wrong = new Complaints()
  const scale = 10 ** decimalsOf(currency)
  const minor = (value: number, field: string): number => {
    const whole = wholeSteps(value, scale)
    if (whole === undefined) wrong.add(field, `${field.split('.').at(-1)} has more decimals than the currency.`)
    return whole ?? 0
  }
  const costs = entered.Lines.map(({ Cost }, i) => minor(Cost, `Lines.${i}.Cost`))
  const weights = costs.map(Math.abs)
  const freight = allocate(minor(entered.Freight ?? 0, 'Freight'), weights)
  const tax = allocate(minor(entered.Tax ?? 0, 'Tax'), weights)
  const lines = entered.Lines.map(({ Plu, Quantity }, i) => {
    if (wholeSteps(Quantity, QUANTITY_STEPS) === undefined) wrong.add(`Lines.${i}.Quantity`, 'A quantity can have at most four decimals.')
    const pack = packs.get(Plu)
    const money = { Cost: costs[i] ?? 0, Freight: freight[i] ?? 0, Tax: tax[i] ?? 0 }
    return { Plu, Quantity: decimalText(Quantity), ...(pack === undefined ? {} : { PackSize: pack }), ...money }
  })
  const { Supplier, Invoice, ReceivedOn, LocationId } = entered
  return wrong.fields.length > 0 ? wrong.fields : { Supplier, Invoice, ReceivedOn, LocationId, Lines: lines }
}

/** Without an exponent, to four places. */
export const decimalText = (value: number): string => value.toFixed(4).replace(/\.?0+$/, '')
