import { decimalsOf, toMajor } from '#shared/money.ts'
import { type PurchaseFacts, QUANTITY_STEPS } from './purchases.rules.ts'

type Line = PurchaseFacts & { plu: string; name: string }
type Amounts = Pick<PurchaseFacts, 'cost' | 'freight' | 'tax'>

/** An invoice line as the wire tells it: money in major units, quantities in units. */
export const lineAnswer = (line: Line, currency: string) => ({
  Invoice: line.invoice,
  Line: line.line,
  ReceivedOn: line.receivedOn,
  Plu: line.plu,
  Name: line.name,
  Quantity: line.qty / QUANTITY_STEPS,
  UnitCost: unitCost(line, currency),
  ...amounts(line, currency),
})

/** What lines of one currency come to; added in minor units, so nothing is lost on the way. */
export const purchaseTotals = (lines: readonly Amounts[], currency: string) => {
  const sum = (field: keyof Amounts) => lines.reduce((all, line) => all + line[field], 0)
  return { Lines: lines.length, ...amounts({ cost: sum('cost'), freight: sum('freight'), tax: sum('tax') }, currency) }
}

const amounts = ({ cost, freight, tax }: Amounts, currency: string) => ({
  Cost: toMajor(cost, currency),
  Freight: toMajor(freight, currency),
  Tax: toMajor(tax, currency),
  Total: toMajor(cost + freight + tax, currency),
})

/** To a hundredth of the smallest unit; nothing for an amount without a quantity. */
const unitCost = ({ qty, cost }: PurchaseFacts, currency: string): number | null => {
  if (qty === 0) return null
  const scale = 10 ** (decimalsOf(currency) + 2)
  return Math.round((cost / 10 ** decimalsOf(currency) / (qty / QUANTITY_STEPS)) * scale) / scale
}
