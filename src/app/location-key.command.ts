import { createLocationKey } from '#platform/access/location-keys.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { isCleanText } from '#shared/fields.ts'
import { argumentsOf, type Command, needed, neededId, WrongUsage } from './command.ts'

const LONGEST_NAME = 100

/** The key a till signs in with. */
export const locationKey: Command = {
  name: 'location-key',
  summary: 'Make the key that a till uses to send the sales of one location. It is shown once.',
  usage: '--venue <number> --location <number> --name <what the till is called>',
  notes: ['Standard output has only the key, so you can save it: npm run --silent daybook -- location-key … > till.key'],
  async run(args, { database, print, tell }) {
    const { values } = argumentsOf(args, { venue: { type: 'string' }, location: { type: 'string' }, name: { type: 'string' } })
    const venueId = neededId('venue', values.venue)
    const locationId = neededId('location', values.location)
    const name = needed('name', values.name)
    if (!isCleanText(name) || name.length > LONGEST_NAME) throw new WrongUsage(`--name can have up to ${LONGEST_NAME} characters.`)
    const { key, place } = await workInVenue(await database(), venueId, new Date(), async ({ sql, venue, locations }) => {
      const chosen = locations.find((location) => location.locationId === locationId)
      if (!chosen) throw new Error(`${venue.name} has no location ${locationId}. ${theseAre(locations)}`)
      await recordAudit(sql, venueId, { action: 'location-key.made', subject: name, detail: { LocationId: locationId, By: 'command line' }, actorUserId: null })
      return { key: await createLocationKey(sql, venueId, locationId, name), place: `${chosen.name} of ${venue.name}` }
    })
    tell(`The key of "${name}" for ${place}. Daybook does not store it and cannot show it again:`)
    print(key)
  },
}

const theseAre = (locations: readonly { locationId: number; name: string }[]): string =>
  locations.length === 0 ? 'It has no locations yet.' : `It has ${locations.map(({ locationId, name }) => `${locationId} (${name})`).join(', ')}.`
