import type { OrderSale } from '#integrations/online-orders/order-sales.rules.ts'
import type { FieldError } from '#shared/failure.ts'
import { CANCEL_REQUEST, meaningOf, STATUS, WORK, type Work } from './deliverect-order.rules.ts'
import type { UnderstoodOrder } from './deliverect-sale.rules.ts'

/** A status that Deliverect is still to be told. */
export interface ToTell {
  Status: number
  Reason?: string
}

/** Where an order is with the till: waiting for it, taken or refused by it, taken back and not yet acknowledged, or over. */
export type TillState = 'waiting' | 'taken' | 'refused' | 'recalled' | 'over'

/** An order as it stands here. */
export interface OrderState {
  orderId: string
  /** False: it was taken back before it was told. */
  isKnown: boolean
  isCancelled: boolean
  channel: number
  name: string
  placedAt: Date
  total: number
  commissionBase: number
  sale: OrderSale | null
  reasons: FieldError[]
  isTest: boolean
  toTell: ToTell[]
  told: number | null
  till: TillState | null
  tillSale: string | null
}

/** One telling of an order by Deliverect. */
export interface Telling {
  status: number
  order: UnderstoodOrder
}

const nothingKnown = ({ orderId, placedAt }: UnderstoodOrder): OrderState => ({
  orderId,
  isKnown: false,
  isCancelled: false,
  channel: 0,
  name: '',
  placedAt,
  total: 0,
  commissionBase: 0,
  sale: null,
  reasons: [],
  isTest: false,
  toTell: [],
  told: null,
  till: null,
  tillSale: null,
})

/**
 * How an order stands after a telling. Whatever order and repetition tellings come in, it ends the same: the first that tells the order makes
 * it one, and one that takes it back holds for good.
 * @param sendToTill whether orders of the location are handed to its till
 */
export const afterTelling = (before: OrderState | undefined, { status, order }: Telling, sendToTill: boolean): OrderState => {
  const known = before ?? nothingKnown(order)
  const meaning = meaningOf(status)
  if (meaning === 'never') return known
  if (meaning === 'cancelled') return cancelled(known, status === CANCEL_REQUEST)
  if (known.isKnown) return known
  // Nobody can cook what cannot be read: it is listed, and Deliverect hears nothing of it and calls the location.
  if (order.content === undefined) return { ...known, reasons: order.reasons }
  const { channel, name, placedAt, total, commissionBase, sale = null, reasons, isTest } = order
  const made = { ...known, isKnown: true, channel, name, placedAt, total, commissionBase, sale, reasons, isTest }
  if (known.isCancelled) return made
  return { ...made, toTell: [...known.toTell, { Status: STATUS.accepted }], till: sendToTill ? 'waiting' : null }
}

const cancelled = (known: OrderState, isAsked: boolean): OrderState => {
  // What was finished cannot be cancelled at Deliverect any more: its sale is taken back, and nobody waits for an answer.
  const isEnded = known.told === STATUS.cancelled || known.told === STATUS.finished
  const tell = isAsked && !isEnded && !known.toTell.some(({ Status }) => Status === STATUS.cancelled)
  return {
    ...known,
    isCancelled: true,
    // What was not told yet is not true any more.
    toTell: tell ? [{ Status: STATUS.cancelled }] : known.toTell.filter(({ Status }) => Status === STATUS.cancelled),
    till: known.till === 'waiting' || known.till === 'taken' ? 'recalled' : known.till,
  }
}

/** What a till answers to an order that it was handed. */
export type TillAnswer = { taken: true; sale: string | null } | { taken: false; reason: string }

/**
 * How an order stands after its till answered.
 * @returns nothing where the till answered otherwise before
 */
export const afterAnswer = (before: OrderState, answer: TillAnswer): OrderState | undefined => {
  if (before.till === 'recalled' || before.till === 'over') return { ...before, till: 'over' }
  if (before.till === 'taken') return answer.taken && (answer.sale === null || answer.sale === before.tillSale) ? before : undefined
  if (before.till === 'refused') return answer.taken ? undefined : before
  if (answer.taken) return { ...before, till: 'taken', tillSale: answer.sale, toTell: [...before.toTell, { Status: STATUS.printed }] }
  return { ...before, till: 'refused', isCancelled: true, toTell: [{ Status: STATUS.failed, Reason: answer.reason }] }
}

/**
 * How an order stands after its till told how far it has come with it; the first such word takes it, too. An order never goes back: what it has
 * passed already, and what is told of one that was taken back meanwhile, changes nothing.
 * @returns nothing where the till refused it before
 */
export const afterWork = (before: OrderState, work: Work): OrderState | undefined => {
  if (before.till === 'recalled' || before.till === 'over') return before
  const taken = before.till === 'waiting' ? afterAnswer(before, { taken: true, sale: null }) : before
  if (taken?.till !== 'taken') return undefined
  const reached = Math.max(taken.told ?? 0, ...taken.toTell.map(({ Status }) => Status))
  return WORK[work] <= reached ? taken : { ...taken, toTell: [...taken.toTell, { Status: WORK[work] }] }
}

/** The sales of an order here: none where it was taken back, or where the till's own sale counts. */
export const salesOf = ({ isCancelled, sale, tillSale }: OrderState): OrderSale[] => (isCancelled || tillSale !== null || sale === null ? [] : [sale])
