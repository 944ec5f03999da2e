import { implement } from '#platform/web/implement.ts'
import { countCalls } from './counts.contract.ts'
import { checkCount, commitCount, countSheet, countsReport, oneCount } from './counts.report.ts'

export const countsImplementation = implement(countCalls, {
  stockCountSheet: ({ venue, query }) => countSheet(venue, query.LocationId),
  checkCount: ({ venue, body }) => checkCount(venue, body),
  commitCount: async ({ venue, body }) => ({ Count: await commitCount(venue, body) }),
  counts: async ({ venue, query }) => ({ Counts: await countsReport(venue, query) }),
  count: ({ venue, query }) => oneCount(venue, query.CountId),
})
