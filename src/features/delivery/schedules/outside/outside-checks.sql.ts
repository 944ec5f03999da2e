import { employeeAsking } from '#features/delivery/saved-views/saved-views.sql.ts'
import { peopleOf } from '#features/delivery/schedules/schedule-people.sql.ts'
import type { NewSchedule } from '#features/delivery/schedules/schedules.contract.ts'
import type { KeptSchedule } from '#features/delivery/schedules/schedules.sql.ts'
import { isAddressOfAny } from '#platform/access/people.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { venueMailOf } from '#platform/mail/venue-mail.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { addressKey } from './outside.rules.ts'

/** Whoever acts as somebody else sends nothing of theirs out of the venue. @throws NotWhileImpersonating */
export const refuseActing = ({ holder }: VenueScope): void => {
  if (holder.kind === 'person' && holder.impersonator) throw failure('NotWhileImpersonating')
}

/**
 * Refuses people outside that a schedule may not be mailed to. They are sent what its owner may see, so nobody else adds any, or changes
 * what they are sent.
 * @throws OutsideOff, NotWhileImpersonating, ValidationFailed
 */
export const checkOutside = async (venue: VenueScope, wanted: NewSchedule, before: KeptSchedule | undefined): Promise<void> => {
  const listed = (before?.outside ?? []).map(({ address }) => addressKey(address))
  const kept = wanted.Outside?.map(addressKey) ?? listed
  const added = kept.filter((key) => !listed.includes(key))
  const isOwn = !before || before.employeeId === employeeAsking(venue)
  if (!isOwn && (added.length > 0 || (kept.length > 0 && sendsOtherwise(wanted, before))))
    throw fieldFailure('Outside', 'People outside are sent what the owner of the schedule may see, so only the owner adds them or changes what they are sent.')
  if (added.length === 0) return
  refuseActing(venue)
  if (!(await venueMailOf(venue.sql, venue.venueId)).outside) throw failure('OutsideOff')
  for (const key of added)
    if (await isAddressHere(venue, key)) throw fieldFailure('Outside', 'This is the address of somebody of the venue. Choose them among its people.')
}

/** Whether an address is that of somebody the venue lets in: they are mailed as such, with what they may see themselves. */
export const isAddressHere = async (venue: VenueScope, address: string): Promise<boolean> => {
  const people = await peopleOf(venue)
  return isAddressOfAny(
    venue.sql,
    people.map(({ userId }) => userId),
    address,
  )
}

const sendsOtherwise = ({ Path, Search, Report }: NewSchedule, before: KeptSchedule): boolean =>
  Path !== before.Path || Search !== before.Search || JSON.stringify(sorted(Report)) !== JSON.stringify(sorted(before.Report))

const sorted = ({ Path, Query }: NewSchedule['Report']) => [Path, Object.entries(Query).sort(([a], [b]) => (a < b ? -1 : 1))]
