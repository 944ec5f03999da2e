import * as z from 'zod/mini'
import { job } from '#shared/job.ts'

/** Checks or imports a file of cards that was handed over, as its run says. */
export const cardImportWork = job('loyalty.import-cards', z.object({ VenueId: z.int(), RunId: z.string() }))
