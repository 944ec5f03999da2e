import type { ReportOnScreen } from '#ui/house.ts'
import { stringifySearch } from '#ui/url-state.ts'
import type { Viewed } from './saved-views.contract.ts'

/** What of an address is the view: an opened figure or receipt is none of it. */
const viewIn = ({ drill: _drill, receipt: _receipt, ...state }: Record<string, string>): string => stringifySearch(state).slice(1)

/** The view that is on screen: the screen, what its address says, and the call it makes. */
export const viewOn = (url: Record<string, string>, report: ReportOnScreen['report']): Viewed => ({
  Path: window.location.pathname,
  Search: viewIn(url),
  Report: { Path: report.path, Query: report.query },
})

/** Whether two addresses show the same view, in whatever order they say so. */
export const sameView = (a: string, b: string): boolean => {
  const sorted = (search: string) => [...new URLSearchParams(search)].map(([name, value]) => `${name}=${value}`).sort()
  return sorted(a).join('&') === sorted(b).join('&')
}
