import { maySeeReport } from '#features/reports/kit/report-access.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { checkQuery, reportAt } from '#platform/files/exports.ts'
import { type Implementation, implement } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { savedViews, type View, type Viewed } from './saved-views.contract.ts'
import { dropView, employeeAsking, type KeptView, keepHome, keepView, rewriteView, viewsOf } from './saved-views.sql.ts'

type Reports = () => readonly Implementation[]

/** @param reports every report of the product */
export const savedViewsOf = (reports: Reports): Implementation[] =>
  implement(savedViews, {
    listViews: async ({ venue }) => ({
      Views: (await viewsOf(venue)).filter(({ Report }) => maySee(reports, venue, Report.Path)).map((view) => shown(venue, view)),
    }),

    saveView: async ({ venue, body }) => {
      checkShown(reports, venue, body)
      const viewId = await keepView(venue, body.Name.trim(), shownIn(body), body.Shared ?? false)
      return shown(venue, await viewHere(reports, venue, viewId))
    },

    changeView: async ({ venue, params, body }) => {
      const view = await ownView(reports, venue, params.viewId)
      if (body.Shows) checkShown(reports, venue, body.Shows)
      const changed: KeptView = { ...view, ...(body.Shows ?? {}), name: body.Name?.trim() ?? view.name, shared: body.Shared ?? view.shared }
      await rewriteView(venue, changed)
      if (changed.shared && !view.shared) await venue.audit({ action: 'view.shared', subject: changed.name, detail: { Path: changed.Path } })
      return shown(venue, changed)
    },

    removeView: async ({ venue, params }) => {
      const view = await viewHere(reports, venue, params.viewId)
      if (view.employeeId !== employeeAsking(venue) && !venue.tags.includes('can_editsettings')) throw failure('NotPermitted')
      await dropView(venue, view)
      if (view.shared) await venue.audit({ action: 'view.removed', subject: view.name, detail: { Path: view.Path } })
    },

    chooseHome: async ({ venue, body }) => {
      if (body.ViewId !== null) await viewHere(reports, venue, body.ViewId)
      await keepHome(venue, body.ViewId)
    },

    finders: { changeView: ({ venue, params }) => ownView(reports, venue, params.viewId) },
  })

/** Whether the holder may see a report now; a report that is gone nobody may. */
const maySee = (reports: Reports, venue: VenueScope, path: string): boolean =>
  reports().some(({ operation }) => operation.path === path && maySeeReport(operation, venue.tags))

/**
 * Refuses to keep what could not be asked for.
 * @throws NotFound where there is no such report, NotPermitted without its tag, LocationNotFound, ValidationFailed
 */
export const checkShown = (reports: Reports, venue: VenueScope, { Report }: Pick<Viewed, 'Report'>): void => {
  const report = reportAt(reports(), Report.Path)
  if (!maySee(reports, venue, Report.Path)) throw failure('NotPermitted')
  const query = checkQuery(report, { path: Report.Path, query: Report.Query, format: 'csv' }) as { Locations?: number[] } | undefined
  venue.chosenLocations(query?.Locations)
}

const shownIn = ({ Path, Search, Report }: Viewed): Viewed => ({ Path, Search, Report })

/** @throws NotFound for a view that is not there, is somebody else's alone, or is somebody else's of a report one may not see */
const viewHere = async (reports: Reports, venue: VenueScope, viewId: string): Promise<KeptView> => {
  const [view] = await viewsOf(venue, viewId)
  const isMine = view?.employeeId === employeeAsking(venue)
  if (!view || !(isMine || maySee(reports, venue, view.Report.Path))) throw failure('NotFound')
  return view
}

/** @throws as viewHere; NotPermitted for somebody else's view */
const ownView = async (reports: Reports, venue: VenueScope, viewId: string): Promise<KeptView> => {
  const view = await viewHere(reports, venue, viewId)
  if (view.employeeId !== employeeAsking(venue)) throw failure('NotPermitted')
  return view
}

const shown = (venue: VenueScope, view: KeptView): View => ({
  ViewId: view.viewId,
  Name: view.name,
  Path: view.Path,
  Search: view.Search,
  Report: view.Report,
  Shared: view.shared,
  Mine: view.employeeId === employeeAsking(venue),
  Owner: view.owner,
  Home: view.home,
})
