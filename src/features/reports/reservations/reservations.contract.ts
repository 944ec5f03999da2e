import * as z from 'zod/mini'
import { RangedQuery, rangedAnswer } from '#features/reports/kit/ranged.contract.ts'
import { rangedWords } from '#features/reports/kit/ranged.messages.ts'
import { rangedTable } from '#features/reports/kit/ranged-table.rules.ts'
import { LEAD_NAMES, type ReservationFigure, reservationFigures } from '#features/reports/kit/reservations.rules.ts'
import { contract, report } from '#shared/endpoint.ts'

/** Reservations and people by how far ahead they were booked. */
const Leads = z.array(z.object({ Lead: z.enum(LEAD_NAMES), Reservations: z.number(), Covers: z.number() }))
const ReservationsAnswer = rangedAnswer<ReservationFigure, { LeadTimes: typeof Leads }, { LeadTimes: typeof Leads }>(
  reservationFigures.names,
  { LeadTimes: Leads },
  { LeadTimes: Leads },
)
export type ReservationsAnswer = z.infer<typeof ReservationsAnswer>

/** What became of tables booked. */
export const reservations = contract({
  reservations: report({
    path: '/sales/reservations',
    summary:
      'Tables booked by location and period: seated, no-shows, cancelled, walk-ins, lead and turn times, and sales per head of booked tables compared with walk-ins. The no-show rate covers reservations whose time has passed and that were not cancelled.',
    access: ['can_viewsales'],
    query: RangedQuery,
    response: ReservationsAnswer,
    table: (answer, query, words) => rangedTable(answer, query, words, words.say(rangedWords, 'reservations'), reservationFigures),
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } },
  }),
})
