import type { ReactNode } from 'react'
import { useSay } from './language.tsx'
import { type StoredUser, useStoredUser } from './stored-user.ts'
import { ui } from './ui.messages.ts'

/** Whether the user may change what applies to the whole venue; the server decides. */
export const seesWholeVenue = (user: StoredUser | undefined): boolean => user?.Config?.AllLocations !== false

/** Fields that apply to the whole venue: disabled, with the reason, for a user without all locations. */
export const WholeVenue = ({ children }: { children: ReactNode }) => {
  const say = useSay(ui)
  const isOpen = seesWholeVenue(useStoredUser())
  return (
    <>
      {!isOpen && <p className="callout">{say('wholeVenueOnly')}</p>}
      <fieldset disabled={!isOpen}>{children}</fieldset>
    </>
  )
}
