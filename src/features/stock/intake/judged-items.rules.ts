import { MOVEMENT } from '#features/stock/movements.rules.ts'
import type { PurchaseFacts } from '#features/stock/purchases.rules.ts'
import type { CalendarEntry } from '#shared/trading-day.ts'
import { tradingTime } from '#shared/trading-day.ts'
import { Complaints, type Judged, quantityOf } from './read-items.rules.ts'
import type { StockMove } from './stock-moves.rules.ts'
import type { WireCount, WireInvoice, WireMovement } from './till-stock.contract.ts'

/** What things told by a till are judged by. */
export interface ItemJudge {
  place: { locationId: number; currency: string; calendar: readonly CalendarEntry[]; firstDay: string; lastDay: string; now: Date }
  /** The venue's products, by PLU. */
  products: ReadonlyMap<string, number>
  /** Its suppliers, by their names in small letters. */
  supplierOf: (name: string) => number | undefined
  /** The currencies of its locations where things are sold; those that are closed for good are left out. */
  locations: ReadonlyMap<number, string>
}

/** An invoice as it is stored, whole. */
export interface JudgedInvoice {
  supplierId: number
  invoice: string
  lines: PurchaseFacts[]
}

export const judgedInvoice = (sent: WireInvoice, judge: ItemJudge): Judged<JudgedInvoice> => {
  const wrong = new Complaints()
  const { firstDay, lastDay, locationId } = judge.place
  judgeLocation(sent.LocationId, judge, wrong)
  const supplierId = judge.supplierOf(sent.Supplier)
  if (supplierId === undefined) wrong.add('Supplier', `"${sent.Supplier}" is not on the venue's list of suppliers.`, 'SupplierNotFound')
  if (sent.ReceivedOn < firstDay || sent.ReceivedOn > lastDay) wrong.add('ReceivedOn', `ReceivedOn must be from ${firstDay} to ${lastDay}.`)
  const names = new Set<string>()
  const lines = sent.Lines.map((line, i): PurchaseFacts => {
    const at = (field: string) => `Lines.${i}.${field}`
    const name = line.Line ?? String(i + 1)
    if (names.has(name)) wrong.add(at('Line'), `Line ${name} is on the invoice twice.`)
    names.add(name)
    const qty = quantityOf(line.Quantity)
    const packSize = line.PackSize === undefined ? null : quantityOf(line.PackSize)
    if (packSize !== null && packSize <= 0) wrong.add(at('PackSize'), 'A pack must hold more than 0 units.')
    if (qty === 0 && line.Cost === 0) wrong.add(at('Quantity'), 'A line without a quantity needs a cost.')
    if (qty * line.Cost < 0) wrong.add(at('Cost'), 'Quantity and Cost must both be above zero, or both below zero for a credit.')
    return {
      invoice: sent.Invoice,
      line: name,
      locationId,
      productId: productOf(line.Plu, at('Plu'), judge, wrong),
      receivedOn: sent.ReceivedOn,
      qty,
      cost: line.Cost,
      freight: line.Freight ?? 0,
      tax: line.Tax ?? 0,
      packSize,
    }
  })
  return wrong.fields.length > 0 || supplierId === undefined ? wrong.fields : { supplierId, invoice: sent.Invoice, lines }
}

/** A count as it is committed, whole. */
export interface JudgedCount {
  toldId: string
  section: string
  note: string
  countedAt: Date
  day: string
  lines: { productId: number; qty: number }[]
}

export const judgedCount = (sent: WireCount, judge: ItemJudge): Judged<JudgedCount> => {
  const wrong = new Complaints()
  judgeLocation(sent.LocationId, judge, wrong)
  const countedAt = new Date(sent.CountedAt)
  const day = dayAt(countedAt, 'CountedAt', judge, wrong)
  if (countedAt > judge.place.now) wrong.add('CountedAt', 'A count cannot be in the future. Check the till’s clock.')
  const named = new Set<string>()
  const lines = sent.Lines.map(({ Plu, Quantity }, i) => {
    const qty = quantityOf(Quantity)
    if (qty < 0) wrong.add(`Lines.${i}.Quantity`, 'A quantity cannot be less than 0.')
    if (named.has(Plu)) wrong.add(`Lines.${i}.Plu`, `The product ${Plu} is counted twice. Send it once, with its whole quantity.`)
    named.add(Plu)
    return { productId: productOf(Plu, `Lines.${i}.Plu`, judge, wrong), qty }
  })
  return wrong.fields.length > 0 ? wrong.fields : { toldId: sent.CountId, section: sent.Section ?? '', note: sent.Note ?? '', countedAt, day, lines }
}

const KINDS = { Wastage: MOVEMENT.wastage, Transfer: MOVEMENT.transfer, Adjustment: MOVEMENT.adjustment } as const

export const judgedMovement = (sent: WireMovement, judge: ItemJudge): Judged<StockMove> => {
  const wrong = new Complaints()
  const { locationId } = judge.place
  judgeLocation(sent.LocationId, judge, wrong)
  const qty = quantityOf(sent.Quantity)
  if (qty === 0) wrong.add('Quantity', 'A movement needs a quantity other than 0.')
  if ((sent.At === undefined) === (sent.Day === undefined)) wrong.add('At', 'A movement needs its time At, or its trading Day if the time is not known.')
  const at = sent.At === undefined ? null : new Date(sent.At)
  const day = at === null ? judgedDay(sent.Day ?? '', judge, wrong) : dayAt(at, 'At', judge, wrong)
  const isTransfer = sent.Kind === 'Transfer'
  const to = sent.ToLocationId
  if (isTransfer && to === undefined) wrong.add('ToLocationId', 'A transfer needs the location that it goes to.', 'Missing')
  if (!isTransfer && to !== undefined) wrong.add('ToLocationId', 'Only a transfer can go to another location.')
  if (isTransfer && to === locationId) wrong.add('ToLocationId', 'A transfer must go to another location.')
  if (isTransfer && to !== undefined && to !== locationId && !judge.locations.has(to))
    wrong.add('ToLocationId', 'There is no such location.', 'LocationNotFound')
  // What it is worth goes along with it, and money is never converted silently.
  if (isTransfer && (judge.locations.get(to ?? 0) ?? judge.place.currency) !== judge.place.currency)
    wrong.add('ToLocationId', 'A transfer must go to a location with the same currency. Adjust the stock at both locations instead.')
  const productId = productOf(sent.Plu, 'Plu', judge, wrong)
  if (wrong.fields.length > 0) return wrong.fields
  const isLeaving = sent.Kind !== 'Adjustment'
  return {
    kind: KINDS[sent.Kind],
    locationId,
    productId,
    day,
    at,
    qty: isLeaving ? -qty : qty,
    reason: sent.Reason ?? '',
    toldId: sent.MovementId,
    otherLocationId: to ?? null,
  }
}

const judgeLocation = (told: number | undefined, { place }: ItemJudge, wrong: Complaints): void => {
  if (told !== undefined && told !== place.locationId) wrong.add('LocationId', 'There is no such location for this key.', 'LocationNotFound')
}

const productOf = (plu: string, field: string, { products }: ItemJudge, wrong: Complaints): number => {
  const id = products.get(plu)
  if (id === undefined) wrong.add(field, `This venue has no product with the PLU ${plu}.`, 'ProductNotFound')
  return id ?? 0
}

const dayAt = (at: Date, field: string, { place }: ItemJudge, wrong: Complaints): string => {
  const day = tradingTime(at.getTime(), place.calendar).businessDate
  if (day < place.firstDay || day > place.lastDay) wrong.add(field, `${field} must be from ${place.firstDay} to ${place.lastDay}.`)
  return day
}

const judgedDay = (day: string, { place }: ItemJudge, wrong: Complaints): string => {
  if (day !== '' && (day < place.firstDay || day > place.lastDay)) wrong.add('Day', `Day must be from ${place.firstDay} to ${place.lastDay}.`)
  return day
}
