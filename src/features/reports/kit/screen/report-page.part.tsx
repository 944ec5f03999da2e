import { Children, type ReactNode, Suspense } from 'react'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { instantIn } from '#shared/day.ts'
import { rangeText } from '#shared/range.ts'
import { useHouse } from '#ui/house.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { RangePicker } from '#ui/range-picker.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import type { StoredUser, VenueConfig } from '#ui/stored-user.ts'
import { useDaypartName } from './daypart-name.part.tsx'
import { writeDrill } from './drill.rules.ts'
import { Dropped } from './dropped.part.tsx'
import { Filters, type WithoutFilters } from './filters.part.tsx'
import { reportWords } from './report.messages.ts'
import styles from './report-page.module.css'
import type { ReportScreen } from './report-screen.part.tsx'
import { type Exported, Share } from './share.part.tsx'
import { useWeekdayName } from './weekday-name.part.ts'

interface ReportPageProps {
  title: string
  /** What stands beside the title instead of the range, where a report is of now. */
  lead?: ReactNode
  screen: ReportScreen
  config: VenueConfig
  user: StoredUser
  /** Filters the report does not take. */
  without?: WithoutFilters
  /** Filters of the report's own: how they are drawn, how many are set, and how they stand on paper. */
  own?: { filters: ReactNode; count: number; printed: string } | undefined
  exported: Exported
  /** Whether the receipts behind the whole report can be listed; or the change of the address that lists them. */
  receipts?: boolean | Record<string, string | undefined>
  docket?: ReactNode
  /** What else can be done with the report, after sharing it. */
  acts?: ReactNode
  error: unknown
  onRetry: () => void
  /** What is shown belongs to the question before. */
  isStale: boolean
  /** The report; nothing while it is waited for. */
  children: ReactNode
}

/** What every report has around it: range, filters, comparison, links, files, print, and what the address asked for in vain. */
export const ReportPage = ({
  title,
  lead,
  screen,
  config,
  user,
  without,
  own,
  exported,
  receipts = true,
  docket,
  acts,
  error,
  onRetry,
  isStale,
  children,
}: ReportPageProps) => (
  <Page
    title={title}
    lead={lead ?? <RangePicker value={screen.range} calendar={screen.calendar} onChange={screen.setRange} />}
    filters={
      <>
        <Filters state={screen.state} locations={config.Locations} dayparts={config.Dayparts} without={without} onChange={screen.changeFilter} />
        {own?.filters}
      </>
    }
    filterCount={filterCount(screen) + (own?.count ?? 0)}
    acts={
      <>
        <Acts title={title} screen={screen} exported={exported} receipts={receipts} />
        {acts}
      </>
    }
    docket={docket}
    printLine={<PrintLine title={title} screen={screen} config={config} user={user} without={without} own={own} />}
  >
    <Dropped dropped={screen.dropped} range={screen.range} />
    <Currencies screen={screen} />
    {error ? (
      <Failed error={error} onRetry={onRetry} />
    ) : Children.toArray(children).length > 0 ? (
      <div className={isStale ? styles.stale : undefined} data-report aria-busy={isStale}>
        {children}
      </div>
    ) : (
      <Waiting rows={12} />
    )}
  </Page>
)

/** The moment of an answer on its first location's clock, "21:04". */
export const readAt = ({ AsAt, Locations }: { AsAt: string; Locations: readonly { TimeZone: string }[] }, config: VenueConfig): string =>
  instantIn(new Date(AsAt), Locations[0]?.TimeZone ?? config.Locations[0]?.TimeZone ?? 'UTC').slice(11, 16)

const filterCount = ({ state }: ReportScreen): number =>
  [state.compare !== 'none', state.locationIds.length > 0, state.weekdays.length > 0, state.daypart !== undefined, state.items.length > 0].filter(Boolean)
    .length

const Acts = ({ title, screen, exported, receipts }: Pick<ReportPageProps, 'title' | 'screen' | 'exported' | 'receipts'>) => {
  const say = useSay(reportWords)
  const { ViewsMenu } = useHouse()
  return (
    <>
      {receipts && (
        <button
          type="button"
          className="btn"
          onClick={() => screen.change(receipts === true ? { drill: writeDrill({ figure: 'Net' }), receipt: undefined } : receipts)}
        >
          {say('listInvoices')}
        </button>
      )}
      <Suspense fallback={<ViewsComing />}>
        <ViewsMenu title={title} report={exported} />
      </Suspense>
      <Share title={title} range={screen.range} exported={exported} />
    </>
  )
}

/** Keeps the place of the views' button until it is there, so that nothing moves. */
const ViewsComing = () => (
  <button type="button" className="btn" disabled>
    {useSay(reportWords)('views')} <Icon name="caret" />
  </button>
)

/** Which of several currencies is shown. */
export const Currencies = ({ screen }: { screen: ReportScreen }) => {
  const say = useSay(reportWords)
  if (screen.currencies.length < 2) return null
  return (
    <div className={styles.currencies}>
      <Segmented
        label={say('currency')}
        value={screen.currency}
        options={screen.currencies.map((currency) => ({ value: currency, label: currency }))}
        onChange={(cur) => screen.changeFilter({ cur })}
      />
      <p className="note">{say('mixed')}</p>
    </div>
  )
}

/** What stands under the title on paper: the venue, the days, and every filter the report goes by. */
const PrintLine = ({ title, screen, config, user, without = [], own }: Pick<ReportPageProps, 'title' | 'screen' | 'config' | 'user' | 'without' | 'own'>) => {
  const say = useSay(reportWords)
  const sayTable = useSay(tableWords)
  const { language, locale } = useLanguage()
  const daypartName = useDaypartName()
  const weekdayName = useWeekdayName()
  const { state, range } = screen
  const places = config.Locations.filter(({ LocationId }) => state.locationIds.includes(LocationId)).map(({ Name }) => Name)
  const against = state.compareRange ? `${sayTable('custom')} ${rangeText(state.compareRange, language)}` : sayTable(state.compare)
  return say('printed', {
    venue: config.VenueName,
    title,
    range: rangeText(range, language),
    filters: [
      places.length > 0 ? places.join(', ') : say('allLocations'),
      own?.printed ?? '',
      without.includes('compare') ? '' : against,
      without.includes('weekdays') ? '' : state.weekdays.map(weekdayName).join(' '),
      without.includes('daypart') || state.daypart === undefined ? '' : daypartName(state.daypart),
      without.includes('items') || state.items.length === 0 ? '' : `PLU ${state.items.join(', ')}`,
    ]
      .filter(Boolean)
      .join(language === 'jp' ? '・' : ' · '),
    time: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }).format(new Date()),
    user: user.UserName,
  })
}
