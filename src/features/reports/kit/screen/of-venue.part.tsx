import type { ComponentType } from 'react'
import { type StoredUser, useStoredUser, type VenueConfig } from '#ui/stored-user.ts'

export interface OfVenue {
  user: StoredUser
  config: VenueConfig
}

/** A report as the page of whoever is signed in at a venue. */
export const ofVenue = (Report: ComponentType<OfVenue>) => {
  const ReportOfVenue = () => {
    const user = useStoredUser()
    return user?.Config ? <Report user={user} config={user.Config} /> : null
  }
  return ReportOfVenue
}
