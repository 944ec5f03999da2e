import { useMemo } from 'react'
import { ROW_ORDER } from '#features/reports/kit/row-order.rules.ts'
import { type ReportScreen, useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import type { VenueConfig } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { isDimension, readSteps, type ShownView, type Step, type StepName, showsItems, stepsOf, VIEWS, withinQuery } from './breakdown-screen.rules.ts'
import { isProvenCost } from './costs-drill.rules.ts'

/** The screen as its address has it. */
export interface BreakdownScreen extends ReportScreen {
  view: ShownView
  /** The rows one went into. */
  steps: Step[]
  /** The row whose receipts are open, by its key, or the line of the costs by its name; `all` for everything. */
  open: string | undefined
  /** What the rows are told by, where that can be chosen. */
  by: StepName | undefined
  /** What stands across: figures, periods, or locations. */
  across: 'summary' | 'detail' | 'locations'
  /** The column rows are in the order of, with a minus the largest first; by their own figure where none is named. */
  sort: string | undefined
}

/** The Sales Breakdown as its address has it. */
export const useBreakdownScreen = (config: VenueConfig): BreakdownScreen => {
  const screen = useReportScreen(config)
  const [url] = useUrlState()
  return useMemo(() => {
    const asked = VIEWS.find((one) => one === url.dim)
    const view = asked ?? 'group'
    const change: ReportScreen['changeFilter'] = (changes) => screen.changeFilter({ ...changes, open: undefined })
    return {
      ...screen,
      dropped: url.dim && !asked ? [...screen.dropped, { name: 'dim' as const, written: url.dim }] : screen.dropped,
      view,
      steps: isDimension(view) && view !== 'gpmargins' ? readSteps(url.in) : [],
      open: /^(all|\d{1,9})$/.test(url.open ?? '') || (view === 'costs' && isProvenCost(url.open ?? '')) ? url.open : undefined,
      across: isDimension(view) && view !== 'gpmargins' && url.across === 'locations' ? 'locations' : screen.state.view,
      sort: ROW_ORDER.test(url.sort ?? '') ? url.sort : undefined,
      by: stepsOf(view)?.options.find((one) => one === url.step) ?? stepsOf(view)?.usual,
      changeFilter: change,
    }
  }, [screen, url])
}

/** What its call is asked with. */
export const queryOf = ({ query, state, view, steps, by, across }: BreakdownScreen): Record<string, string> => {
  const { Items: _, ...asked } = query
  const chosen = by === stepsOf(view)?.usual ? undefined : by
  return {
    ...asked,
    // Rows by period cost as much again as all the rest, and only the detail shows them.
    ...(across === 'detail' || view === 'costs' ? { Interval: state.unit } : {}),
    ...(across === 'locations' ? { View: 'locations' } : {}),
    ...withinQuery(steps),
    ...(showsItems(steps) ? { By: 'plu' } : chosen ? { By: chosen } : {}),
  }
}
