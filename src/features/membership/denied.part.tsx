import { tagNames } from '#shared/tag-names.messages.ts'
import { Go } from '#ui/go.tsx'
import { useHouse } from '#ui/house.ts'
import { useSay } from '#ui/language.tsx'
import { venueName } from '#ui/rail.tsx'
import type { Needs, Screen } from '#ui/screen.ts'
import type { StoredUser } from '#ui/stored-user.ts'
import { Door } from './door.part.tsx'
import { membershipTexts } from './membership.messages.ts'

/** "You don't have access": which permission it takes, whom to ask, and the way back. */
export const Denied = ({ user, path }: { user: StoredUser; path: string }) => {
  const say = useSay(membershipTexts)
  const house = useHouse()
  const screen = house.screenAt(path)
  return (
    <Door title={say('denied')} lede={screen && <Why screen={screen} user={user} />}>
      {screen?.needs !== 'admin' && <p>{say('deniedAsk', { venue: venueName(user) })}</p>}
      <WayBack user={user} />
    </Door>
  )
}

/** The door with someone signed in: on, or in again as someone else. */
export const AlreadyIn = ({ user, to }: { user: StoredUser; to: string }) => {
  const say = useSay(membershipTexts)
  return (
    <Door title={say('alreadyIn')} lede={say('alreadyInBody', { user: user.UserName })}>
      <Go to={to} className="btn primary big">
        {say('goOn')}
      </Go>
      <SomeoneElse />
    </Door>
  )
}

const Why = ({ screen, user }: { screen: Screen; user: StoredUser }) => {
  const say = useSay(membershipTexts)
  const sayScreen = useSay(screen.words)
  const sayTag = useSay(tagNames)
  const title = sayScreen(screen.title)
  if (screen.needs === 'admin') return say('deniedAdmin', { screen: title })
  const { tags, any } = tagsNeeded(screen.needs)
  const names = tags.map((tag) => `“${sayTag(tag as keyof typeof tagNames.en)}”`)
  return say('deniedBody', { screen: title, tags: names.join(say(any ? 'or' : 'and')), venue: venueName(user) })
}

const tagsNeeded = (needs: Needs): { tags: readonly string[]; any: boolean } => {
  if (typeof needs === 'string' || 'otherThan' in needs) return { tags: ['can_viewsales'], any: false }
  return 'anyOf' in needs ? { tags: needs.anyOf, any: true } : { tags: needs, any: false }
}

const WayBack = ({ user }: { user: StoredUser }) => {
  const say = useSay(membershipTexts)
  const home = useHouse().firstScreen(user)
  const sayHome = useSay(home?.words ?? membershipTexts)
  return (
    <>
      <Go to={home?.path ?? '/membership'} className="btn primary big">
        {home ? say('goBack', { screen: sayHome(home.title as never) }) : say('goOn')}
      </Go>
      <SomeoneElse />
    </>
  )
}

const SomeoneElse = () => {
  const say = useSay(membershipTexts)
  return (
    <p className="row">
      <Go to="/membership/logout">{say('signOutInstead')}</Go>
    </p>
  )
}
