import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { Day, Id } from '#shared/fields.ts'

const TillPerson = z.object({
  Name: z.string(),
  /** When the person rang up the first and the last receipt of the day, on the location's clock. */
  From: z.string(),
  To: z.string(),
})

const TillStaff = z.object({ LocationId: z.int(), Day, People: z.array(TillPerson) })
export type TillStaff = z.output<typeof TillStaff>

/** Who worked at the tills while cards were used. */
export const tillStaff = contract({
  tillStaff: operation({
    method: 'GET',
    path: '/loyalty/tillstaff',
    summary: 'Who rang up receipts at a location on a trading day, each from their first to their last receipt, sorted by the first receipt.',
    access: ['can_viewloyalty'],
    query: z.object({ LocationId: Id, Day }),
    response: TillStaff,
    example: { as: 'owner', query: { LocationId: 1, Day: '2026-11-14' } },
  }),
})
