import { implement } from '#platform/web/implement.ts'
import { rosters } from './rosters.contract.ts'
import { rosterList, templateList, timesheetList } from './rosters.report.ts'

export const rostersImplementation = implement(rosters, {
  rosterTemplates: async ({ venue, query }) => ({ RosterTemplates: await templateList(venue, query) }),
  rosters: async ({ venue, query }) => ({ Rosters: await rosterList(venue, query) }),
  timesheets: async ({ venue, query }) => ({ Timesheets: await timesheetList(venue, query) }),
})
