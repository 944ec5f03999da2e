import ScheduleForm from '#features/delivery/schedules/schedule-form.part.tsx'
import type { ReportOnScreen } from '#ui/house.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { savedViews } from './saved-views.contract.ts'
import { sameView, viewOn } from './view-on-screen.part.ts'

/** Has the report on screen mailed, under the name of the view that is open, or of the report. */
const MailReport = ({ title, report, onClose }: ReportOnScreen & { onClose: () => void }) => {
  const [url] = useUrlState()
  const shown = viewOn(url, report)
  const { data, error } = useCall(savedViews.listViews, {})
  const opened = data?.Views.find(({ Path, Search }) => Path === shown.Path && sameView(Search, shown.Search))
  // The name is taken once, when the form opens.
  return data || error ? <ScheduleForm shown={shown} name={opened?.Name ?? title} onClose={onClose} /> : null
}

export default MailReport
