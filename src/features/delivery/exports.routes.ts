import { checkQuery, fileForTicket, issueTicket, reportAt } from '#platform/files/exports.ts'
import { type Implementation, implement } from '#platform/web/implement.ts'
import { ruleOf } from '#shared/endpoint.ts'
import { failure } from '#shared/failure.ts'
import { satisfies, type TagRule } from '#shared/permissions.ts'
import { exports } from './exports.contract.ts'

/** @param reports every report of the product, asked for when a file is: those of other features come later in the list */
export const exportsOf = (reports: () => readonly Implementation[]): Implementation[] =>
  implement(exports, {
    prepare: async ({ venue, session, body }) => {
      const wanted = { path: body.Path, query: body.Query, format: body.Format }
      const report = reportAt(reports(), wanted.path)
      if (!satisfies(ruleOf(report.operation.access) as TagRule, venue.tags)) throw failure('NotPermitted')
      checkQuery(report, wanted)
      const { ticket, expiresAt } = await issueTicket(venue.sql, session, wanted)
      return { Url: `/api/exports/${ticket}`, ExpiresAt: expiresAt.toISOString() }
    },
    download: ({ service, caller, params }) => fileForTicket(service, caller, reports(), params.ticket),
  })
