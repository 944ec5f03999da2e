import type { VenueScope } from '#platform/access/venue-scope.ts'
import { cardNamed } from './cards.sql.ts'
import { movementsOf } from './movements.sql.ts'
import type { Statement, StatementQuery } from './statement.contract.ts'
import { isShown } from './usage.rules.ts'

const PAGE = 500

/**
 * A card's ledger over a range, page by page.
 * @throws CardNotFound, LocationNotFound, RangeBackwards, RangeTooLong
 */
export const statementOf = async (scope: VenueScope, { CardNumber, FromDate, ToDate, Locations, Shown = 'all', After }: StatementQuery): Promise<Statement> => {
  const { Movements, Next } = await movementsOf(scope, CardNumber, { FromDate, ToDate, Locations, After, Limit: PAGE })
  const { number, name } = await cardNamed(scope, CardNumber)
  return {
    CardNumber: number,
    Name: name,
    FromDate,
    ToDate,
    Locations: scope.chosenLocations(Locations).map(({ locationId, name: Name, timeZone }) => ({ LocationId: locationId, Name, TimeZone: timeZone })),
    Movements: Movements.filter((movement) => isShown(movement, Shown)),
    Next,
    AsAt: scope.now.toISOString(),
  }
}
