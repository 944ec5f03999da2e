import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { wall } from '#features/dashboard/wall/wall.menu.ts'
import { keepChoice } from '#features/membership/kept-preferences.part.tsx'
import { noteActivity } from '#features/membership/session-clock.part.tsx'
import { actingNow, endActing } from '#ui/acting.ts'
import { listenToSession, showOnScreen } from '#ui/api.ts'
import { beginConnection, noteUnreached } from '#ui/connection.ts'
import { forgetSession } from '#ui/forget-session.ts'
import { LanguageProvider } from '#ui/language.tsx'
import { keepChoicesBy, takeUp } from '#ui/preferences.ts'
import { admission } from '#ui/screen.ts'
import { reloadForNewFiles } from '#ui/screen-files.ts'
import { clearStoredUser, listenToStoredUser, storedUser } from '#ui/stored-user.ts'
import { parseSearch } from '#ui/url-state.ts'
import { askAhead, newQueryClient } from '#ui/use-call.ts'
import { keepFigures } from './kept-figures.ts'
import { screenAt } from './menu.ts'
import { registerServiceWorker } from './register-service-worker.ts'
import { router } from './routes.tsx'
import { beginTab, freezeTab, watchOtherTabs } from './tabs.ts'

// The content policy forbids building functions from text, which zod would otherwise try.
z.config({ jitless: true })

const queries = newQueryClient()

/** Forgets everything about whoever was signed in and goes to the door. */
const leave = (search: Record<string, string>) => {
  queries.clear()
  showOnScreen(0, 0)
  router.navigate({ to: '/membership/auth' as never, search: search as never })
}

/** Acting as somebody else ended: one's own session may live on, and then one is oneself again. */
const backToOneself = async (): Promise<boolean> => {
  if (!actingNow()) return false
  const { stopActing } = await import('#features/employees/acting.part.tsx')
  const back = await stopActing(queries).catch(() => undefined)
  if (back === undefined) return false
  await router.navigate({ href: back } as never)
  return true
}

listenToSession({
  ended: async () => {
    if (!storedUser() || router.state.location.pathname === '/membership/logout') return
    if (await backToOneself()) return
    if (!storedUser()) return
    endActing()
    clearStoredUser()
    leave({ ended: '1', return: router.state.location.href })
  },
  switched: () => freezeTab('venue'),
  active: noteActivity,
  unreached: () => void noteUnreached(),
})
keepChoicesBy(keepChoice)
// The columns somebody chose go with them.
listenToStoredUser(() => {
  if (!storedUser()) takeUp({ columns: undefined })
})
// A wall screen shows what it shows, whoever signs in or out in the same browser.
if (location.pathname !== wall.path) {
  watchOtherTabs(() => {
    if (router.state.location.pathname.startsWith('/membership/logout')) return
    forgetSession()
    leave({})
  })
  beginTab()
  keepFigures(queries)
}
beginConnection()

/** Asks what the first screen will ask, as soon as its file is here: by the time the screen is drawn the answer is on its way. */
const askAheadOfDrawing = async () => {
  const user = storedUser()
  const screen = screenAt(location.pathname)
  if (!user || !screen?.page || admission(screen, user) !== 'open') return
  const { ahead } = await screen.page()
  for (const asked of ahead?.(user, parseSearch(location.search)) ?? []) askAhead(queries, asked)
}
// A screen that does not come is told by the router.
askAheadOfDrawing().catch(() => undefined)

reloadForNewFiles()
registerServiceWorker()

const place = document.getElementById('app')
if (place) {
  const root = createRoot(place)
  // Drawn in small steps, so that a slow phone answers to fingers in between.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <LanguageProvider>
            <RouterProvider router={router} />
          </LanguageProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}
