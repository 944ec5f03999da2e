import * as z from 'zod/mini'
import { FactId, IdNumber } from '#shared/fields.ts'
import { job } from '#shared/job.ts'

/** Mails an order to its supplier. */
export const orderMail = job('stock.ordermail', z.object({ VenueId: IdNumber, OrderId: FactId }))
