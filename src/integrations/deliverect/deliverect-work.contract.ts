import * as z from 'zod/mini'
import { FactId, IdNumber } from '#shared/fields.ts'
import { job } from '#shared/job.ts'

/** Takes in orders that arrived for a link. Deliverect being away keeps none of them from it. */
export const takeDeliverectOrders = job('links.deliverect-orders', z.object({ VenueId: IdNumber, LinkId: FactId }))

/** Gives Deliverect the products of a location, as somebody asked there; nothing is given where that would delete any. */
export const giveDeliverectProducts = job('links.deliverect-products', z.object({ VenueId: IdNumber, LinkId: FactId }))
