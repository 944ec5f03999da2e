import * as z from 'zod/mini'
import { job } from '#shared/job.ts'

/** Checks or brings in a file that was handed over, as its run says. */
export const importWork = job('intake.import', z.object({ VenueId: z.int(), RunId: z.string() }))

/** Takes back what a run brought in. */
export const undoWork = job('intake.undo-import', z.object({ VenueId: z.int(), RunId: z.string() }))
