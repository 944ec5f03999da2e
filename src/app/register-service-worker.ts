import { listenToStoredUser, storedUser } from '#ui/stored-user.ts'

const SCRIPT = '/service-worker.js'
const QUIET_AFTER_MS = 4000

interface ScriptAddresses {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL: (address: string) => string }
}

/**
 * Has the browser keep the app's files for whoever is signed in, once a first screen is drawn. Only the app as it is built has the script: in
 * development files change too often to be kept.
 */
export const registerServiceWorker = (): void => {
  if (!('serviceWorker' in navigator)) return
  let isDone = false
  const register = () => {
    if (isDone || !storedUser()?.Token) return
    isDone = true
    setTimeout(() => navigator.serviceWorker.register(trusted(SCRIPT), { updateViaCache: 'none' }).catch(() => undefined), QUIET_AFTER_MS)
  }
  listenToStoredUser(register)
  register()
}

/** The content policy takes the address of a script only from a named rule, and this rule knows a single address. */
const trusted = (address: string): string => {
  const { trustedTypes } = window as unknown as { trustedTypes?: ScriptAddresses }
  return trustedTypes ? trustedTypes.createPolicy('daybook', { createScriptURL: () => SCRIPT }).createScriptURL(address) : address
}
