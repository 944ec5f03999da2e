import * as z from 'zod/mini'
import { RANGE } from '#features/reports/kit/filter.rules.ts'
import { REPORT_TAGS } from '#features/reports/kit/report-tags.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { LocationList } from '#shared/fields.ts'

/** Which currencies a report of a range would be in. */
export const currencies = contract({
  currencies: operation({
    method: 'GET',
    path: '/reports/currencies',
    summary: 'The currencies in which anything was sold in a range, of the locations named or all granted ones. Money in several currencies is not added up.',
    access: { anyOf: REPORT_TAGS },
    strictQuery: true,
    query: z.object({ ...RANGE, Locations: z.optional(LocationList) }),
    response: z.object({ Currencies: z.array(z.string()) }),
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } },
  }),
})
