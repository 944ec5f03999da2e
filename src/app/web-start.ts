import { admission } from '#ui/screen.ts'
import { storedUser } from '#ui/stored-user.ts'
import { screenAt } from './menu.ts'

/**
 * What a browser runs first, small enough to be there long before the app is: it sends for the screen of the address, or for the door
 * where nobody is signed in, while the app is still on its way. Otherwise the one would wait for the other.
 */
const first = (): ReturnType<typeof screenAt> => {
  const screen = screenAt(location.pathname)
  return screen && admission(screen, storedUser()) !== 'open' ? screenAt('/membership/auth') : screen
}

// A screen that does not come is told by the router, which asks for it again.
first()
  ?.page?.()
  .catch(() => {})
void import('./web.tsx')

// The browser gathers what it knows of languages when it is first asked, which takes a while: in a task of its own, while the app comes.
setTimeout(() => Intl.DateTimeFormat.supportedLocalesOf('en-AU'))
