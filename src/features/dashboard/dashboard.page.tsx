import { Suspense, useMemo } from 'react'
import { Dropped } from '#features/reports/kit/screen/dropped.part.tsx'
import { Filters } from '#features/reports/kit/screen/filters.part.tsx'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { Currencies } from '#features/reports/kit/screen/report-page.part.tsx'
import { useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { dayText } from '#shared/cell-text.ts'
import { rangeText } from '#shared/range.ts'
import { useHouse } from '#ui/house.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Near } from '#ui/near.tsx'
import { Page } from '#ui/page.tsx'
import { RangePicker } from '#ui/range-picker.tsx'
import type { PageFile } from '#ui/screen.ts'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { type StoredUser, tagsOf, type VenueConfig } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { lazyWhenNear } from '#ui/when-near.ts'
import { rangeOf } from './ask-metric.rules.ts'
import { AS_BEGUN, askedAhead, pageAsked } from './asked-ahead.part.ts'
import { METRICS } from './catalogue.rules.ts'
import { dashboards } from './dashboards.contract.ts'
import { useEditing } from './editing.part.ts'
import { Layout } from './layout.part.tsx'
import liveStyles from './live.module.css'
import { measureWords } from './measures.messages.ts'
import { defaultMeasures } from './measures.rules.ts'
import { type Looker, maySeeMetric } from './metrics.rules.ts'
import { ShowOnWall } from './wall/show-on-wall.part.tsx'

const Attention = lazyWhenNear(() => import('#features/attention/attention.part.tsx'))
const EditBar = lazyWhenNear(() => import('./edit-bar.part.tsx'))
const Live = lazyWhenNear(() => import('./live.part.tsx'))
const NextDays = lazyWhenNear(() => import('#features/forecast/next-days.part.tsx'))
const GuestTables = lazyWhenNear(() => import('./guest-tables.part.tsx'))

/** What somebody looks at first: their own measures, over one range, against one other, at the same locations. */
const Dashboard = ({ user, config }: OfVenue) => {
  const say = useSay(measureWords)
  const { language } = useLanguage()
  const screen = useReportScreen(config, AS_BEGUN)
  const { state, range, filter, currency, calendar } = screen
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
      filters={<Filters state={state} locations={config.Locations} dayparts={config.Dayparts} without={WITHOUT} onChange={screen.changeFilter} />}
      filterCount={[state.compare !== 'none', state.locationIds.length > 0].filter(Boolean).length}
      acts={
        !editing && (
          <>
            <ShowOnWall />
            {seesAny && (
              <button type="button" className="btn" onClick={begin} disabled={!data}>
                {say('edit')}
              </button>
            )}
          </>
        )
      }
    >
      {looker.tags.includes('can_viewsales') && measures.some((measure) => rangeOf(measure, page).to >= calendar.today) && (
        <Suspense fallback={<p className={liveStyles.live}> </p>}>
          <Live page={page} />
        </Suspense>
      )}
      <Dropped dropped={screen.dropped} range={screen.range} />
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
      <Layout
        measures={measures}
        page={page}
        editing={editing}
        beside={
          !editing &&
          data && (
            <Suspense>
              <Attention />
            </Suspense>
          )
        }
      />
      {data && !editing && looker.tags.includes('can_viewsales') && (
        <>
          <Near>
            <Suspense fallback={<Waiting rows={12} />}>
              <NextDays locations={filter.Locations} currency={currency} />
            </Suspense>
          </Near>
          <Near>
            <Suspense fallback={<Waiting rows={12} />}>
              <GuestTables page={page} measures={measures} />
            </Suspense>
          </Near>
        </>
      )}
    </Page>
  )
}

/** Until the first sale, what leads to it. */
const DashboardOrFirstRun = (of: OfVenue) => {
  const { FirstRun } = useHouse()
  if (!of.config.FirstRun) return <Dashboard {...of} />
  return (
    <Suspense fallback={<Waiting rows={12} />}>
      <FirstRun />
    </Suspense>
  )
}

export default ofVenue(DashboardOrFirstRun)

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
