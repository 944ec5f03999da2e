import type { Drill } from '../screen/drill.rules.ts'

/** What receipts stand behind the covers of a location, or of all, and behind what those spent: of each location those it counts covers from. */
export const coversDrill = (locationId: number | undefined, column: string): Drill | undefined => {
  if (column !== 'Covers' && column !== 'Net') return undefined
  return { ...(locationId === undefined ? {} : { locationId }), covers: true, figure: column === 'Covers' ? 'Customers' : 'Net' }
}
