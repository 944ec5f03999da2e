import { useSay } from '#ui/language.tsx'
import { ownLoginTexts } from './own-login.messages.ts'
import type { Device } from './own-sessions.contract.ts'

/** What a device is called: "Chrome on Windows", or as much of it as is known. */
export const useDeviceName = () => {
  const say = useSay(ownLoginTexts)
  return ({ Browser, System }: Device): string =>
    Browser && System ? say('deviceOn', { browser: Browser, system: System }) : (Browser ?? System ?? say('unknownDevice'))
}
