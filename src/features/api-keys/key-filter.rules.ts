import type { KeyUser } from './api-keys.contract.ts'

const UNUSED_DAYS = 90
const DAY_MS = 86_400_000

/** What the list is narrowed to; venue 0 is every venue. */
export interface KeyFilter {
  venueId: number
  unused: boolean
}

/** The users granted at a venue; and of them those whose keys still work but were not used, or not made, in 90 days. */
export const matching = (users: readonly KeyUser[], { venueId, unused }: KeyFilter, now: number): KeyUser[] =>
  users.filter(
    ({ Venues, LastUsed, Created, Status }) =>
      (venueId === 0 || Venues.some((venue) => venue.VenueId === venueId)) &&
      (!unused || (Status === 'Active' && now - Date.parse(LastUsed ?? Created) > UNUSED_DAYS * DAY_MS)),
  )
