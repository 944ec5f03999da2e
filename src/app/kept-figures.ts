import type { Query, QueryClient } from '@tanstack/react-query'
import { sessionIsOver } from '#features/membership/session-clock.part.tsx'
import type { AttendanceAnswer } from '#features/rosters/time-attendance.contract.ts'
import { withoutPeople } from '#features/rosters/without-people.rules.ts'
import { actingNow } from '#ui/acting.ts'
import { shownUser, shownVenue } from '#ui/api.ts'
import { isOnline, listenToConnection } from '#ui/connection.ts'
import { forgetAnswers, keepAnswer, keptAnswers } from '#ui/kept-answers.ts'
import { listenToStoredUser, storedUser, tagsOf } from '#ui/stored-user.ts'

const LOOKED_AT_EVERY_MS = 10_000

/** Figures of trade, by location, day and product; the path of a call begins with one of these. */
const KEPT = [
  ...['/DashboardsConfig', '/points', '/loyaltyusage', '/sales/', '/reports/currencies'],
  ...['daily-sales', 'weekly-summary', 'media-summary', 'payments'].map((name) => `/reports/${name}`),
  ...['plu-sales', 'plu-purchases', 'plu-dayonhand', 'plu-reorders', 'stock-variance', 'excises'].map((name) => `/reports/${name}`),
]
/** Of these, what is a receipt, a payment or a card, or names whoever was at the till. */
const NOT_KEPT = /invoices|employee|\/list|\/pairs|\/till|difference|:/

/**
 * Keeps the last figures of whoever is signed in, and shows them where there is no connection. They belong to one person in one venue with
 * the access of this session, and are deleted as soon as any of that is over.
 */
export const keepFigures = (queries: QueryClient): void => {
  let owner = ownerNow()
  const forgetOthers = () => void forgetAnswers((one) => one.owner !== owner)
  forgetOthers()
  listenToStoredUser(() => {
    if (ownerNow() === owner) return
    owner = ownerNow()
    forgetOthers()
  })
  // A response is stored for the permissions of its request: they may be fewer when it arrives.
  const askedBy = new WeakMap<Query, string | undefined>()
  queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') askedBy.set(event.query, ownerNow())
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) keep(queries, event.query, askedBy.get(event.query))
    if (event.type === 'observerAdded' && !isOnline()) void bring(queries)
  })
  listenToConnection(() => void bring(queries))
  void bring(queries)
  setInterval(() => void endWithSession(queries), LOOKED_AT_EVERY_MS)
}

/** Wages are kept as sums. */
const WAGES = 'GET /reports/time-attendance'

/** Whether an answer is kept: what names members or staff is not kept on any device. */
const isKept = ([, call, input]: readonly unknown[]): boolean => {
  const { query } = input as { query?: { By?: string; Employees?: string } }
  if (call === WAGES) return query?.Employees === undefined
  return KEPT.some((path) => String(call).startsWith(`GET ${path}`)) && !NOT_KEPT.test(`${call} ${query?.By ?? ''}`)
}

/** What of an answer is kept: of wages what everybody together worked and cost. */
const keptOf = (call: unknown, answer: unknown): unknown => (call === WAGES ? withoutPeople(answer as AttendanceAnswer) : answer)

const keep = (queries: QueryClient, query: Query, owner: string | undefined): void => {
  const { queryKey, queryHash, state } = query
  if (!owner || owner !== ownerNow() || !isKept(queryKey) || queries.getQueryCache().get(queryHash) !== query) return
  void keepAnswer({ hash: queryHash, owner, key: queryKey, answer: keptOf(queryKey[1], state.data), at: state.dataUpdatedAt })
}

/**
 * Puts kept figures where none are, each with the time it is from. However young, they are asked for anew as soon as there is a connection: nobody heard what happened
 * since, and of wages they are only a part.
 */
const bring = async (queries: QueryClient): Promise<void> => {
  const owner = ownerNow()
  if (isOnline() || !owner || sessionIsOver()) return
  for (const { key, answer, at } of await keptAnswers(owner)) {
    if (owner !== ownerNow() || queries.getQueryData(key) !== undefined) continue
    queries.setQueryData(key, answer, { updatedAt: at })
    void queries.invalidateQueries({ queryKey: key, exact: true })
  }
}

/** Without a connection nobody hears from the server that a session ended: its figures go by the device's own clock. */
const endWithSession = async (queries: QueryClient): Promise<void> => {
  if (isOnline() || !sessionIsOver()) return
  await forgetAnswers(() => true)
  if (queries.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined }).length > 0) await queries.resetQueries()
}

/** Whose figures are shown here: the person, the venue, the session, and what they may see where. Nobody's while somebody acts as another. */
const ownerNow = (): string | undefined => {
  const user = storedUser()
  if (!user?.Token || !user.Config || actingNow() || user.UserId !== shownUser() || user.VenueId !== shownVenue()) return undefined
  const { UserId, VenueId, SessionId, Roles, Config } = user
  return JSON.stringify([UserId, VenueId, SessionId, Roles, tagsOf(user).sort(), Config.Locations.map(({ LocationId }) => LocationId).sort()])
}
