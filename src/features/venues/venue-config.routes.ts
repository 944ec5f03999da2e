import { implement } from '#platform/web/implement.ts'
import { changeLocations, locationsNow } from './change-locations.sql.ts'
import { changeConfig, changeSettings, changeShows, configNow, settingsNow, showsNow } from './config.sql.ts'
import { changeConnections, connectionsNow } from './connections.sql.ts'
import { venueConfig } from './venue-config.contract.ts'

export const venueConfigImplementation = implement(venueConfig, {
  config: ({ venue }) => configNow(venue),
  changeConfig: ({ venue, body }) => changeConfig(venue, body.Config, body.Version),
  shows: ({ venue }) => showsNow(venue),
  changeShows: ({ venue, body }) => changeShows(venue, body.Config, body.Version),
  connections: ({ venue }) => connectionsNow(venue),
  changeConnections: ({ venue, body }) => changeConnections(venue, body.Config, body.Version),
  settings: ({ venue }) => settingsNow(venue),
  changeSettings: ({ venue, body }) => changeSettings(venue, body.Settings, body.Version),
  locationsConfig: ({ venue }) => locationsNow(venue),
  changeLocations: ({ venue, body }) => changeLocations(venue, body.Locations, body.Version),
})
