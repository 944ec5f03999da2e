import { useRouterState } from '@tanstack/react-router'
import { TAGS, type Tag } from '#shared/permissions.ts'
import { BlankMenu } from '#ui/blank.tsx'
import { useSay } from '#ui/language.tsx'
import { isUnder } from '#ui/screen.ts'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { people } from './employees.messages.ts'

/** Whose people a screen is about, and what the reader may do with them. */
export interface ChosenVenue {
  /** Admin's menu: any venue, by the venue in the address. */
  isAdmin: boolean
  venueId: number
  venueName: string
  /** Where the screens of this menu are: /employees or /admin/employees. */
  base: string
  /** What goes along from screen to screen. */
  along: Record<string, string>
  /** The reader as an employee of the venue; 0 for Admin. */
  me: number
  can: (tag: Tag) => boolean
  /** Everything the reader may do. */
  held: readonly string[]
}

/** The venue that is open, or the one Admin chose in the address. */
export const useChosenVenue = (): ChosenVenue => {
  const user = useStoredUser()
  const [url] = useUrlState()
  const onAdminMenu = useRouterState({ select: ({ location }) => isUnder(location.pathname, '/admin') })
  const isAdmin = onAdminMenu && (user?.Roles.includes('Admin') ?? false)
  const named = (isAdmin && Number(url.venue)) || user?.VenueId || 0
  const venue = user?.Venues.find(({ VenueId }) => VenueId === named)
  // One that is not in the list may have been made since; another one in its place would be the wrong people.
  const venueId = named || (isAdmin ? (user?.Venues[0]?.VenueId ?? 0) : 0)
  const held: readonly string[] = isAdmin ? TAGS : tagsOf(user)
  return {
    isAdmin,
    venueId,
    venueName: (isAdmin ? undefined : user?.Config?.VenueName) ?? venue?.Name ?? '',
    base: isAdmin ? '/admin/employees' : '/employees',
    along: isAdmin && venueId ? { venue: String(venueId) } : {},
    me: isAdmin ? 0 : (venue?.EmployeeId ?? 0),
    can: (tag) => held.includes(tag),
    held,
  }
}

/** Admin's choice of a venue; nothing in the menu of a venue. */
export const VenueBlank = ({ place }: { place: ChosenVenue }) => {
  const say = useSay(people)
  const user = useStoredUser()
  const [, change] = useUrlState()
  if (!place.isAdmin) return null
  const options = (user?.Venues ?? []).map(({ VenueId, Name }) => ({ value: String(VenueId), label: Name }))
  return (
    <BlankMenu
      label={say('venue')}
      options={options}
      value={String(place.venueId)}
      onChange={(venue) => change({ venue, open: undefined, employee: undefined, step: undefined, location: undefined, role: undefined })}
    />
  )
}
