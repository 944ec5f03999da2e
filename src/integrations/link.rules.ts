/** How long somebody has to come back from a provider. */
export const AUTHORISATION_MINUTES = 10
/** How far back is fetched when a place is linked. */
export const BACKFILL_DAYS = 90

/** Whether a provider may send people back there: an address of ours, or of an origin that was settled. */
export const isRedirectAllowed = (redirectUri: string, origins: readonly string[]): boolean => {
  if (!URL.canParse(redirectUri) || redirectUri.includes('#') || redirectUri.includes('\\')) return false
  const { origin, username, password, protocol } = new URL(redirectUri)
  return (
    (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && origins.includes(origin) && redirectUri.startsWith(`${origin}/`)
  )
}

const FIRST_PAUSE_SECONDS = 30
const LONGEST_PAUSE_SECONDS = 3600

/** How long to wait after a provider failed so many times in a row, in seconds; what it asks for itself is waited for at least. */
export const pauseAfter = (failures: number, askedSeconds = 0): number =>
  Math.max(Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.max(failures - 1, 0), LONGEST_PAUSE_SECONDS), Math.min(askedSeconds, 6 * LONGEST_PAUSE_SECONDS))
