import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import type { Viewed } from './saved-views.contract.ts'
import { isAbout } from './view-call.rules.ts'

/** A view as it is kept. */
export interface KeptView extends Viewed {
  viewId: string
  employeeId: number
  owner: string
  name: string
  shared: boolean
  /** Opened when whoever asks signs in. */
  home: boolean
}

interface ViewRow {
  view_id: string
  employee_id: number
  owner: string
  name: string
  path: string
  search: string
  report_path: string
  report_query: Record<string, string>
  shared: boolean
  home: boolean
}

/** The employee who asks. @throws NotPermitted for whoever is none */
export const employeeAsking = (venue: VenueScope): number => {
  if (venue.holder.kind !== 'person') throw failure('NotPermitted')
  return venue.holder.employeeId
}

/**
 * One's own views and the shared ones, by name; a shared one about a location that is not the holder's does not exist for them. Which of them
 * one may see the report of is not asked here.
 */
export const viewsOf = async (venue: VenueScope, viewId?: string): Promise<KeptView[]> => {
  const { sql, venueId } = venue
  const me = employeeAsking(venue)
  const rows = await sql<ViewRow[]>`
    select v.view_id::text as view_id, v.employee_id, e.display_name as owner, v.name, v.path, v.search, v.report_path, v.report_query, v.shared,
      h.view_id is not null as home
    from saved_view v join employee e on e.venue_id = v.venue_id and e.employee_id = v.employee_id
      left join home_view h on h.venue_id = v.venue_id and h.view_id = v.view_id and h.employee_id = ${me}
    where v.venue_id = ${venueId} and (v.shared or v.employee_id = ${me}) and (${viewId ?? null}::bigint is null or v.view_id = ${viewId ?? null}::bigint)
    order by v.employee_id <> ${me}, v.name, v.view_id limit 500`
  const views = rows.map((row) => ({
    viewId: row.view_id,
    employeeId: row.employee_id,
    owner: row.owner,
    name: row.name,
    Path: row.path,
    Search: row.search,
    Report: { Path: row.report_path, Query: row.report_query },
    shared: row.shared,
    home: row.home,
  }))
  const granted = venue.locations.map(({ locationId }) => locationId)
  return views.filter((view) => view.employeeId === me || isAbout(view, granted))
}

const nameTaken = () => fieldFailure('Name', 'You already have a view with this name here.', 'Taken')

/** @throws ValidationFailed where one has a view of this name on this screen already */
export const keepView = async (venue: VenueScope, name: string, shown: Viewed, shared: boolean): Promise<string> => {
  const viewId = newFactId()
  const { Path, Search, Report } = shown
  const made = await venue.sql`
    insert into saved_view (venue_id, view_id, employee_id, name, path, search, report_path, report_query, shared)
    values (${venue.venueId}, ${viewId}::bigint, ${employeeAsking(venue)}, ${name}, ${Path}, ${Search}, ${Report.Path}, ${venue.sql.json(Report.Query)}, ${shared})
    on conflict (venue_id, employee_id, path, name) do nothing returning 1`
  if (made.length === 0) throw nameTaken()
  if (shared) await venue.audit({ action: 'view.shared', subject: name, detail: { Path } })
  return viewId
}

/** @throws ValidationFailed where one has a view of that name on that screen already */
export const rewriteView = async (venue: VenueScope, view: KeptView): Promise<void> => {
  const { sql, venueId } = venue
  const taken = await sql`
    select from saved_view where venue_id = ${venueId} and employee_id = ${view.employeeId} and path = ${view.Path} and name = ${view.name}
      and view_id <> ${view.viewId}::bigint`
  if (taken.length > 0) throw nameTaken()
  await sql`
    update saved_view set name = ${view.name}, path = ${view.Path}, search = ${view.Search}, report_path = ${view.Report.Path},
      report_query = ${sql.json(view.Report.Query)}, shared = ${view.shared}
    where venue_id = ${venueId} and view_id = ${view.viewId}::bigint`
  // To others it is gone, and so it is nobody else's home.
  if (!view.shared) await sql`delete from home_view where venue_id = ${venueId} and view_id = ${view.viewId}::bigint and employee_id <> ${view.employeeId}`
}

/** Removes a view; it is nobody's home any more. */
export const dropView = async (venue: VenueScope, { viewId }: KeptView): Promise<void> => {
  await venue.sql`delete from saved_view where venue_id = ${venue.venueId} and view_id = ${viewId}::bigint`
}

/** Which view opens when one signs in; none with null. */
export const keepHome = async (venue: VenueScope, viewId: string | null): Promise<void> => {
  const { sql, venueId } = venue
  const me = employeeAsking(venue)
  await sql`delete from home_view where venue_id = ${venueId} and employee_id = ${me}`
  if (viewId === null) return
  await sql`insert into home_view (venue_id, employee_id, view_id) values (${venueId}, ${me}, ${viewId}::bigint) on conflict do nothing`
}
