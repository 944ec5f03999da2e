import { Suspense, useMemo } from 'react'
import { Filters } from '#features/reports/kit/screen/filters.part.tsx'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { Currencies, Dropped } from '#features/reports/kit/screen/report-page.part.tsx'
import { useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { dayText } from '#shared/cell-text.ts'
import { rangeText } from '#shared/range.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { RangePicker } from '#ui/range-picker.tsx'
import type { PageFile } from '#ui/screen.ts'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { type StoredUser, tagsOf, type VenueConfig } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { lazyWhenNear } from '#ui/when-near.ts'
import { askedAhead, pageAsked } from './asked-ahead.part.ts'
import { METRICS } from './catalogue.rules.ts'
import { dashboards } from './dashboards.contract.ts'
import { useEditing } from './editing.part.ts'
import { Layout } from './layout.part.tsx'
import { measureWords } from './measures.messages.ts'
import { defaultMeasures } from './measures.rules.ts'
import { type Looker, maySeeMetric } from './metrics.rules.ts'

const EditBar = lazyWhenNear(() => import('./edit-bar.part.tsx'))
const GuestTables = lazyWhenNear(() => import('./guest-tables.part.tsx'))

/** What somebody looks at first: their own measures, over one range, against one other, at the same locations. */
const Dashboard = ({ user, config }: OfVenue) => {
  const say = useSay(measureWords)
  const { language } = useLanguage()
  const screen = useReportScreen(config, 'today')
  const { state, range, calendar } = screen
  const looker = useMemo(() => lookerOf(user, config), [user, config])
  const page = useMemo(() => pageAsked(config, screen), [config, screen])
  const { data, error, refetch } = useCall(dashboards.dashboard, {})
  const there = data?.Measures ?? []
  const { editing, begin } = useEditing(there, defaultMeasures(looker))
  const measures = editing?.measures ?? there
  const seesAny = METRICS.some((metric) => maySeeMetric(metric, looker))
  return (
    <Page
      title={range.from === range.to ? dayText(range.to, language) : rangeText(range, language)}
      lead={<RangePicker value={range} calendar={calendar} onChange={screen.setRange} />}
      filters={<Filters state={state} range={range} locations={config.Locations} dayparts={config.Dayparts} without={WITHOUT} onChange={screen.changeFilter} />}
      filterCount={[state.compare !== 'none', state.locationIds.length > 0].filter(Boolean).length}
      make={
        seesAny &&
        !editing && (
          <button type="button" className="btn" onClick={begin} disabled={!data}>
            {say('edit')}
          </button>
        )
      }
    >
      <Dropped screen={screen} />
      <Currencies screen={screen} />
      {editing && (
        <Suspense>
          <EditBar editing={editing} looker={looker} />
        </Suspense>
      )}
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={12} />}
      {data && measures.length === 0 && (
        <Empty title={say(seesAny ? 'empty' : 'nothing')}>
          <p>{say(seesAny ? 'emptyWhy' : 'nothingWhy')}</p>
        </Empty>
      )}
      <Layout measures={measures} page={page} editing={editing} />
      {data && !editing && looker.tags.includes('can_viewsales') && (
        <Suspense>
          <GuestTables page={page} />
        </Suspense>
      )}
    </Page>
  )
}

export default ofVenue(Dashboard)

export const ahead: PageFile['ahead'] = askedAhead

/** Filters of reports that not all measures take. */
const WITHOUT = ['weekdays', 'daypart', 'items'] as const

const lookerOf = (user: StoredUser, { ShowBreakdownPage, ShowControlSheet, ShowExcise, ShowTimeAndAttendanceModule }: VenueConfig): Looker => ({
  tags: tagsOf(user),
  ShowBreakdownPage,
  ShowControlSheet,
  ShowExcise,
  ShowTimeAndAttendanceModule,
})
