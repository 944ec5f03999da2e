import { createLocationKey } from '#platform/access/location-keys.ts'
import { beginSession, openVenue } from '#platform/access/sessions.ts'
import { connectAsOwner, openDatabase } from '#platform/database/database.ts'
import { employ, makePerson } from '#tests/people.ts'

/** Who asks and who sells in the group's largest venue. */
export interface GroupPeople {
  /** An Authorization header of somebody who may see all of it. */
  credential: string
  /** A till key for each of its locations. */
  tillKeys: string[]
  locationIds: number[]
}

/** Every report of sales. */
const TAGS = ['can_viewbreakdown', 'can_viewmedia', 'can_viewplu', 'can_viewsales'] as const

const tillKeyOf = (locationId: number) => `dbk_bench-till-of-location-${locationId}`

/** Lets somebody in and gives the tills their keys; made once, since the group is kept. */
export const peopleOfGroup = async (url: string, venueId: number, name = 'Bench Owner'): Promise<GroupPeople> => {
  const database = openDatabase(url, 2)
  const owner = connectAsOwner(url)
  try {
    const [known] = await database.house<{ user_id: number }[]>`select user_id from app_user where user_name = ${name}`
    const person = known ? undefined : await makePerson(database, name)
    if (person) await employ(database, person, venueId, TAGS)
    const userId = person?.userId ?? known?.user_id ?? 0
    // A group that was made before there were all of these reports let them see less.
    await database.inVenue(venueId, (sql) => sql`update employee set tags = ${[...TAGS]} where venue_id = ${venueId} and user_id = ${userId}`)
    const locations = await database.inVenue(
      venueId,
      (sql) => sql<{ location_id: number }[]>`select location_id from location where venue_id = ${venueId} order by 1`,
    )
    const locationIds = locations.map(({ location_id }) => location_id)
    for (const locationId of locationIds) await createLocationKey(owner, venueId, locationId, 'Bench till', tillKeyOf(locationId))
    const credential = await database.inVenue(venueId, async (sql) => {
      const [employee] = await sql<{ employee_id: number }[]>`select employee_id from employee where venue_id = ${venueId} and user_id = ${userId}`
      const { sessionId } = await beginSession(sql, userId, { isBrowser: false, ip: '127.0.0.1', userAgent: 'bench' })
      return `Bearer ${await openVenue(sql, sessionId, venueId, employee?.employee_id ?? 0)}`
    })
    return { credential, tillKeys: locationIds.map(tillKeyOf), locationIds }
  } finally {
    await Promise.all([database.close(), owner.end()])
  }
}
