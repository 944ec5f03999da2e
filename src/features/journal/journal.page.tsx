import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage } from '#features/reports/kit/screen/report-page.part.tsx'
import { type ReportScreen, useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { seesWholeVenue } from '#ui/whole-venue.tsx'
import { DayDocket } from './day-docket.part.tsx'
import { ExportActs } from './export-acts.part.tsx'
import { Exports } from './exports.part.tsx'
import { type JournalAnswer, journal } from './journal.contract.ts'
import { journalWords } from './journal.messages.ts'
import styles from './journal.module.css'
import { JournalDays, nameOfDay } from './journal-days.part.tsx'
import { journalScreenWords } from './journal-screen.messages.ts'

/** The journals of a range for the accountant: how far each day is, its lines, and its exports. */
const Journal = ({ user, config }: OfVenue) => {
  const sayMenu = useSay(reportsMenu)
  const screen = useReportScreen(config)
  const [url] = useUrlState()
  const { FromDate = '', ToDate = '', Locations } = screen.query
  const query = { FromDate, ToDate, ...(Locations ? { Locations } : {}) }
  const { data, error, refetch, isPlaceholderData } = useReport(journal.journal, query, screen)
  const opened = data?.Days.find((day) => nameOfDay(day) === url.open)
  return (
    <ReportPage
      title={sayMenu('journal')}
      screen={screen}
      config={config}
      user={user}
      without={['compare', 'weekdays', 'daypart', 'items']}
      exported={{ path: journal.journal.path, query }}
      receipts={false}
      docket={opened && <DayDocket key={nameOfDay(opened)} day={opened} onClose={() => screen.change({ open: undefined })} />}
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
    >
      {data && <Days answer={data} screen={screen} opened={url.open} />}
    </ReportPage>
  )
}

export default ofVenue(Journal)

const Days = ({ answer, screen, opened }: { answer: JournalAnswer; screen: ReportScreen; opened: string | undefined }) => {
  const say = useSay(journalScreenWords)
  const { Days: days } = answer
  const count = (...states: readonly string[]) => days.filter(({ State }) => states.includes(State)).length
  const locationIds = screen.query.Locations?.split(',').map(Number)
  return (
    <>
      <section className={styles.part}>
        <div className="bar-head">
          <h2>
            {say('days')} <small>{say('counts', { ready: count('Ready'), notFinal: count('Trading', 'NotFinal'), changed: count('Changed') })}</small>
          </h2>
          {days.length > 0 && <ExportActs from={answer.FromDate} to={answer.ToDate} locationIds={locationIds} />}
        </div>
        <Unmapped answer={answer} />
        {days.length === 0 ? (
          <Empty title={say('emptyTitle')}>
            <p>{say('emptyHint')}</p>
          </Empty>
        ) : (
          <JournalDays answer={answer} currency={screen.currency} opened={opened} />
        )}
        <p className="note">{say('whatIsFinal')}</p>
      </section>
      <Exports />
    </>
  )
}

/** Departments whose sales are on the account for what has none. */
const Unmapped = ({ answer: { Unmapped: departments, Days: days } }: { answer: JournalAnswer }) => {
  const say = useSay(journalScreenWords)
  const word = useSay(journalWords)
  const user = useStoredUser()
  const mayChange = tagsOf(user).includes('can_editsettings') && seesWholeVenue(user)
  if (departments.length === 0) return null
  const keys = new Set(departments.map(({ Key }) => Key))
  const line = days.flatMap(({ Lines }) => Lines).find(({ Kind, Key }) => Kind === 'Sales' && keys.has(Key))
  return (
    <div className="callout warn" role="status">
      <Icon name="attention" />
      <p>
        {say('unmappedTitle')} {departments.map(({ Name }) => Name || word('nameless')).join(', ')}.{' '}
        {line && say('unmappedRest', { account: `${line.Code} ${line.Account}` })}{' '}
        {mayChange && (
          <Go to="/venue/accounts" search={{}}>
            {say('unmappedGo')}
          </Go>
        )}
      </p>
    </div>
  )
}
