import { lazy, Suspense, useState } from 'react'
import { savedViews, type View } from '#features/delivery/saved-views/saved-views.contract.ts'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { RunHistory } from './run-history.part.tsx'
import { AgainDialog, EndDialog } from './schedule-dialogs.part.tsx'
import { ScheduleTable } from './schedule-table.part.tsx'
import { type Schedule, schedules } from './schedules.contract.ts'
import { scheduleWords } from './schedules.messages.ts'

const ScheduleForm = lazy(() => import('./schedule-form.part.tsx'))

type Doing = { kind: 'create' } | { kind: 'edit' | 'again' | 'end'; schedule: Schedule }

const isUnderWay = (all: readonly Schedule[] | undefined) => all?.some(({ LastRun }) => LastRun?.Mails.some(({ State }) => State === 'waiting'))

/** Reports that are mailed by themselves: which, when, to whom, and what became of each mail. */
const SchedulesPage = () => {
  const say = useSay(scheduleWords)
  const title = useSay(reportsMenu)('schedules')
  const [url, change] = useUrlState()
  const [doing, setDoing] = useState<Doing>()
  const { data, error, refetch } = useCall(schedules.listSchedules, {}, { followed: (answer) => (isUnderWay(answer?.Schedules) ? 3 : undefined) })
  const { data: kept } = useCall(savedViews.listViews, {})
  const views = kept?.Views ?? []
  const close = () => setDoing(undefined)
  const opened = data?.Schedules.find(({ ScheduleId }) => ScheduleId === url.history)
  const create = views.length > 0 && (
    <button type="button" className="btn primary" onClick={() => setDoing({ kind: 'create' })}>
      {say('create')}
    </button>
  )
  return (
    <Page
      title={title}
      acts={create || undefined}
      docket={opened && <RunHistory schedule={opened} timeZone={data?.TimeZone ?? 'UTC'} onClose={() => change({ history: undefined })} />}
    >
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <Waiting />
      ) : data.Schedules.length === 0 ? (
        <Empty
          title={say('none')}
          act={
            create || (
              <Go to="/reports" className="btn">
                {say('toReports')}
              </Go>
            )
          }
        >
          <p>{say('noneBody')}</p>
          {views.length === 0 && <p>{say('needsView')}</p>}
        </Empty>
      ) : (
        <ScheduleTable
          schedules={data.Schedules}
          timeZone={data.TimeZone}
          onEdit={(schedule) => setDoing({ kind: 'edit', schedule })}
          onAgain={(schedule) => setDoing({ kind: 'again', schedule })}
          onEnd={(schedule) => setDoing({ kind: 'end', schedule })}
          onHistory={({ ScheduleId }) => change({ history: ScheduleId })}
        />
      )}
      {doing && <Dialogs doing={doing} views={views} onClose={close} />}
    </Page>
  )
}

export default SchedulesPage

const Dialogs = ({ doing, views, onClose }: { doing: Doing; views: readonly View[]; onClose: () => void }) => {
  if (doing.kind === 'again') return <AgainDialog schedule={doing.schedule} onClose={onClose} />
  if (doing.kind === 'end') return <EndDialog schedule={doing.schedule} onClose={onClose} />
  const [first] = views
  return (
    <Suspense>
      {doing.kind === 'edit' ? (
        <ScheduleForm schedule={doing.schedule} views={views} onClose={onClose} />
      ) : (
        first && <ScheduleForm shown={{ Path: first.Path, Search: first.Search, Report: first.Report }} name={first.Name} views={views} onClose={onClose} />
      )}
    </Suspense>
  )
}
