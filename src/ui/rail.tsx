import { memo, type ReactNode } from 'react'
import { roleNames } from '#shared/tag-names.messages.ts'
import { frameTexts } from './frame.messages.ts'
import { Go } from './go.tsx'
import { Icon } from './icon.tsx'
import { speak, useLanguage, useSay } from './language.tsx'
import { choose, useIsDark, usePreferences } from './preferences.ts'
import { isUnder, type Screen, type Section } from './screen.ts'
import type { StoredUser } from './stored-user.ts'
import type { UrlState } from './url-state.ts'

export interface RailProps {
  user: StoredUser
  /** What this person sees of the menu, in the order of the specification. */
  menu: readonly Section[]
  /** The rest of the venue's screens, at the foot of the rail. */
  extra: readonly Section[]
  path: string
  active: Section | undefined
  /** Where the top item leads when it has a landing page of its own. */
  landing: (item: Section) => string
  /** Filters that go along from report to report. */
  carried: (path: string) => UrlState
  /** Where venues are chosen, if there is a choice. */
  venueLink?: string
  preferencesLink?: string
  /** Opens the box that finds anything. */
  find?: (() => void) | undefined
  /** Opens the list of what keys do. */
  keys?: (() => void) | undefined
  /** The keys that lead to a screen from anywhere, as they are shown: "G S". */
  keysTo?: (path: string) => string | undefined
}

/** The menu: venue on top, what one may open, greeting and language at the foot. */
export const Rail = memo(({ user, menu, extra, venueLink, preferencesLink, find, keys, ...where }: RailProps) => {
  const say = useSay(frameTexts)
  return (
    <nav className="rail" aria-label={say('main')}>
      <VenueHead user={user} link={venueLink} />
      <ul className="menu">
        {menu.map((item) => (
          <TopItem key={item.path} item={item} {...where} />
        ))}
      </ul>
      {extra.length > 0 && (
        <ul className="menu extra">
          {extra.map((item) => (
            <TopItem key={item.path} item={item} {...where} />
          ))}
        </ul>
      )}
      <Me user={user} preferencesLink={preferencesLink} find={find} keys={keys} />
    </nav>
  )
})

/** The venue's name without the word that says it is made up; that stands beside it, quieter. */
export const venueName = (user: StoredUser): string => {
  const name = user.Config?.VenueName ?? user.Venues.find((venue) => venue.VenueId === user.VenueId)?.Name ?? ''
  return user.Config?.Sample ? name.replace(/\s*\(sample\)$/i, '') : name
}

const VenueHead = ({ user, link }: { user: StoredUser; link: string | undefined }) => {
  const say = useSay(frameTexts)
  const sayRole = useSay(roleNames)
  const roles = user.Roles.map((role) => sayRole(role as keyof typeof roleNames.en)).join(', ')
  const isAdmin = user.Roles.includes('Admin')
  const locations = user.Config?.Locations.length
  const facts: ReactNode[] = [isAdmin || locations === undefined ? '' : say.count('locations', locations), roles].filter(Boolean)
  const name = (
    <>
      <strong>
        {isAdmin ? 'Daybook' : venueName(user)} {user.Config?.Sample && !isAdmin && <span>{say('sample')}</span>}
      </strong>
      <small>{facts.join(' · ')}</small>
    </>
  )
  if (!link) return <p className="venue">{name}</p>
  return (
    <Go to={link} className="venue" title={say('switchVenue')}>
      {name}
      <Icon name="caret" />
    </Go>
  )
}

type WhereProps = Pick<RailProps, 'path' | 'active' | 'landing' | 'carried' | 'keysTo'>

const TopItem = ({ item, path, active, landing, carried, keysTo }: WhereProps & { item: Section }) => {
  const say = useSay(item.words)
  const open = active?.path === item.path
  const to = landing(item)
  const single = item.screens.length === 1 && item.screens[0]?.path === to
  const here = path === to || (single && open)
  // A screen that hangs elsewhere, or in no list, is of the item it lies under.
  const within = open && !item.screens.some((screen) => isUnder(path, screen.path))
  return (
    <li className={open ? 'open' : undefined}>
      <Go to={to} search={carried(to)} aria-current={here ? 'page' : within ? 'true' : undefined} data-keys={useKeysTo(keysTo, to)}>
        {say(item.title)}
      </Go>
      {open && !single && (
        <ul>
          {item.screens.map((screen) => (
            <SubItem key={screen.path} screen={screen} path={path} carried={carried} keysTo={screen.path === to ? undefined : keysTo} />
          ))}
        </ul>
      )}
    </li>
  )
}

const SubItem = ({ screen, path, carried, keysTo }: { screen: Screen } & Pick<WhereProps, 'path' | 'carried' | 'keysTo'>) => {
  const say = useSay(screen.words)
  return (
    <li>
      <Go
        to={screen.path}
        search={carried(screen.path)}
        aria-current={isUnder(path, screen.path) ? 'page' : undefined}
        data-keys={useKeysTo(keysTo, screen.path)}
      >
        {say(screen.title)}
      </Go>
    </li>
  )
}

/** Nothing where keys are switched off. */
const useKeysTo = (keysTo: RailProps['keysTo'], path: string): string | undefined => (usePreferences().shortcuts === 'on' ? keysTo?.(path) : undefined)

const Me = ({ user, preferencesLink, find, keys }: { user: StoredUser } & Pick<RailProps, 'preferencesLink' | 'find' | 'keys'>) => {
  const say = useSay(frameTexts)
  const { language: spoken } = useLanguage()
  // The button answers at once, before every word is drawn anew.
  const language = usePreferences().language ?? spoken
  const dark = useIsDark()
  return (
    <div className="me">
      <p>{say('hello', { user: user.UserName })}</p>
      {!user.Roles.includes('Admin') && (
        <fieldset className="lang">
          <legend className="sr">{say('languages')}</legend>
          <button type="button" lang="en" aria-pressed={language === 'en'} onClick={() => speak('en')}>
            English
          </button>
          <button type="button" lang="ja" aria-pressed={language === 'jp'} onClick={() => speak('jp')}>
            日本語
          </button>
        </fieldset>
      )}
      <p>
        <button type="button" onClick={() => choose({ theme: dark ? 'light' : 'dark' })}>
          {say(dark ? 'light' : 'dark')}
        </button>
        {preferencesLink && <Go to={preferencesLink}>{say('preferences')}</Go>}
        {find && (
          <button type="button" aria-keyshortcuts="Control+K Meta+K" onClick={find}>
            {say('find')}
          </button>
        )}
        {keys && (
          <button type="button" className="for-keys" aria-keyshortcuts="?" onClick={keys}>
            {say('keysOpen')} <kbd>?</kbd>
          </button>
        )}
      </p>
    </div>
  )
}
