import { addJob } from '#platform/jobs/jobs.ts'
import { implement } from '#platform/web/implement.ts'
import { fieldFailure } from '#shared/failure.ts'
import { orderMail } from './order-work.contract.ts'
import { orderCalls } from './orders.contract.ts'
import { endOrder, makeOrders, oneOrder, ordersReport } from './orders.report.ts'
import { reorderCalls } from './reorders.contract.ts'
import { reordersReport } from './reorders.report.ts'
import { savedOrderCalls } from './saved-orders.contract.ts'
import { dropSaved, savedNamed, savedOrders, saveOrders } from './saved-orders.report.ts'

export const reordersImplementation = implement(reorderCalls, {
  reorders: ({ venue, query }) => reordersReport(venue, query),
})

export const ordersImplementation = implement(orderCalls, {
  orders: async ({ venue, query }) => ({ Orders: await ordersReport(venue, query.Locations, query.State !== 'all') }),
  order: ({ venue, query }) => oneOrder(venue, query.OrderId),
  makeOrders: async ({ venue, body }) => ({ Orders: await makeOrders(venue, body) }),
  closeOrder: async ({ venue, params }) => ({ Order: await endOrder(venue, params.orderId) }),
  mailOrder: async ({ venue, params }) => {
    const { Order } = await oneOrder(venue, params.orderId)
    if (Order.Email === '') throw fieldFailure('Email', `${Order.Supplier} has no e-mail address for orders. Enter it in Products, under the supplier.`)
    await addJob(venue.sql, orderMail, { VenueId: venue.venueId, OrderId: params.orderId })
    await venue.audit({ action: 'stock.ordermailed', subject: `PO-${Order.Number}`, detail: { LocationId: Order.LocationId, SupplierId: Order.SupplierId } })
    return { To: Order.Email }
  },

  finders: {
    closeOrder: ({ venue, params }) => oneOrder(venue, params.orderId),
    mailOrder: ({ venue, params }) => oneOrder(venue, params.orderId),
  },
})

export const savedOrdersImplementation = implement(savedOrderCalls, {
  savedOrders: async ({ venue, query }) => ({ Saved: await savedOrders(venue, query.Locations) }),
  saveOrders: async ({ venue, body }) => ({ Saved: await saveOrders(venue, body) }),
  dropSavedOrder: ({ venue, params, query }) => dropSaved(venue, params.savedId, query.Version),

  finders: { dropSavedOrder: ({ venue, params }) => savedNamed(venue, params.savedId) },
})
