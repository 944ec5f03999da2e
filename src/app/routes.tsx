import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { LaterPage } from '#ui/later.tsx'
import { admission, type Screen } from '#ui/screen.ts'
import { whenConnected } from '#ui/screen-files.ts'
import { storedUser, useStoredUser } from '#ui/stored-user.ts'
import { parseSearch, stringifySearch } from '#ui/url-state.ts'
import { firstScreenUnder, homeOf, SCREENS, SECTIONS } from './menu.ts'
import { BrokenApp, BrokenPage, NotFoundPage, NothingYetPage, Shell, SwitchedOffPage } from './routes-shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage, errorComponent: BrokenApp })

/** The guard: without a signed-in user to the door, without the tag to the door as well, which then says so. */
const guard = (screen: Screen, location: { href: string; pathname: string }) => {
  const answer = admission(screen, storedUser())
  if (answer === 'sign-in') throw redirect({ to: '/membership/auth' as never, search: { return: location.href } as never })
  if (answer === 'choose-venue') throw redirect({ to: '/membership/selectvenue' as never, search: { return: location.href } as never })
  if (answer === 'denied') throw redirect({ to: '/membership/auth' as never, search: { denied: location.pathname } as never })
}

const screenRoute = (screen: Screen) =>
  createRoute({
    getParentRoute: () => root,
    path: screen.path,
    beforeLoad: ({ location }) => guard(screen, location),
    component: guarded(screen),
  })

/** The screen itself, or that the venue has switched it off: that is no matter of access, so it is said in place. */
const guarded = (screen: Screen) => {
  const Open = screen.page ? lazyRouteComponent(whenConnected(screen.page)) : () => <LaterPage screen={screen} />
  const Guarded = () => (admission(screen, useStoredUser()) === 'switched-off' ? <SwitchedOffPage screen={screen} /> : <Open />)
  const preload = 'preload' in Open ? (Open.preload as () => Promise<void>) : undefined
  return preload ? Object.assign(Guarded, { preload }) : Guarded
}

/** A section's own address leads to its first screen that is open to the person. */
const sectionRoute = (path: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ location }) => {
      const user = storedUser()
      if (!user) throw redirect({ to: '/membership/auth' as never, search: (location.pathname === '/membership' ? {} : { return: location.href }) as never })
      if (!user.Token) throw redirect({ to: '/membership/selectvenue' as never })
      if (path === '/membership') {
        const [to, search] = homeOf(user)?.split('?', 2) ?? []
        if (to) throw redirect({ to: to as never, search: parseSearch(search ?? '') as never, replace: true })
        return
      }
      const screen = firstScreenUnder(path, user)
      if (screen) throw redirect({ to: screen.path as never, replace: true })
    },
    component: NothingYetPage,
  })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/membership' as never, replace: true })
  },
})

/** Every screen of the product, each loaded when it is first opened. */
export const router = createRouter({
  routeTree: root.addChildren([home, ...SECTIONS.map(sectionRoute), ...SCREENS.map(screenRoute)]),
  parseSearch,
  stringifySearch,
  trailingSlash: 'never',
  defaultPreload: false,
  scrollRestoration: true,
  defaultPendingMs: 150,
  defaultErrorComponent: BrokenPage,
})
