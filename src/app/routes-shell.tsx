import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { wall } from '#features/dashboard/wall/wall.menu.ts'
import { membershipTexts } from '#features/membership/membership.messages.ts'
import { SessionClock } from '#features/membership/session-clock.part.tsx'
import type { AnswerOf } from '#shared/endpoint.ts'
import { useActing } from '#ui/acting.ts'
import { Frozen, OfflineBanner, SampleBanner } from '#ui/banners.tsx'
import { leaveFor } from '#ui/came-from.ts'
import { frameTexts } from '#ui/frame.messages.ts'
import { Frame } from '#ui/frame.tsx'
import { Go, LinksFromHere } from '#ui/go.tsx'
import { HouseContext } from '#ui/house.ts'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { venueName } from '#ui/rail.tsx'
import type { Screen } from '#ui/screen.ts'
import { NoConnection } from '#ui/screen-files.ts'
import { Empty } from '#ui/states.tsx'
import { type StoredUser, storedUser, useStoredUser } from '#ui/stored-user.ts'
import { Toasts } from '#ui/toast.tsx'
import { parseSearch, stringifySearch } from '#ui/url-state.ts'
import { lazyWhenNear } from '#ui/when-near.ts'
import { health } from './health.contract.ts'
import { carriedSearch, firstScreen, homeOf, isBare, landingOf, menuFor, openScreens, screenAt, wholeMenu } from './menu.ts'
import { AppKeys, keysTo } from './routes-keys.tsx'
import { useFreeze } from './tabs.ts'

declare const __DAYBOOK_VERSION__: string

const MailReport = lazy(() => import('#features/delivery/saved-views/mail-report.part.tsx'))
const ViewsMenu = lazy(() => import('#features/delivery/saved-views/views-menu.part.tsx'))

const FirstRun = lazy(() => import('#features/venues/setup/first-run.part.tsx'))

const HOUSE = { firstScreen, homeOf, screenAt, openScreens, menu: wholeMenu, ViewsMenu, MailReport, FirstRun }

const Palette = lazyWhenNear(() => import('#features/find/palette.part.tsx'))

const ActingBanner = lazy(() => import('#features/employees/acting.part.tsx'))

/** What every screen stands in: menu and footer by the specification's rules, banners, toasts. */
export const Shell = () => {
  const freeze = useFreeze()
  const stored = useStoredUser()
  // A frozen tab goes on showing whom and what it showed, whatever is stored by now.
  const shown = useRef(stored)
  if (!freeze) shown.current = stored
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // On a wall nobody is signed in.
  const user = path === wall.path ? undefined : shown.current
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
        if (fromLocation && fromLocation.pathname !== toLocation.pathname && !isBare(fromLocation.pathname)) leaveFor(fromLocation.href)
      }),
    [router],
  )
  // Of the rest of the address only what goes along to other screens: the menu is not drawn anew for each receipt that is opened.
  const along = useRouterState({
    select: ({ location }) => stringifySearch(carriedSearch({ path: location.pathname, search: location.search }, location.pathname)),
  })
  // Each opening has a number of its own, so that one right after a closing is not taken for the one before.
  const openings = useRef(0)
  const [finding, setFinding] = useState(0)
  const find = useCallback(() => {
    // Not over a dialog, which is to be answered first, nor where a screen stands alone.
    if (!document.querySelector('dialog[open], .modal-layer, .frame.bare')) setFinding(++openings.current)
  }, [])
  const [keysShown, showKeys] = useState(false)
  const rail = useMemo(() => {
    if (!user?.Token || isBare(path)) return undefined
    return {
      user,
      ...menuFor(user, path),
      path,
      landing: landingOf,
      find,
      keys: () => showKeys(true),
      keysTo,
      carried: (to: string) => carriedSearch({ path, search: parseSearch(along) }, to),
      ...(user.Venues.length > 1 && !user.Roles.includes('Admin') ? { venueLink: '/membership/selectvenue' } : {}),
      ...(user.Roles.includes('Admin') ? { preferencesLink: '/preferences' } : {}),
    }
  }, [user, path, along, find])
  return (
    <HouseContext value={HOUSE}>
      <LinksFromHere>
        <Frame
          rail={rail}
          version={__DAYBOOK_VERSION__}
          frozen={freeze && <FrozenTab why={freeze} venue={user ? venueName(user) : ''} />}
          banners={<Banners user={user} inFrame={rail !== undefined} />}
        >
          {user?.Token && <AppKeys user={user} find={find} shown={keysShown} onShow={showKeys} />}
          <FirstScreen />
        </Frame>
      </LinksFromHere>
      {finding > 0 && user && rail && !freeze && (
        <Suspense>
          <Palette key={finding} user={user} onClose={() => setFinding((now) => (now === finding ? 0 : now))} />
        </Suspense>
      )}
      <Toasts />
    </HouseContext>
  )
}

/** The first screen is drawn in small steps behind its frame, which is there before it; those after it come as they are opened. */
const FirstScreen = () => (useDeferredValue(true, false) ? <Outlet /> : <div className="waiting" aria-hidden="true" />)

const Banners = ({ user, inFrame }: { user: StoredUser | undefined; inFrame: boolean }) => (
  <>
    {user?.Token && <WhoseSeat />}
    <OfflineBanner />
    {user?.Token && <SessionClock />}
    {user?.Config?.Sample && inFrame && !user.Roles.includes('Admin') && <SampleRibbon user={user} />}
  </>
)

/** Fetched only while somebody acts as somebody else. */
const WhoseSeat = () =>
  useActing() && (
    <Suspense>
      <ActingBanner />
    </Suspense>
  )

/** The sample's ribbon, which tells how far its history has come while that fills in. */
const SampleRibbon = ({ user }: { user: StoredUser }) => {
  const [percent, setPercent] = useState<number>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const filled = await samplePercent().catch(() => undefined)
      setPercent(filled)
      if (filled !== undefined && filled < 100) timer = setTimeout(ask, 3000)
    }
    void ask()
    return () => clearTimeout(timer)
  }, [])
  return <SampleBanner user={user} leave={user.Venues.length > 1 ? '/membership/selectvenue' : '/membership/begin'} filledPercent={percent} />
}

/** Asked without anybody's name on it: looking at a ribbon is no activity, and must not keep a session alive. */
const samplePercent = async (): Promise<number | undefined> => {
  const answer = await fetch(`/api${health.ready.path}`)
  const { SamplePercent } = (await answer.json()) as AnswerOf<typeof health.ready>
  return SamplePercent ?? undefined
}

const FrozenTab = ({ why, venue }: { why: 'venue' | 'user'; venue: string }) => {
  const say = useSay(frameTexts)
  const now = storedUser()
  return <Frozen title={why === 'venue' ? say('frozenVenue', { venue: now ? venueName(now) : '' }) : say('frozenUser')} venue={venue} />
}

/** A screen the venue's settings switch off. */
export const SwitchedOffPage = ({ screen }: { screen: Screen }) => {
  const say = useSay(frameTexts)
  const sayScreen = useSay(screen.words)
  const user = useStoredUser()
  const title = sayScreen(screen.title)
  return (
    <Page title={title}>
      <Empty title={say('offTitle')} act={<HomeLink />}>
        <p>{say('offBody', { screen: title, venue: user ? venueName(user) : '' })}</p>
      </Empty>
    </Page>
  )
}

/** No such address. */
export const NotFoundPage = () => {
  const say = useSay(frameTexts)
  return (
    <Page title={say('notFound')}>
      <Empty title={say('notFound')} act={<HomeLink />}>
        <p>{say('notFoundBody')}</p>
      </Empty>
    </Page>
  )
}

/** Signed in, but no screen is open to the person. */
export const NothingYetPage = () => {
  const say = useSay(membershipTexts)
  const user = useStoredUser()
  return (
    <Page title={say('nothingYet')}>
      <Empty title={say('nothingYet')}>
        <p>{say('nothingYetBody', { venue: user ? venueName(user) : '' })}</p>
      </Empty>
    </Page>
  )
}

/** The app itself broke, its frame included. */
export const BrokenApp = ({ error }: { error: unknown }) => (
  <main className="page">
    <BrokenPage error={error} />
  </main>
)

/** A screen broke while it was drawn, or its file cannot be fetched before there is a connection again. */
export const BrokenPage = ({ error }: { error: unknown }) => {
  const say = useSay(frameTexts)
  if (error instanceof NoConnection) return <UnreachedPage />
  return (
    <Page title={say('broken')}>
      <Empty
        title={say('broken')}
        act={
          <button type="button" className="btn primary" onClick={() => window.location.reload()}>
            {say('reload')}
          </button>
        }
      >
        <p>{say('brokenBody')}</p>
        <p>
          <small>{error instanceof Error ? error.message : String(error)}</small>
        </p>
      </Empty>
    </Page>
  )
}

/** A screen that was never opened here, asked for without a connection; it opens by itself once there is one. */
const UnreachedPage = () => {
  const say = useSay(frameTexts)
  const router = useRouter()
  useEffect(() => {
    const goOn = () => void router.invalidate()
    addEventListener('online', goOn)
    return () => removeEventListener('online', goOn)
  }, [router])
  return (
    <Page title={say('unreached')}>
      <Empty title={say('unreached')}>
        <p>{say('unreachedBody')}</p>
      </Empty>
    </Page>
  )
}

const HomeLink = () => {
  const say = useSay(frameTexts)
  return (
    <Go to="/membership" className="btn primary">
      {say('goHome')}
    </Go>
  )
}
