import { BlankMenu } from '#ui/blank.tsx'
import { useSay } from '#ui/language.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { type ChosenVenue, VenueBlank } from './chosen-venue.part.tsx'
import type { Employee } from './employee.contract.ts'
import { people } from './employees.messages.ts'
import { STATUSES } from './people-list.rules.ts'
import { useRoleName } from './person-words.part.tsx'

interface PeopleFiltersProps {
  place: ChosenVenue
  everyone: readonly Employee[]
  /** Where every state is the same it is not asked for. */
  withoutStatus?: boolean
}

/** Venue for Admin, state, location, role; kept in the address. What nobody has is not offered. */
export const PeopleFilters = ({ place, everyone, withoutStatus }: PeopleFiltersProps) => {
  const say = useSay(people)
  const roleName = useRoleName()
  const [url, change] = useUrlState()
  const any = { value: '', label: say('any') }
  const locations = new Map(everyone.flatMap(({ Locations }) => Locations).map(({ LocationId, Name }) => [LocationId, Name]))
  const roles = [...new Set(everyone.flatMap(({ Roles }) => Roles))]
  return (
    <>
      <VenueBlank place={place} />
      {!withoutStatus && (
        <BlankMenu
          label={say('status')}
          options={[any, ...STATUSES.map((status) => ({ value: status as string, label: say(status) }))]}
          value={url.status ?? ''}
          onChange={(status) => change({ status })}
        />
      )}
      <BlankMenu
        label={say('location')}
        options={[any, ...[...locations].map(([id, label]) => ({ value: String(id), label }))]}
        value={url.location ?? ''}
        onChange={(location) => change({ location })}
      />
      <BlankMenu
        label={say('role')}
        options={[any, ...roles.map((role) => ({ value: role, label: roleName(role) }))]}
        value={url.role ?? ''}
        onChange={(role) => change({ role })}
      />
    </>
  )
}
