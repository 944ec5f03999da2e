import { implement } from '#platform/web/implement.ts'
import { setup } from './setup.contract.ts'
import { hideSetup, setupNow } from './setup.sql.ts'

export const setupImplementation = implement(setup, {
  setup: ({ venue }) => setupNow(venue),
  changeSetup: ({ venue, body }) => hideSetup(venue, body.Hidden),
})
