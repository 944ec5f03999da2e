import { createContext, use } from 'react'
import { useStoredUser, type VenueConfig } from './stored-user.ts'

/** How the venue is set up where nobody is signed in: on a wall screen. */
export const VenueConfigContext = createContext<VenueConfig | undefined>(undefined)

/** How the venue is set up that is on screen; nothing where none is. */
export const useVenueConfig = (): VenueConfig | undefined => {
  const given = use(VenueConfigContext)
  const stored = useStoredUser()?.Config
  return given ?? stored ?? undefined
}
