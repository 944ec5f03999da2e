import { implement } from '#platform/web/implement.ts'
import { movementCalls } from './movements.contract.ts'
import { enterMovement, latestMovements, reverseMovement } from './movements.report.ts'

export const movementsImplementation = implement(movementCalls, {
  stockMovements: ({ venue, query }) => latestMovements(venue, query.LocationId),
  enterMovement: async ({ venue, body }) => ({ Status: await enterMovement(venue, body) }),
  reverseMovement: async ({ venue, body }) => ({ Status: await reverseMovement(venue, body) }),
})
