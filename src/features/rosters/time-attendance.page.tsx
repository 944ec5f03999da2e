import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { Freshness } from '#features/reports/kit/screen/freshness.part.tsx'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage, readAt } from '#features/reports/kit/screen/report-page.part.tsx'
import { type ReportScreen, useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useExport } from '#features/reports/kit/screen/use-export.part.ts'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { rangeText } from '#shared/range.ts'
import { ActMenu, BlankMenu } from '#ui/blank.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { tagsOf } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { UNREACHED } from '#ui/use-call.ts'
import { AttendanceDocket } from './attendance-docket.part.tsx'
import { AttendanceFigures } from './attendance-figures.part.tsx'
import { attendanceScreenWords } from './attendance-screen.messages.ts'
import { useAttendanceText } from './attendance-text.part.ts'
import { readEmployees, useEmployeesFilter } from './employees-filter.part.tsx'
import { ToLookAt } from './exceptions.part.tsx'
import { HoursGrid } from './hours-grid.part.tsx'
import { readOpened } from './opened.rules.ts'
import { type AttendanceAnswer, timeAttendance } from './time-attendance.contract.ts'
import { WageBars } from './wage-bars.part.tsx'
import { leavesPeopleOut } from './without-people.rules.ts'

/** Roster against claimed, actual and paid hours, and wages against sales. */
const TimeAttendancePage = ({ user, config }: OfVenue) => {
  const sayMenu = useSay(reportsMenu)
  const say = useSay(attendanceScreenWords)
  const screen = useReportScreen(config)
  const [url, change] = useUrlState()
  const { FromDate = '', ToDate = '', Locations } = screen.query
  const drafts = url.drafts === 'true' ? 'true' : undefined
  const employees = readEmployees(url.emp)
  const Employees = employees.length > 0 ? employees.join(',') : undefined
  const query = given({ FromDate, ToDate, Locations, Employees, Drafts: drafts })
  const { data: answer, error, refetch, isPlaceholderData } = useReport(timeAttendance.timeAttendance, query, screen)
  // Kept on a device is only what all together worked: without a connection this screen, which is of people, is not there.
  const isSumAlone = answer !== undefined && leavesPeopleOut(answer)
  const data = isSumAlone ? undefined : answer
  const own = useEmployeesFilter(data?.People ?? [], employees, (emp) => change({ emp, open: undefined }))
  const opened = readOpened(url.open)
  const close = () => change({ open: undefined })
  const canMatch = tagsOf(user).includes('can_editsettings')
  return (
    <ReportPage
      title={sayMenu('timeAttendance')}
      screen={screen}
      config={config}
      user={user}
      without={['compare', 'weekdays', 'daypart', 'items']}
      own={own}
      exported={{ path: timeAttendance.timeAttendance.path, query }}
      receipts={false}
      acts={data?.SeesTimesheets && <PayrollAct query={given({ FromDate, ToDate, Locations, Employees })} />}
      docket={data && opened && <AttendanceDocket key={url.open} answer={data} opened={opened} query={query} canMatch={canMatch} onClose={close} />}
      error={isSumAlone ? UNREACHED : error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
    >
      {data && (
        <>
          {data.Rows.length === 0 ? <Nothing answer={data} screen={screen} /> : <Whole answer={data} screen={screen} time={readAt(data, config)} />}
          <Freshness answer={data} time={readAt(data, config)} />
          <p className="note">
            <BlankMenu
              label={say('drafts')}
              value={drafts ?? 'false'}
              onChange={(value) => change({ drafts: value === 'true' ? value : undefined, open: undefined })}
              options={[
                { value: 'false', label: say('draftsOff') },
                { value: 'true', label: say('draftsOn') },
              ]}
            />
          </p>
        </>
      )}
    </ReportPage>
  )
}

export default ofVenue(TimeAttendancePage)

const PayrollAct = ({ query }: { query: Record<string, string> }) => {
  const say = useSay(attendanceScreenWords)
  const save = useExport()
  const { path } = timeAttendance.payroll
  return (
    <ActMenu
      className="btn primary"
      ariaLabel={say('exportPayroll')}
      label={
        <>
          {say('exportPayroll')} <Icon name="caret" />
        </>
      }
      acts={[
        { id: 'payroll-xlsx', label: say('payrollXlsx'), onAct: () => save(path, query, 'xlsx') },
        { id: 'payroll-csv', label: say('payrollCsv'), onAct: () => save(path, query, 'csv') },
      ]}
    />
  )
}

const Whole = ({ answer, screen, time }: { answer: AttendanceAnswer; screen: ReportScreen; time: string }) => (
  <>
    {answer.SeesTimesheets && <AttendanceFigures answer={answer} />}
    <ToLookAt answer={answer} />
    {answer.SeesTimesheets && <WageBars answer={answer} />}
    <HoursGrid answer={answer} isDetail={screen.state.view === 'detail'} onView={(view) => screen.change({ view })} time={time} />
  </>
)

const Nothing = ({ answer, screen }: { answer: AttendanceAnswer; screen: ReportScreen }) => {
  const say = useSay(attendanceScreenWords)
  const { language } = useLanguage()
  const text = useAttendanceText(answer.Currency ?? '')
  if (answer.People.length > 0) {
    return (
      <Empty
        title={say('emptyTitle', { range: rangeText(screen.range, language) })}
        act={
          <Go className="btn primary" change={{ emp: undefined, open: undefined }}>
            {say('showAll')}
          </Go>
        }
      >
        <p>{say('emptyChosen')}</p>
      </Empty>
    )
  }
  if (answer.Nearest !== null) {
    const day = text.day(answer.Nearest, 'short')
    return (
      <Empty
        title={say('emptyTitle', { range: rangeText(screen.range, language) })}
        act={
          <Go className="btn primary" change={{ range: answer.Nearest, open: undefined }}>
            {say('showNear', { day })}
          </Go>
        }
      >
        <p>{say('emptyNear', { day: text.day(answer.Nearest) })}</p>
      </Empty>
    )
  }
  return (
    <Empty
      title={say('noneTitle')}
      act={
        <>
          <Go className="btn primary" to="/deputy/connect">
            {say('connectDeputy')}
          </Go>
          <Go className="btn" to="/venue/imports/rosters">
            {say('importFile')}
          </Go>
        </>
      }
    >
      <p>{say('noneBody')}</p>
    </Empty>
  )
}
