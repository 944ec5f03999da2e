import type { Messages } from '#shared/messages.ts'
import type { Tag } from '#shared/permissions.ts'
import { roleNames, tagNames } from '#shared/tag-names.messages.ts'
import { Nil } from '#ui/data-table.tsx'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import { useVenueZone } from '#ui/use-moment.ts'
import type { Employee } from './employee.contract.ts'
import { people } from './employees.messages.ts'
import type { Status } from './people-list.rules.ts'
import styles from './person-words.module.css'

const MARKS: Record<Status, React.ReactNode> = {
  Active: <circle cx="5" cy="5" r="4" />,
  Invited: (
    <>
      <path d="M5 1a4 4 0 0 1 0 8z" />
      <circle cx="5" cy="5" r="3.5" className="st" />
    </>
  ),
  Registered: <circle cx="5" cy="5" r="3.5" className="st" />,
  Locked: <path d="M1.5 4.5h7V9h-7zM3 4.5V3a2 2 0 0 1 4 0v1.5" className="st" />,
  Revoked: <path d="M1 5h8" className="st" />,
}

const LOOKS: Record<Status, string | undefined> = {
  Active: styles.active,
  Invited: styles.invited,
  Registered: styles.outside,
  Locked: styles.locked,
  Revoked: styles.outside,
}

/** How far somebody's access has come: a word, with a mark of its own beside it. */
export const StatusMark = ({ status }: { status: Status }) => {
  const say = useSay(people)
  return (
    <span className={`${styles.status} ${LOOKS[status]}`}>
      <svg className="i" viewBox="0 0 10 10" aria-hidden="true">
        {MARKS[status]}
      </svg>
      {say(status)}
    </span>
  )
}

/** Roles by their names in the language on screen; a venue's own roles as it named them. */
export const useRoleName = () => {
  const say = useSay(roleNames)
  return (role: string) => say(role as keyof typeof roleNames.en)
}

/** A permission in words. */
export const useTagName = () => {
  const speech = useLanguage()
  return (tag: string) => said(tagNames as Messages, speech, tag as Tag)
}

/** The roles somebody holds, or that there are none. */
export const RolesHeld = ({ roles }: { roles: readonly string[] }) => {
  const say = useSay(people)
  const roleName = useRoleName()
  return roles.length > 0 ? roles.map(roleName).join(', ') : <Nil>{say('noRole')}</Nil>
}

/** The locations somebody may see, as far as the reader may know. */
export const LocationsHeld = ({ person }: { person: Pick<Employee, 'AllLocations' | 'Locations'> }) => {
  const say = useSay(people)
  if (person.AllLocations) return say('allLocations')
  return person.Locations.length > 0 ? person.Locations.map(({ Name }) => Name).join(', ') : <Nil>{say('noLocations')}</Nil>
}

/** When something happened, as near as it matters: today with the time, yesterday, else the day. */
export const useMoment = () => {
  const say = useSay(people)
  const { locale } = useLanguage()
  const zone = useVenueZone()
  return (instant: string) => {
    const then = new Date(instant)
    const now = new Date()
    const dayOf = (date: Date) => Date.parse(new Intl.DateTimeFormat('en-CA', zone).format(date))
    const days = Math.round((dayOf(now) - dayOf(then)) / 86_400_000)
    const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone }).format(then)
    if (days === 0) return say('today', { time })
    if (days === 1) return say('yesterday')
    return new Intl.DateTimeFormat(locale, {
      ...(days < 300 ? { weekday: 'short', day: 'numeric', month: 'short' } : { dateStyle: 'medium' }),
      ...zone,
    }).format(then)
  }
}

/** "Leo Marsh", or "3 people". */
export const useWho = () => {
  const say = useSay(people)
  return (chosen: readonly Pick<Employee, 'DisplayName'>[]) => {
    const [first] = chosen
    return chosen.length === 1 && first ? first.DisplayName : say.count('people', chosen.length)
  }
}
