import { useMemo } from 'react'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import type { Drill } from '#features/reports/kit/screen/drill.rules.ts'
import { Freshness } from '#features/reports/kit/screen/freshness.part.tsx'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { MediaViews } from '#features/reports/kit/screen/media-views.part.tsx'
import { NothingSoldIn } from '#features/reports/kit/screen/nothing-sold.part.tsx'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { ReportPage, readAt } from '#features/reports/kit/screen/report-page.part.tsx'
import { type ReportScreen, useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import type { Dropped } from '#features/reports/kit/screen/screen-state.rules.ts'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { OpenedDocket } from '#features/reports/receipts/opened-docket.part.tsx'
import { dayText } from '#shared/cell-text.ts'
import type { TableWords } from '#shared/endpoint.ts'
import { rangeText } from '#shared/range.ts'
import { namesOfShown, useShownColumns } from '#ui/columns.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { Declared } from './declared.part.tsx'
import { MEDIA_BY, type MediaBy, type MediaRangeRefusal, mediaRangeRefusal } from './media-figures.rules.ts'
import { MediaLedger } from './media-ledger.part.tsx'
import { type MediaAnswer, mediaSummary } from './media-summary.contract.ts'
import { mediaWords } from './media-summary.messages.ts'
import { MEDIA, MEDIA_DETAIL, mediaTable } from './media-table.rules.ts'
import { PaidAndSold } from './paid-and-sold.part.tsx'

/** Columns are the same in every language. */
const WORDLESS: TableWords = { language: 'en', venueName: '', loyaltyName: '', say: () => '' }

/** How it was paid, and that it is what was sold. */
const MediaSummary = ({ user, config }: OfVenue) => {
  const screen = useReportScreen(config)
  const [url] = useUrlState()
  const sayMenu = useSay(reportsMenu)
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const { range, state } = screen
  const { by, refused, dropped } = toldBy(url.told, screen)
  const { Items: _items, ...asked } = screen.query
  const query = { ...asked, By: by }
  const { data, error, refetch, isPlaceholderData } = useReport(mediaSummary.mediaSummary, query, screen)
  const mayList = user.Permissions.some(({ Tag }) => Tag === 'can_viewsales')
  const columns = useMemo(() => (data ? mediaTable(data, { View: state.view }, WORDLESS).columns : []), [data, state.view])
  const shown = useShownColumns(state.view === 'detail' ? MEDIA_DETAIL : MEDIA, columns)
  const time = data ? readAt(data, config) : ''
  return (
    <ReportPage
      title={sayMenu('mediaSummary')}
      screen={dropped ? { ...screen, dropped: [...screen.dropped, dropped] } : screen}
      config={config}
      user={user}
      without={['items']}
      exported={{ path: mediaSummary.mediaSummary.path, query: { ...query, View: state.view }, columns: namesOfShown(shown, columns) }}
      receipts={mayList}
      docket={data && mayList && (state.drill || state.receipt) && <MediaDocket answer={data} screen={screen} onRefresh={() => refetch()} />}
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
    >
      {data && data.Media.length === 0 && (
        <>
          <MediaViews view="media" />
          <NothingSoldIn
            title={say('emptyTitle', { range: rangeText(range, language) })}
            locations={data.Locations}
            filtered={state.weekdays.length > 0 || state.daypart !== undefined}
          />
          <Freshness answer={data} time={time} />
        </>
      )}
      {data && data.Media.length > 0 && (
        <>
          <MediaViews view="media" />
          <PaidAndSold answer={data} />
          <MediaLedger answer={data} screen={screen} config={config} by={by} refused={refused} drills={mayList} />
          <Declared answer={data} screen={screen} config={config} query={query} />
          <Freshness answer={data} time={time} />
        </>
      )}
    </ReportPage>
  )
}

export default ofVenue(MediaSummary)

/** What the address has it told by; where there is no such table, or the range is too long for it, what serves instead and why. */
const toldBy = (told: string | undefined, { range }: ReportScreen): { by: MediaBy; refused?: MediaRangeRefusal; dropped?: Dropped } => {
  const asked = MEDIA_BY.find((one) => one === told)
  const by = asked ?? 'location'
  if (told && !asked) return { by, dropped: { name: 'told', written: told } }
  const refused = mediaRangeRefusal(range, by)
  return refused ? { by: by === 'terminal' || by === 'hour' ? 'location' : 'month', refused } : { by }
}

/** The receipts behind what was paid with a media. */
const MediaDocket = ({ answer, screen, onRefresh }: { answer: MediaAnswer; screen: ReportScreen; onRefresh: () => void }) => {
  const { language } = useLanguage()
  const say = useSay(reportWords)
  const sayMedia = useSay(mediaWords)
  const { state, filter, range } = screen
  const drill: Drill = state.drill ?? { figure: 'Takings' }
  const key = drill.hour !== undefined ? String(drill.hour) : drill.terminal === undefined ? drill.period : `${drill.locationId}:${drill.terminal}`
  const group = answer.Groups.find(({ Key, LocationId }) => (key === undefined ? LocationId === drill.locationId : Key === key))
  const place = answer.Places.find(({ LocationId }) => drill.terminal === undefined && LocationId === drill.locationId)
  const whole = place && { ...place, FromDate: answer.FromDate, ToDate: answer.ToDate, Key: '', Media: [] }
  const one = drill.locationId === undefined && drill.period === undefined && drill.hour === undefined ? undefined : (whole ?? group)
  const media = (one ?? answer).Media.find(({ MediaKey }) => MediaKey === drill.mediaKey)
  const all = one ?? answer.Totals[0]
  const query: Record<string, string | undefined> = {
    FromDate: one?.FromDate ?? answer.FromDate,
    ToDate: one?.ToDate ?? answer.ToDate,
    Locations: one?.LocationId ? String(one.LocationId) : filter.Locations,
    Weekdays: filter.Weekdays,
    Daypart: filter.Daypart,
    Hour: drill.hour === undefined ? undefined : String(drill.hour),
    Terminal: drill.terminal === undefined ? undefined : String(drill.terminal),
    Media: drill.mediaKey === undefined ? undefined : String(drill.mediaKey),
    Figure: 'Takings',
  }
  const name = one && answer.By === 'day' ? dayText(one.Key, language) : one?.Name
  return (
    <OpenedDocket
      drill={drill}
      receipt={state.receipt}
      title={name ?? say('allLocations')}
      aside={rangeText(range, language)}
      figureName={media?.Name ?? sayMedia('allMedia')}
      query={given(query)}
      opened={drill.mediaKey === undefined ? (all?.Net ?? null) : (media?.Net ?? 0)}
      onClose={() => screen.change({ drill: undefined, receipt: undefined })}
      onRefresh={onRefresh}
    />
  )
}
