import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { decimalsOf } from '#shared/money.ts'
import type { AttendancePerson } from './attendance-people.contract.ts'
import { recountPeople } from './count-attendance.sql.ts'

/** The currency somebody is paid in: that of where they belong. */
export const currencyAt = ({ locations, venue }: VenueScope, locationId: number | null): string =>
  locations.find((one) => one.locationId === locationId)?.currency ?? venue.currency

/** All rates of somebody, in the place of those there were. */
export const writeRates = async (
  { sql, venueId }: VenueScope,
  personId: number,
  rates: readonly AttendancePerson['Rates'][number][],
  currency: string,
): Promise<void> => {
  await sql`delete from pay_rate where venue_id = ${venueId} and person_id = ${personId}`
  if (rates.length === 0) return
  const amounts = rates.map(({ Amount }) => Math.round(Amount * 10 ** decimalsOf(currency)))
  await sql`
    insert into pay_rate (venue_id, person_id, from_day, per_week, amount)
    select ${venueId}, ${personId}, u.day, u.per = 'Week', u.amount
    from unnest(${texts(rates.map(({ FromDay }) => FromDay))}::date[], ${texts(rates.map(({ Per }) => Per))}::text[], ${numbers(amounts)}::bigint[]) as u(day, per, amount)
    returning 1`
}

/** Keeps all rates of several people, and counts their hours anew. The caller holds the lock of T & A. */
export const keepRates = async (scope: VenueScope, changes: readonly { before: AttendancePerson; rates: AttendancePerson['Rates'] }[]): Promise<void> => {
  if (changes.length === 0) return
  for (const { before, rates } of changes) await writeRates(scope, before.PersonId, rates, currencyAt(scope, before.HomeLocationId))
  await recountPeople(
    scope,
    changes.map(({ before }) => before.Who),
  )
  for (const { before, rates } of changes) {
    const detail = payChanges(scope, before, { ...before, Rates: rates })
    await scope.audit({ action: 'attendance.rates-changed', subject: before.EmployeeName ?? before.Name, detail })
  }
}

/** What the trail keeps of a change: where somebody belongs, and from which days rates hold that changed; not what they earn. */
export const payChanges = ({ locations }: VenueScope, before: AttendancePerson, after: AttendancePerson): Record<string, string | [string, string]> => {
  const place = (id: number | null) => locations.find(({ locationId }) => locationId === id)?.name ?? ''
  const [was, is] = [before.Rates, after.Rates].map((rates) => new Map(rates.map(({ FromDay, Per, Amount }) => [FromDay, `${Per} ${Amount}`]))) as [
    Map<string, string>,
    Map<string, string>,
  ]
  const days = {
    RatesAdded: [...is.keys()].filter((day) => !was.has(day)),
    RatesChanged: [...is.keys()].filter((day) => was.has(day) && was.get(day) !== is.get(day)),
    RatesRemoved: [...was.keys()].filter((day) => !is.has(day)),
  }
  return {
    ...(before.HomeLocationId === after.HomeLocationId
      ? {}
      : { HomeLocation: [place(before.HomeLocationId), place(after.HomeLocationId)] as [string, string] }),
    ...Object.fromEntries(Object.entries(days).flatMap(([name, list]) => (list.length === 0 ? [] : [[name, list.sort().join(', ')]]))),
  }
}
