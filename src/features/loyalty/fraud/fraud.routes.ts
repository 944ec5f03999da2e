import { implement } from '#platform/web/implement.ts'
import { decideCase } from './decide-case.sql.ts'
import { fraud } from './fraud.contract.ts'
import { caseInFull, casesAt, openCaseFor } from './fraud-case.report.ts'
import { caseNamed, locationsOfCase } from './fraud-cases.sql.ts'
import { fraudCheck } from './fraud-check.report.ts'
import { fraudDigest } from './fraud-digest.contract.ts'
import { ownDigest, setOwnDigest } from './fraud-digest.sql.ts'
import { changeFraudRules, fraudRules } from './fraud-settings.sql.ts'
import { noteOpened } from './note-opened.adapter.ts'

export const fraudImplementation = implement(fraud, {
  fraudCheck: ({ venue, query }) => fraudCheck(venue, query),
  cases: ({ venue, query }) => casesAt(venue, query.State),
  openCase: ({ venue, body }) => openCaseFor(venue, body),
  case: async ({ venue, params, service }) => {
    const opened = await caseInFull(venue, params.id)
    await noteOpened(service, venue, { ...opened, Locations: await locationsOfCase(venue, params.id) })
    return opened
  },
  decideCase: async ({ venue, params, body }) => {
    await decideCase(venue, params.id, body)
    return caseInFull(venue, params.id)
  },
  fraudRules: ({ venue }) => fraudRules(venue),
  changeFraudRules: ({ venue, body }) => changeFraudRules(venue, body.Rules, body.Version),

  finders: { decideCase: ({ venue, params }) => caseNamed(venue, params.id) },
})

export const fraudDigestImplementation = implement(fraudDigest, {
  digest: ({ venue }) => ownDigest(venue),
  setDigest: ({ venue, body }) => setOwnDigest(venue, body.On),
})
