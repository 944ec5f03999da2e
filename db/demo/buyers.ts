import { buyersOf, storeBuyer } from '#features/stock/excises/buyers.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { CELLAR_DOOR, type Member, type World } from './members.ts'

/** Who buys at the Cellar Door to sell again: two are licensed in the state of the sample, one elsewhere. */
const BUYERS = [
  { Name: 'Corner Bottle Shop', Licence: '32012044', Postcode: '3777', State: 'VIC' },
  { Name: 'Old Mill Restaurant', Licence: '32015310', Postcode: '3775', State: 'VIC' },
  { Name: 'Ferry Street Wine Bar', Licence: 'LIQO660010', Postcode: '2000', State: 'NSW' },
] as const

/** Gives the sample licensed buyers, who have the cards of members that come to the Cellar Door most; where there are buyers already they stay as they are. */
export const keepLicensedBuyers = async (scope: VenueScope, { members, start }: World): Promise<void> => {
  if ((await buyersOf(scope)).length > 0) return
  const often = members.filter((member) => member.joined < start && comesOften(member)).sort((one, other) => other.weight - one.weight)
  for (const [i, buyer] of BUYERS.entries()) {
    const CardNumber = often[i]?.number
    if (CardNumber !== undefined) await storeBuyer(scope, { ...buyer, CardNumber })
  }
}

const comesOften = ({ kind, place, replaced, until }: Member): boolean =>
  (kind === 'heavy' || kind === 'regular') && place === CELLAR_DOOR && replaced === undefined && until === Number.POSITIVE_INFINITY
