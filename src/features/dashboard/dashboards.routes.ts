import { randomUUID } from 'node:crypto'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { wordsFor } from '#platform/web/answer-table.ts'
import { implement } from '#platform/web/implement.ts'
import { METRICS, metricOf } from './catalogue.rules.ts'
import { dashboards } from './dashboards.contract.ts'
import { keepMeasures, savedMeasures } from './dashboards.sql.ts'
import { defaultMeasures, type KeptMeasure, type Measure } from './measures.rules.ts'
import { metricWords } from './metrics.messages.ts'
import { type Looker, maySeeMetric, pairsOf } from './metrics.rules.ts'
import { takenMeasures } from './taken-measures.rules.ts'

export const dashboardsImplementation = implement(dashboards, {
  dashboard: async ({ venue }) => {
    const saved = await savedMeasures(venue)
    return saved ? { Measures: saved.map((measure) => shownTo(venue, measure)), Saved: true } : { Measures: defaultMeasures(lookerOf(venue)), Saved: false }
  },

  saveDashboard: async ({ venue, body }) => {
    const measures = takenMeasures(body.Measures, lookerOf(venue), randomUUID)
    for (const { Locations } of measures) venue.chosenLocations(Locations)
    await keepMeasures(venue, measures)
    return { Measures: measures.map((measure) => shownTo(venue, measure)), Saved: true }
  },

  metrics: ({ venue, query }) => {
    const { say } = wordsFor(venue, query?.Language ?? venue.venue.language)
    const looker = lookerOf(venue)
    return {
      Metrics: METRICS.filter((metric) => maySeeMetric(metric, looker)).map((metric) => ({
        Id: metric.id,
        Name: say(metricWords, metric.id),
        Tag: metric.tag,
        Unit: metric.unit,
        Group: metric.group,
        Dimensions: [...metric.dimensions],
        Visuals: [...metric.visuals],
        Pairs: pairsOf(metric),
      })),
      Defaults: defaultMeasures(looker),
    }
  },
})

const lookerOf = ({ tags, venue }: VenueScope): Looker => ({
  tags,
  ShowBreakdownPage: venue.showBreakdownPage,
  ShowControlSheet: venue.showControlSheet,
  ShowExcise: venue.showExcise,
  ShowTimeAndAttendanceModule: venue.showTimeAndAttendanceModule,
})

/**
 * A measure as its owner sees it now. Where none of its locations is theirs any more it keeps them: without any it would be about all others, and sent back as it came it would
 * be kept so.
 */
const shownTo = (venue: VenueScope, measure: KeptMeasure): Measure => {
  const metric = metricOf(measure.Metric)
  const granted = measure.Locations.filter((id) => venue.locations.some(({ locationId }) => locationId === id))
  const isNowhere = measure.Locations.length > 0 && granted.length === 0
  return {
    ...measure,
    Locations: isNowhere ? measure.Locations : granted,
    Permitted: metric !== undefined && maySeeMetric(metric, lookerOf(venue)) && !isNowhere,
  }
}
