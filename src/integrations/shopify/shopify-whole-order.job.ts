import * as z from 'zod/mini'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import type { OpenedShop } from './shopify-open.job.ts'
import { numberIn, type OrderLine, ShopOrder, ShopRefund } from './shopify-orders.adapter.ts'
import type { WholeOrder } from './shopify-sales.adapter.ts'

/** Pages of one order's lines; an order has no more. */
const MOST_PIECES = 50
/** An order that changes while it is read is read anew. */
const MOST_READINGS = 4

/** An order that was read whole, or what was told of one that nobody can read. */
export type ReadOrder = WholeOrder | { unread: unknown }

/** One page of orders, each as it was read. */
interface OrderPage {
  orders: ReadOrder[]
  /** When the last order of the page changed, as the list has it: where a walk goes on. Empty where it is not told. */
  reached: string
  hasMore: boolean
  cursor: string | null
}

/** An order by its number, whole; nothing where there is none to be seen. @throws ProviderTrouble */
export const orderAt = async (shop: OpenedShop, id: string): Promise<ReadOrder | undefined> => {
  for (let readings = 0; readings < MOST_READINGS; readings += 1) {
    const { order } = await shop.askForOrders('order', { id: `gid://shopify/Order/${id}` })
    if (order === null) return undefined
    const whole = await wholeOrder(shop, order)
    if (whole) return whole
  }
  throw new ProviderTrouble('busy')
}

const Listed = z.object({ updatedAt: z.string() })

/** Orders by when they changed, the earliest first. @throws ProviderTrouble, TooCostly */
export const orderPage = async (shop: OpenedShop, query: string, after: string | null, first: number): Promise<OrderPage> => {
  const { orders } = await shop.askForOrders('orders', { query, after, first })
  const read: ReadOrder[] = []
  for (const node of orders.nodes) {
    const whole = (await wholeOrder(shop, node)) ?? (await orderAt(shop, numberIn(String((node as { id: unknown }).id))))
    if (whole) read.push(whole)
  }
  const reached = Listed.safeParse(orders.nodes.at(-1)).data?.updatedAt ?? ''
  return { orders: read, reached, hasMore: orders.pageInfo.hasNextPage, cursor: orders.pageInfo.endCursor }
}

/** An order with what did not come with it; nothing where it changed meanwhile. */
const wholeOrder = async (shop: OpenedShop, told: unknown): Promise<ReadOrder | undefined> => {
  const { data: order } = ShopOrder.safeParse(told)
  if (!order) return { unread: told }
  const nodes = [...order.lineItems.nodes]
  if (order.lineItems.pageInfo.hasNextPage) {
    const rest = await furtherLines(shop, order)
    if (!rest) return undefined
    nodes.push(...rest)
  }
  if (order.refunds.length === 0) return { order: { ...order, lineItems: { ...order.lineItems, nodes } }, refunds: [] }
  const refunds = await refundsOf(shop, order)
  if (refunds === 'unreadable') return { unread: told }
  return refunds && { order: { ...order, lineItems: { ...order.lineItems, nodes } }, refunds }
}

const furtherLines = async (shop: OpenedShop, { id, updatedAt, lineItems }: ShopOrder): Promise<OrderLine[] | undefined> => {
  const lines: OrderLine[] = []
  for (let after = lineItems.pageInfo.endCursor, pieces = 0; pieces < MOST_PIECES; pieces += 1) {
    const { order } = await shop.ask('lines', { id, after })
    if (order?.updatedAt !== updatedAt) return undefined
    lines.push(...order.lineItems.nodes)
    const { hasNextPage, endCursor } = order.lineItems.pageInfo
    if (!hasNextPage) return lines
    after = endCursor
  }
  throw new ProviderTrouble('endless')
}

/** All refunds of an order; nothing where it changed meanwhile. */
const refundsOf = async (shop: OpenedShop, { id, updatedAt }: ShopOrder): Promise<ShopRefund[] | 'unreadable' | undefined> => {
  const { order } = await shop.ask('refunds', { id })
  if (order?.updatedAt !== updatedAt) return undefined
  const { data: refunds } = z.array(ShopRefund).safeParse(order.refunds)
  if (!refunds) return 'unreadable'
  for (const { id, refundLineItems } of refunds)
    for (let pieces = 0; refundLineItems.pageInfo.hasNextPage; pieces += 1) {
      if (pieces > MOST_PIECES) throw new ProviderTrouble('endless')
      const { node } = await shop.ask('refundLines', { id, after: refundLineItems.pageInfo.endCursor })
      if (node === null) return undefined
      refundLineItems.nodes.push(...node.refundLineItems.nodes)
      refundLineItems.pageInfo = node.refundLineItems.pageInfo
    }
  return refunds
}
