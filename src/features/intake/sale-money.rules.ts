import type { FieldError } from '#shared/failure.ts'
import { allocate } from '#shared/money.ts'
import type { WireSale } from './sale.contract.ts'
import { adjustmentsOf, discountPieces } from './sale-discounts.rules.ts'
import { ADJUSTMENT, type Draft, type DraftAdjustment, type DraftLine, type DraftPayment, LINE_KIND, type Named } from './sale-facts.rules.ts'
import { complaint, draftLine, namedOf, type WorkingLine, workingLines } from './sale-lines.rules.ts'

/** What a sale came to, with its lines, payments and adjustments. */
export type Money = Pick<
  Draft,
  | 'qty'
  | 'gross'
  | 'promotion'
  | 'discount'
  | 'refund'
  | 'surcharge'
  | 'surchargeTax'
  | 'amount'
  | 'tax'
  | 'nonSales'
  | 'tips'
  | 'rounding'
  | 'total'
  | 'lines'
  | 'payments'
  | 'adjustments'
>

export const NO_MONEY: Money = {
  qty: 0,
  gross: 0,
  promotion: 0,
  discount: 0,
  refund: 0,
  surcharge: 0,
  surchargeTax: 0,
  amount: 0,
  tax: 0,
  nonSales: 0,
  tips: 0,
  rounding: 0,
  total: 0,
  lines: [],
  payments: [],
  adjustments: [],
}

/** The drawer was opened, and no money moved. What is written off under it is kept as wastage. */
export const noSaleMoney = (sale: WireSale, complaints: FieldError[]): Money | undefined => {
  const lines = sale.Lines ?? []
  if (lines.some(({ Wastage, Voided, Kind }) => !Wastage && !Voided && Kind !== 'Instruction')) {
    complaints.push(complaint('Lines', 'NoSaleWithMoney', 'A no-sale must not sell anything. Its lines can only be wastage.'))
  }
  return moneyOf({ ...sale, Totals: sale.Totals ?? { Total: 0 } }, complaints)
}

/** Adds a sale or refund up; undefined where its sums are not right, which the complaints then say. */
export const moneyOf = (sale: WireSale, complaints: FieldError[]): Money | undefined => {
  if (!sale.Totals) complaints.push(complaint('Totals', 'Required', 'Totals.Total is needed.'))
  const taxIncluded = sale.TaxIncluded !== false
  const lines = workingLines(sale, complaints)
  const extras = extrasOf(sale)
  const taxTotal = taxOf(sale, lines)
  checkSums(sale, lines, extras, taxIncluded ? 0 : taxTotal, complaints)
  const pieces = discountPieces(sale, lines, complaints)
  shareSurcharges(lines, extras.surcharge, complaints)
  shareTax(lines, taxTotal, taxIncluded, complaints)
  if (complaints.length > 0) return undefined
  const numbers = new Map(lines.flatMap(({ wire }, i) => (wire.LineId === undefined ? [] : [[wire.LineId, i + 1] as const])))
  const drafted = lines.map((line, i) =>
    draftLine(line, i + 1, line.wire.ParentLineId === undefined ? null : (numbers.get(line.wire.ParentLineId) ?? null), taxIncluded, pieces.get(line) ?? []),
  )
  const drafts = drafted.map(({ draft }) => draft)
  const standing = drafts.filter((line) => line.counts || (line.kind === LINE_KIND.nonSale && !line.voided))
  const goods = standing.filter(({ counts }) => counts)
  const others = standing.filter(({ counts }) => !counts)
  const surcharge = add(standing, 'surcharge')
  return {
    qty: add(goods, 'qty'),
    gross: add(goods, 'gross'),
    promotion: add(goods, 'promotion'),
    discount: add(goods, 'discount'),
    refund: add(goods, 'refund'),
    surcharge,
    surchargeTax: add(standing, 'surchargeTax'),
    amount: add(goods, 'amount') + add(others, 'surcharge'),
    tax: add(standing, 'tax'),
    nonSales: add(others, 'amount') - add(others, 'surcharge'),
    tips: extras.tips,
    rounding: sale.Rounding ?? 0,
    total: sale.Totals?.Total ?? 0,
    lines: drafts,
    payments: (sale.Tenders ?? []).map(paymentOf),
    adjustments: [
      ...adjustmentsOf(drafted.map(({ draft, pieces: taken }) => ({ lineNo: draft.lineNo, pieces: taken }))),
      ...extraAdjustments(sale, extras, surcharge),
    ],
  }
}

const add = (
  lines: readonly DraftLine[],
  figure: 'qty' | 'gross' | 'promotion' | 'discount' | 'refund' | 'surcharge' | 'surchargeTax' | 'amount' | 'tax',
): number => lines.reduce((sum, line) => sum + line[figure], 0)

interface Extras {
  surcharges: { subject: Named; amount: number }[]
  surcharge: number
  tips: number
}

/** Surcharges and tips of the sale; a till that tells them only with its tenders is understood too. */
const extrasOf = (sale: WireSale): Extras => {
  const ofTenders = (sale.Tenders ?? []).reduce((sum, { Surcharge = 0 }) => sum + Surcharge, 0)
  const sent = (sale.Surcharges ?? []).map((wire) => ({
    subject: { ...namedOf(wire), ...(wire.Kind ? { detail: { Kind: wire.Kind } } : {}) },
    amount: wire.Amount,
  }))
  const surcharges =
    sent.length > 0 ? sent : ofTenders === 0 ? [] : [{ subject: { code: 'Card', name: 'Card surcharge', detail: { Kind: 'Card' } }, amount: ofTenders }]
  const tips = sale.Tips?.length ? sale.Tips.reduce((sum, { Amount }) => sum + Amount, 0) : (sale.Tenders ?? []).reduce((sum, { Tip = 0 }) => sum + Tip, 0)
  return { surcharges, surcharge: surcharges.reduce((sum, { amount }) => sum + amount, 0), tips }
}

const taxOf = (sale: WireSale, lines: readonly WorkingLine[]): number =>
  sale.Totals?.Tax ??
  (sale.Taxes?.length ? sale.Taxes.reduce((sum, { Amount }) => sum + Amount, 0) : lines.reduce((sum, line) => sum + (line.active ? line.goodsTax : 0), 0))

const checkSums = (sale: WireSale, lines: readonly WorkingLine[], extras: Extras, taxOnTop: number, complaints: FieldError[]) => {
  const total = sale.Totals?.Total ?? 0
  const net = lines.reduce((sum, { active, wire }) => sum + (active ? wire.Net : 0), 0)
  const rounding = sale.Rounding ?? 0
  const made = net + extras.surcharge + taxOnTop + extras.tips + rounding
  if (made !== total) {
    const parts = `lines ${net} + surcharges ${extras.surcharge}${taxOnTop === 0 ? '' : ` + tax ${taxOnTop}`} + tips ${extras.tips} + rounding ${rounding}`
    complaints.push(complaint('Totals.Total', 'totals_mismatch', `${parts} is ${made}, but Total is ${total}.`))
  }
  const paid = (sale.Tenders ?? []).reduce((sum, { Amount, Change = 0, CashOut = 0 }) => sum + Amount - Change - CashOut, 0)
  if (paid !== total) complaints.push(complaint('Tenders', 'totals_mismatch', `Tenders less change and cash-out are ${paid}, but Total is ${total}.`))
  if (total < 0 && sale.Type !== 'Refund') complaints.push(complaint('Totals.Total', 'NegativeTotal', 'Only a refund can have a negative Total.'))
  if (total > 0 && sale.Type === 'Refund') complaints.push(complaint('Totals.Total', 'PositiveRefund', "A refund's Total must not be positive."))
}

/** Lines that surcharges and GST can stand on: what was sold, or failing that what was collected. */
const standingLines = (lines: readonly WorkingLine[]): WorkingLine[] => {
  const sold = lines.filter(({ active, kind }) => active && kind === LINE_KIND.sale)
  return sold.length > 0 ? sold : lines.filter(({ active }) => active)
}

const shareSurcharges = (lines: readonly WorkingLine[], surcharge: number, complaints: FieldError[]) => {
  if (surcharge === 0) return
  const standing = standingLines(lines)
  if (standing.length === 0) complaints.push(complaint('Surcharges', 'SurchargeWithoutLine', 'A surcharge needs a line that it is charged on.'))
  const shares = allocate(
    surcharge,
    standing.map(({ wire }) => Math.abs(wire.Net)),
  )
  for (const [i, line] of standing.entries()) line.surcharge = shares[i] ?? 0
}

/** GST the lines do not tell themselves goes to the surcharges, or over all by value where no line tells any. */
const shareTax = (lines: readonly WorkingLine[], taxTotal: number, taxIncluded: boolean, complaints: FieldError[]) => {
  const rest = taxTotal - lines.reduce((sum, line) => sum + (line.active ? line.goodsTax : 0), 0)
  if (rest === 0) return
  const standing = standingLines(lines)
  if (standing.length === 0 && !taxIncluded) complaints.push(complaint('Totals.Tax', 'TaxWithoutLine', 'Tax needs a line that it is charged on.'))
  const linesTell = lines.some(({ active, wire }) => active && wire.Tax !== undefined)
  const hasSurcharge = standing.some(({ surcharge }) => surcharge !== 0)
  if (linesTell && hasSurcharge) {
    const shares = allocate(
      rest,
      standing.map(({ surcharge }) => Math.abs(surcharge)),
    )
    for (const [i, line] of standing.entries()) line.surchargeTax = shares[i] ?? 0
    return
  }
  const shares = allocate(
    rest,
    standing.map(({ wire, surcharge }) => Math.abs(wire.Net + surcharge)),
  )
  for (const [i, line] of standing.entries()) {
    const whole = line.wire.Net + line.surcharge
    const share = shares[i] ?? 0
    const onSurcharge = whole === 0 || linesTell ? 0 : Math.round((share * line.surcharge) / whole)
    line.surchargeTax = onSurcharge
    line.goodsTax += share - onSurcharge
  }
}

/** Methods that are a means of their own and settle as another one does: store credit was paid for when it was given, like a gift card. */
const SETTLED_AS: Readonly<Record<string, { name: string; Method: string }>> = { StoreCredit: { name: 'Store credit', Method: 'GiftCard' } }

const paymentOf = (wire: NonNullable<WireSale['Tenders']>[number]): DraftPayment => {
  const change = wire.Change ?? 0
  const cashOut = wire.CashOut ?? 0
  const own = SETTLED_AS[wire.Method]
  const isScheme = wire.Method === 'Card' && wire.CardType !== undefined && wire.CardType !== ''
  return {
    media: isScheme
      ? { code: `Card ${wire.CardType}`.slice(0, 64), name: wire.CardType ?? '', detail: { Method: 'Card' } }
      : { code: wire.Method, name: own?.name ?? wire.Method, detail: { Method: own?.Method ?? wire.Method } },
    tendered: wire.Amount,
    change,
    cashOut,
    tip: wire.Tip ?? 0,
    surcharge: wire.Surcharge ?? 0,
    net: wire.Amount - change - cashOut,
    reference: wire.Reference ?? null,
    cardType: wire.CardType ?? null,
    voucher: wire.Voucher ?? null,
    last4: wire.Last4 ?? null,
  }
}

const extraAdjustments = (sale: WireSale, { surcharges, tips }: Extras, surchargeIncluded: number): DraftAdjustment[] => {
  const sent = surcharges.map(({ amount }) => amount)
  const amounts = sent.reduce((sum, amount) => sum + amount, 0) === surchargeIncluded ? sent : allocate(surchargeIncluded, sent)
  const charged = surcharges.map(({ subject }, i) => ({ kind: ADJUSTMENT.surcharge, subject, lineNo: null, amount: amounts[i] ?? 0 }))
  if (tips === 0) return charged
  const tipped = sale.Tips?.length ? sale.Tips : [{ Amount: tips, ClerkId: sale.ClerkId }]
  return [
    ...charged,
    ...tipped.map(({ Amount, ClerkId }) => ({ kind: ADJUSTMENT.tip, subject: { code: ClerkId ?? '', name: ClerkId ?? '' }, lineNo: null, amount: Amount })),
  ]
}
