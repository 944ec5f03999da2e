import { implement } from '#platform/web/implement.ts'
import { forecast } from './forecast.contract.ts'
import { forecastReport } from './forecast.report.ts'

export const forecastImplementation = implement(forecast, { forecast: ({ venue, query }) => forecastReport(venue, query) })
