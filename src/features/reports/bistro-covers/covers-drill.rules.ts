import type { Drill } from '../screen/drill.rules.ts'
import type { CoversAnswer } from './bistro-covers.contract.ts'

/**
 * What receipts stand behind the covers of a location, or of all, and behind what those spent: where patrons are counted, those of tables; where
 * items stand for covers, all of them prove the money, and nothing on a receipt proves the covers.
 */
export const coversDrill = ({ Locations }: CoversAnswer, locationId: number | undefined, column: string): Drill | undefined => {
  const methods = new Set(Locations.filter(({ LocationId }) => locationId === undefined || LocationId === locationId).map(({ Method }) => Method))
  const where: Pick<Drill, 'locationId'> = locationId === undefined ? {} : { locationId }
  if (methods.size !== 1 || (column !== 'Covers' && column !== 'Net')) return undefined
  if (methods.has('patron')) return { ...where, tables: true, figure: column === 'Covers' ? 'Customers' : 'Net' }
  return column === 'Net' ? { ...where, figure: 'Net' } : undefined
}
