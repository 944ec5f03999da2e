/** A screen's file could not be fetched because there is no connection: nothing is wrong with the app. */
export class NoConnection extends Error {
  override name = 'NoConnection'
}

const RELOADED = 'daybook.reloaded'
const ONCE_IN_MS = 60_000

/**
 * Fetches a screen's file. Without a connection it fails as {@link NoConnection}: the router reloads the page for
 * any other file it misses, and a reload without a connection would lose the page that is open.
 */
export const whenConnected =
  <Module>(fetchFile: () => Promise<Module>) =>
  (): Promise<Module> =>
    fetchFile().catch((error) => {
      throw navigator.onLine ? error : new NoConnection()
    })

/** After an update a screen's file is gone: the page as it is now is fetched, once, and never without a connection. */
export const reloadForNewFiles = (): void => {
  addEventListener('vite:preloadError', () => {
    const before = Number(sessionStorage.getItem(RELOADED) ?? 0)
    if (!navigator.onLine || Date.now() - before < ONCE_IN_MS) return
    sessionStorage.setItem(RELOADED, String(Date.now()))
    location.reload()
  })
}
