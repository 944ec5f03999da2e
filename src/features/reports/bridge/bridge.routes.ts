import { implement } from '#platform/web/implement.ts'
import { bridge } from './bridge.contract.ts'
import { bridgeReport } from './bridge.report.ts'

export const bridgeImplementation = implement(bridge, {
  bridge: ({ venue, query }) => bridgeReport(venue, query),
})
