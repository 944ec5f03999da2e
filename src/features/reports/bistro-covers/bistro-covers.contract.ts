import * as z from 'zod/mini'
import { COVER_METHODS, type CoverFigure, coverFigures } from '#features/reports/kit/covers.rules.ts'
import { RangedQuery, rangedAnswer } from '#features/reports/kit/ranged.contract.ts'
import { rangedWords } from '#features/reports/kit/ranged.messages.ts'
import { rangedTable } from '#features/reports/kit/ranged-table.rules.ts'
import { contract, report } from '#shared/endpoint.ts'

const Weekdays = z.array(
  z.object({
    Weekday: z.int(),
    /** Days of that weekday with trade, which the average is over. */
    Days: z.int(),
    Covers: z.nullable(z.number()),
    PerCover: z.nullable(z.number()),
  }),
)

const CoversAnswer = rangedAnswer<
  CoverFigure,
  { Method: z.ZodMiniEnum<{ patron: 'patron'; item: 'item' }>; Weekdays: typeof Weekdays },
  { Weekdays: typeof Weekdays }
>(coverFigures.names, { Method: z.enum(COVER_METHODS), Weekdays }, { Weekdays })
export type CoversAnswer = z.infer<typeof CoversAnswer>

/** How many were served, at which meal, and what each spent. */
export const bistroCovers = contract({
  bistroCovers: report({
    path: '/sales/bistrocovers',
    summary:
      "Covers by location and period: lunch, dinner and day, booked and walk-in, with food and beverage per cover. Counted by patrons or by items, as the location's setting says.",
    access: ['can_viewsales'],
    query: RangedQuery,
    response: CoversAnswer,
    table: (answer, query, words) => rangedTable(answer, query, words, words.say(rangedWords, 'bistroCovers'), coverFigures),
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } },
  }),
})
