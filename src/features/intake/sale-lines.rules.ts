import type { FieldError } from '#shared/failure.ts'
import { allocate } from '#shared/money.ts'
import type { WireLine, WireSale } from './sale.contract.ts'
import type { Piece } from './sale-discounts.rules.ts'
import { ADJUSTMENT, type ClassPath, type DraftLine, LINE_KIND, type Named } from './sale-facts.rules.ts'

/** What a refusal says about one field. */
export const complaint = (FieldName: string, ErrorCode: string, Message: string): FieldError => ({ FieldName, ErrorCode, Message })

/** A line on its way to a figure: what the till told, and what was made of it. */
export interface WorkingLine {
  wire: WireLine
  kind: number
  qty: number
  /** Takes part in the sums: not voided, wasted or an instruction. */
  active: boolean
  isRefund: boolean
  discountTotal: number
  /** Shares of the sale's surcharges and of its GST, on the goods and on the surcharge. */
  surcharge: number
  goodsTax: number
  surchargeTax: number
}

/** The lines of a sale read one by one; complaints are collected, so that a till hears all of them at once. */
export const workingLines = (sale: WireSale, complaints: FieldError[]): WorkingLine[] =>
  (sale.Lines ?? []).map((wire, i) => {
    const kind = wire.Kind === 'NonSale' ? LINE_KIND.nonSale : wire.Kind === 'Instruction' ? LINE_KIND.instruction : LINE_KIND.sale
    const qty = tenThousandths(wire.Quantity)
    const line: WorkingLine = {
      wire,
      kind,
      qty,
      active: !wire.Voided && !wire.Wastage && kind !== LINE_KIND.instruction,
      isRefund: qty < 0 || (sale.Type === 'Refund' && wire.Net < 0),
      discountTotal: wire.DiscountTotal ?? 0,
      surcharge: 0,
      goodsTax: wire.Tax ?? 0,
      surchargeTax: 0,
    }
    complaints.push(...lineComplaints(line, `Lines.${i}`))
    return line
  })

/** Beyond it sums of covers could not be told to the last one. */
const MOST_COVERS = 1_000_000

const lineComplaints = ({ wire, kind, qty, active, isRefund, discountTotal }: WorkingLine, field: string): FieldError[] => {
  const found: FieldError[] = []
  if (wire.Gross - discountTotal !== wire.Net) {
    found.push(
      complaint(field, 'totals_mismatch', `Gross ${wire.Gross} − DiscountTotal ${discountTotal} is ${wire.Gross - discountTotal}, but Net is ${wire.Net}.`),
    )
  }
  if (wire.Wastage && kind !== LINE_KIND.sale) found.push(complaint(`${field}.Wastage`, 'Invalid', 'Only a line of Kind Sale can be wastage.'))
  if (wire.Wastage && wire.Net !== 0) found.push(complaint(`${field}.Net`, 'WastageSold', `Wastage is not sold: its Net is 0, not ${wire.Net}.`))
  if (reasonOf(wire) !== null && !wire.Wastage) found.push(complaint(`${field}.WastageReason`, 'NotWastage', 'A WastageReason needs a line with Wastage true.'))
  if (kind === LINE_KIND.instruction && (wire.Net !== 0 || wire.Gross !== 0 || (wire.Tax ?? 0) !== 0)) {
    found.push(complaint(field, 'InstructionPriced', 'An instruction must not have money. Send a priced modifier as Kind Sale.'))
  }
  if (kind === LINE_KIND.nonSale && discountTotal !== 0)
    found.push(complaint(`${field}.DiscountTotal`, 'NonSaleDiscounted', 'A non-sale must not have a discount.'))
  if (Math.abs(qty) * (wire.CoverUnits ?? 0) > MOST_COVERS * 10_000)
    found.push(complaint(`${field}.CoverUnits`, 'TooManyCovers', `A line can count at most a million covers (its Quantity times its CoverUnits).`))
  if (!active) return found
  if ((wire.Tax ?? 0) * wire.Net < 0) found.push(complaint(`${field}.Tax`, 'WrongSign', 'Tax and Net have different signs.'))
  if ((wire.Cost ?? 0) * qty < 0) found.push(complaint(`${field}.Cost`, 'WrongSign', 'Cost and Quantity have different signs.'))
  if (qty < 0 && wire.Net > 0) found.push(complaint(`${field}.Net`, 'WrongSign', 'Quantity is negative, but Net is positive.'))
  if (!isRefund && discountTotal < 0) found.push(complaint(`${field}.DiscountTotal`, 'WrongSign', 'A discount must not be negative.'))
  return found
}

/** "1.5" as 15000. */
const tenThousandths = (quantity: string): number => {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(quantity) ?? []
  const value = Number(whole) * 10_000 + Number(part.padEnd(4, '0'))
  return sign === '-' && value !== 0 ? -value : value
}

/** Code and name of something the till names by Id, by Name or not at all. */
export const namedOf = ({ Id, Name }: { Id?: string | undefined; Name?: string | undefined }): Named => ({
  code: Id ?? Name?.slice(0, 64) ?? '',
  name: Name ?? Id ?? '',
})

/** The line as it is stored, and the discounts that belong to it. */
export const draftLine = (
  line: WorkingLine,
  lineNo: number,
  parentLineNo: number | null,
  taxIncluded: boolean,
  pieces: readonly Piece[],
): { draft: DraftLine; pieces: Piece[] } => {
  const { wire } = line
  const goods = wire.Net + (taxIncluded ? 0 : line.goodsTax)
  const surcharge = line.surcharge + (taxIncluded ? 0 : line.surchargeTax)
  const base: DraftLine = {
    lineNo,
    kind: line.kind,
    plu: wire.Plu ?? wire.ProductId ?? wire.Barcode ?? '',
    name: wire.Name ?? wire.Plu ?? wire.ProductId ?? '',
    place: placeOf(wire),
    listPrice: wire.ListPrice ?? null,
    barcode: wire.Barcode ?? null,
    counts: line.active && line.kind === LINE_KIND.sale,
    n: 0,
    wastage: wire.Wastage === true,
    voided: wire.Voided === true,
    parentLineNo,
    coverUnits: Math.round((wire.CoverUnits ?? 0) * 10_000),
    wastageReason: reasonOf(wire),
    modifiers: wire.Modifiers?.length ? wire.Modifiers.join('\n') : null,
    voucher: wire.Voucher ?? null,
    qty: line.qty,
    unitPrice: wire.UnitPrice ?? (line.qty === 0 ? 0 : Math.round((wire.Gross * 10_000) / line.qty)),
    gross: wire.Gross,
    promotion: 0,
    discount: line.discountTotal,
    refund: 0,
    surcharge: 0,
    amount: wire.Net,
    tax: wire.Tax ?? 0,
    surchargeTax: 0,
    cost: line.active && line.kind !== LINE_KIND.sale ? 0 : wire.Cost,
  }
  if (!line.active) return { draft: base, pieces: [] }
  const { surchargeTax } = line
  if (line.kind === LINE_KIND.nonSale)
    return { draft: { ...base, gross: goods, discount: 0, surcharge, amount: goods + surcharge, tax: surchargeTax, surchargeTax }, pieces: [] }
  const tax = line.goodsTax + surchargeTax
  if (line.isRefund)
    return { draft: { ...base, gross: 0, discount: 0, refund: goods === 0 ? 0 : -goods, surcharge, amount: goods + surcharge, tax, surchargeTax }, pieces: [] }
  const gross = taxIncluded ? wire.Gross : wire.Gross + (wire.Net === 0 ? 0 : Math.round((line.goodsTax * wire.Gross) / wire.Net))
  const amounts = taxIncluded
    ? pieces.map(({ amount }) => amount)
    : allocate(
        gross - goods,
        pieces.map(({ amount }) => amount),
      )
  const sized = pieces.map((piece, i) => ({ ...piece, amount: amounts[i] ?? 0 }))
  const promotion = sum(sized.filter(({ kind }) => kind === ADJUSTMENT.promotion))
  const discount = sum(sized.filter(({ kind }) => kind === ADJUSTMENT.discount))
  return { draft: { ...base, gross, promotion, discount, surcharge, amount: goods + surcharge, tax, surchargeTax }, pieces: sized }
}

/** Blanks around it would make a reason of its own. */
const reasonOf = ({ WastageReason }: WireLine): string | null => WastageReason?.trim() || null

const sum = (pieces: readonly Piece[]) => pieces.reduce((all, { amount }) => all + amount, 0)

const placeOf = ({ Group, Department, ProductGroup, Category }: WireLine): ClassPath | undefined =>
  Group === undefined && Department === undefined && ProductGroup === undefined && Category === undefined
    ? undefined
    : [Group ?? '', Department ?? '', ProductGroup ?? '', Category ?? '']
