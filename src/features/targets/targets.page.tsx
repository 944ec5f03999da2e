import { todayAt } from '#features/reports/kit/today.rules.ts'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser, type VenueConfig } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { DaysDocket } from './days-docket.part.tsx'
import { useMonthText } from './month-text.part.ts'
import { targets } from './targets.contract.ts'
import { targetsWords } from './targets.messages.ts'
import styles from './targets.module.css'
import { monthsLater, settableMonths, yearOf } from './targets.rules.ts'
import { YearForm } from './year-form.part.tsx'

/** What each location is to sell in the months of a financial year. */
const TargetsPage = () => {
  const config = useStoredUser()?.Config
  return config ? <Targets config={config} /> : null
}

export default TargetsPage

const Targets = ({ config }: { config: VenueConfig }) => {
  const say = useSay(targetsWords)
  const [url, change] = useUrlState()
  const asked = /^20\d\d-(0[1-9]|1[0-2])$/.test(url.month ?? '') ? url.month : undefined
  const today = todayAt(config.Locations, new Date())
  const months = yearOf(asked ?? today.slice(0, 7), config.FinancialYearStart)
  const [FromMonth, ToMonth] = [months[0] as string, months[11] as string]
  const { data, error, refetch } = useCall(targets.targets, { query: { FromMonth, ToMonth } })
  const opened = months.find((month) => month === url.days)
  return (
    <Page
      title={say('title')}
      lead={<Years first={FromMonth} last={ToMonth} today={today} />}
      docket={data && opened && <DaysDocket month={opened} targets={data.Targets} places={config.Locations} onClose={() => change({ days: undefined })} />}
    >
      <p className="note">{say('lead')}</p>
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : data ? (
        <YearForm key={FromMonth} months={months} places={config.Locations} there={data.Targets} onRenew={() => refetch()} />
      ) : (
        <Waiting rows={12} />
      )}
    </Page>
  )
}

/** The financial year on screen, and those beside it in which a target may be set. */
const Years = ({ first, last, today }: { first: string; last: string; today: string }) => {
  const [earliest, latest] = settableMonths(today)
  const say = useSay(targetsWords)
  const { short } = useMonthText()
  return (
    <nav className={styles.years} aria-label={say('year', { range: `${short(first)} – ${short(last)}` })}>
      {first > earliest && (
        <Go className="btn" change={{ month: monthsLater(first, -12), days: undefined }} aria-label={say('earlier')}>
          <Icon name="left" />
        </Go>
      )}
      <b>
        {short(first)} – {short(last)}
      </b>
      {last < latest && (
        <Go className="btn" change={{ month: monthsLater(first, 12), days: undefined }} aria-label={say('later')}>
          <Icon name="right" />
        </Go>
      )}
    </nav>
  )
}
