import type { ReactNode } from 'react'
import { dayFormat } from '#shared/formats.ts'
import { satisfies } from '#shared/permissions.ts'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { Setup } from './setup.contract.ts'
import { setupWords } from './setup.messages.ts'
import styles from './setup.module.css'

interface StepProps {
  number: number
  title: string
  aside?: string
  done: boolean
  /** The one to do next. */
  current?: boolean
  children: ReactNode
}

/** One of the steps: its number until it is done, then that it is. */
export const Step = ({ number, title, aside, done, current = false, children }: StepProps) => {
  const say = useSay(setupWords)
  return (
    <li className={current ? styles.cur : done ? styles.done : undefined} {...(current ? { 'aria-current': 'step' as const } : {})}>
      <span className={styles.mark}>
        {done ? (
          <>
            <Icon name="check" />
            <span className="sr">{say('done')}</span>
          </>
        ) : (
          number
        )}
      </span>
      <div>
        <h3>
          {title} {aside && <small>{aside}</small>}
        </h3>
        {children}
      </div>
    </li>
  )
}

export const VenueStep = ({ venue }: { venue: Setup['Venue'] }) => {
  const say = useSay(setupWords)
  const { locale } = useLanguage()
  // The first of January 2024 was a Monday; every year has the day a financial year begins.
  const weekday = dayFormat(locale, { weekday: 'long' }).format(new Date(Date.UTC(2024, 0, venue.WeekStart)))
  const day = dayFormat(locale, { day: 'numeric', month: 'long' }).format(new Date(`2023-${venue.FinancialYearStart}T00:00:00Z`))
  return (
    <Step number={1} title={say('venue')} done={venue.Done}>
      <p>{say('venueFact', { name: venue.Name, weekday, day, currency: venue.Currency })}</p>
      <Go className={styles.do} to="/venue/settings">
        {say('venueAct')}
      </Go>
    </Step>
  )
}

export const LocationStep = ({ locations, current }: { locations: Setup['Locations']; current: boolean }) => {
  const say = useSay(setupWords)
  const [first, ...others] = locations.Places
  const zone = first?.TimeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? ''
  return (
    <Step number={2} title={say('location')} done={locations.Done} current={current}>
      <p>
        {first ? say('locationFact', { name: first.Name, zone, start: first.DayStart }) : say('locationNone')}{' '}
        {others.length > 0 && say.count('locationMore', others.length)}
      </p>
      <Go className={first ? styles.do : 'btn primary big'} to="/venue/settings" search={{ tab: 'locations', add: '1' }}>
        {say(first ? 'locationAddMore' : 'locationAdd')}
      </Go>
    </Step>
  )
}

export const PeopleStep = ({ people, current, tags }: { people: Setup['People']; current: boolean; tags: readonly string[] }) => {
  const say = useSay(setupWords)
  const told = people && [people.Joined > 0 && say.count('peopleJoined', people.Joined), people.Invited > 0 && say.count('peopleInvited', people.Invited)]
  return (
    <Step number={4} title={say('people')} done={people?.Done ?? false} current={current}>
      <p>{told ? told.filter(Boolean).join(' · ') || say('peopleNone') : say('peopleUnseen')}</p>
      {tags.includes('can_register') && (
        <Go className={styles.do} to="/employees/create">
          {say('peopleAct')}
        </Go>
      )}
    </Step>
  )
}

const LINKING = { anyOf: ['can_linkpayment', 'can_linkdeputy', 'can_linkinvolv', 'can_linkshopify'] } as const

export const LinksStep = ({ links, tags }: { links: Setup['Links']; tags: readonly string[] }) => {
  const say = useSay(setupWords)
  const { locale } = useLanguage()
  return (
    <Step number={5} title={say('links')} aside={say('optional')} done={links.Done}>
      <p>{links.Done ? say('linksFact', { providers: new Intl.ListFormat(locale).format(links.Linked) }) : say('linksNone')}</p>
      {satisfies(LINKING, tags) && (
        <Go className={styles.do} to="/venue/connections">
          {say('linksAct')}
        </Go>
      )}
    </Step>
  )
}
