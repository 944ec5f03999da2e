import * as z from 'zod/mini'
import { RangedQuery, rangedAnswer } from '#features/reports/kit/ranged.contract.ts'
import { rangedWords } from '#features/reports/kit/ranged.messages.ts'
import { rangedTable } from '#features/reports/kit/ranged-table.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { type VisitFigure, visitFigures } from './visits.rules.ts'

/** Visits by weekday, and on how many days there were any. */
const Weekdays = z.array(z.object({ Weekday: z.int(), Days: z.int(), Visits: z.number() }))

const VisitsAnswer = rangedAnswer<VisitFigure, { Weekdays: typeof Weekdays }, { Weekdays: typeof Weekdays }>(visitFigures.names, { Weekdays }, { Weekdays })
export type VisitsAnswer = z.infer<typeof VisitsAnswer>

/** Who came with a card, and how often. */
export const memberVisits = contract({
  memberVisits: report({
    path: '/sales/membervisits',
    summary:
      'Visits of members by location and period: a visit is the first transaction of a card on a trading day. Totals count a member once a day across all locations asked for, so they are not the sum of the locations. A replaced card and its replacement are one member. PointsAccrued and PointsRedeemed are those of the Loyalty Points report.',
    access: ['can_viewsales'],
    query: RangedQuery,
    response: VisitsAnswer,
    table: (answer, query, words) => rangedTable(answer, query, words, words.say(rangedWords, 'memberVisits'), visitFigures),
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } },
  }),
})
