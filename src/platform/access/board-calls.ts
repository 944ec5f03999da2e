import type { FastifyRequest } from 'fastify'
import { formatAsked } from '#platform/web/answer-table.ts'
import type { AnyOperation } from '#shared/endpoint.ts'

type Shown = (answer: never) => unknown

/** Hours and wages of all together; no employee by name. */
const withoutPeople: Shown = (answer: object) => ({ ...answer, People: [], Rows: [], Exceptions: [] })

/** What tills were over or short, whoever was on them. */
const withoutOperators: Shown = (answer: { Rows: object[] }) => ({ ...answer, Rows: answer.Rows.map((row) => ({ ...row, OperatorId: 0, Operator: null })) })

/**
 * All that a wall screen may ask, and what of each answer it is given: itself, the layout of its person, and the reports that measures are
 * read from. Whatever is not here it is refused.
 */
export const BOARD_CALLS: ReadonlyMap<string, Shown | true> = new Map<string, Shown | true>([
  ['GET /boards/now', true],
  ['GET /DashboardsConfig', true],
  ['GET /loyaltyusage', true],
  ['GET /points', true],
  ['GET /reports/currencies', true],
  ['GET /reports/excises', true],
  ['GET /reports/media-summary', true],
  ['GET /reports/payments', true],
  ['GET /reports/plu-dayonhand', true],
  ['GET /reports/plu-purchases', true],
  ['GET /reports/stock-variance', true],
  ['GET /reports/time-attendance', withoutPeople],
  ['GET /reports/variance', withoutOperators],
  ['GET /sales/bestsellers', true],
  ['GET /sales/bistrocovers', true],
  ['GET /sales/costs', true],
  ['GET /sales/day', true],
  ['GET /sales/live', true],
  ['GET /sales/membervisits', true],
  ['GET /sales/month', true],
  ['GET /sales/reservations', true],
  ['GET /sales/trend', true],
  ['GET /sales/wastage', true],
  ['GET /sales/week', true],
  ['GET /sales/year', true],
])

/** What measures ask with. Anything else might single somebody out, or take a file away. */
export const BOARD_QUERY = ['FromDate', 'ToDate', 'TrendDate', 'Locations', 'Compare', 'CompareFrom', 'CompareTo', 'Interval', 'Top', 'Take', 'By'] as const

/** What of the answer a wall screen is given, or all of it; nothing where it may not ask this, or not in this way. */
export const shownOnBoard = ({ method, path }: AnyOperation, request: FastifyRequest): Shown | true | undefined => {
  const asked = Object.keys(request.query as object)
  const isPlain = asked.every((name) => (BOARD_QUERY as readonly string[]).includes(name)) && formatAsked(request) === undefined
  return isPlain ? BOARD_CALLS.get(`${method} ${path}`) : undefined
}
