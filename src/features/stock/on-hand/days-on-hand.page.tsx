import { useState } from 'react'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage } from '#features/reports/kit/screen/report-page.part.tsx'
import { useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { type MoreShown, useMoreRows } from '#features/stock/list-tools.part.tsx'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { BlankMenu } from '#ui/blank.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { DayClasses } from './day-classes.part.tsx'
import { type DaysOnHandAnswer, daysOnHandCalls, USUAL_DAYS } from './days-on-hand.contract.ts'
import { OnHandList } from './on-hand-list.part.tsx'
import { rowsOf } from './on-hand-rows.rules.ts'
import { onHandScreenWords } from './on-hand-screen.messages.ts'
import { DAY_CLASSES } from './rate.rules.ts'
import { StockDocket } from './stock-docket.part.tsx'

const REFRESH_SECONDS = 60
const RATE_DAYS = [7, 14, 28, 56, 91]

/** How many days what is there lasts, the shortest first. */
const DaysOnHand = ({ user, config }: OfVenue) => {
  const sayMenu = useSay(reportsMenu)
  const say = useSay(onHandScreenWords)
  const screen = useReportScreen(config)
  const [url, change] = useUrlState()
  const days = RATE_DAYS.includes(Number(url.rate)) ? Number(url.rate) : USUAL_DAYS
  const dayClass = DAY_CLASSES.find((one) => one === url.class)
  const below = /^[1-9]\d{0,2}$/.test(url.below ?? '') ? url.below : undefined
  const query = given({
    Locations: screen.query.Locations,
    Days: days === USUAL_DAYS ? undefined : String(days),
    Below: below,
    Class: dayClass,
    Search: url.q?.slice(0, 100) || undefined,
  })
  const more = useMoreRows()
  // The row that a link opens may be any of them.
  const [isLinked] = useState(url.stock !== undefined)
  const taken = isLinked ? query : { ...query, Take: String(more.shown) }
  const { data, error, refetch, isPlaceholderData } = useCall(daysOnHandCalls.daysOnHand, { query: taken } as never, {
    keepLast: true,
    everySeconds: REFRESH_SECONDS,
  })
  const text = useStockText(screen.currency)
  const [locationId, plu] = (url.stock ?? '').split(' ')
  const opened = data && plu ? rowsOf(data).find((row) => String(row.LocationId) === locationId && row.Plu === plu) : undefined
  return (
    <ReportPage
      title={sayMenu('pluDaysOnHand')}
      lead={
        <p className="blank fact opt">
          <small>{say('asAt')}</small>
          <span>{data ? text.at(data.AsAt, data.Locations[0]?.LocationId ?? 0) : '…'}</span>
        </p>
      }
      screen={screen}
      config={config}
      user={user}
      without={['compare', 'weekdays', 'daypart', 'items']}
      own={{
        filters: (
          <BlankMenu
            className="opt"
            label={say('rateFrom')}
            value={String(days)}
            options={RATE_DAYS.map((n) => ({ value: String(n), label: say('lastDays', { n }) }))}
            onChange={(rate) => change({ rate: Number(rate) === USUAL_DAYS ? undefined : rate })}
          />
        ),
        count: days === USUAL_DAYS ? 0 : 1,
        printed: say('lastDays', { n: days }),
      }}
      exported={{ path: daysOnHandCalls.daysOnHand.path, query }}
      receipts={false}
      acts={
        <>
          <Go className="btn" to="/reports/stock-variance">
            {sayMenu('stockVariance')}
          </Go>
          <Go className="btn" to="/reports/plu-reorders">
            {say('reorder')}
          </Go>
        </>
      }
      docket={opened && data && <StockDocket row={opened} answer={data} currency={screen.currency} onClose={() => change({ stock: undefined })} />}
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
    >
      {data && (data.Count === 0 ? <NeverCounted answer={data} /> : <Whole answer={data} currency={screen.currency} more={more} />)}
    </ReportPage>
  )
}

export default ofVenue(DaysOnHand)

const Whole = ({ answer, currency, more }: { answer: DaysOnHandAnswer; currency: string; more: MoreShown }) => {
  const say = useSay(onHandScreenWords)
  const text = useStockText(currency)
  const uncounted = answer.Locations.filter(({ NotCounted }) => NotCounted > 0)
  return (
    <>
      <DayClasses answer={answer} currency={currency} />
      <OnHandList answer={answer} currency={currency} more={more} />
      <p className="note">{say('rule', { from: text.day(answer.FromDate), to: text.day(answer.ToDate), currency })}</p>
      {uncounted.map(({ LocationId, Name, NotCounted }) => (
        <p className="note" key={LocationId}>
          {say.count('notCounted', NotCounted, { location: Name })} <Go to="/venue/counts">{say('startCount')}</Go>
        </p>
      ))}
      {answer.UnknownUse.length > 0 && (
        <p className="note">
          {say('unknownUse', {
            products: answer.UnknownUse.map(({ Name }) => Name)
              .slice(0, 10)
              .join(', '),
          })}
        </p>
      )}
    </>
  )
}

const NeverCounted = ({ answer }: { answer: DaysOnHandAnswer }) => {
  const say = useSay(onHandScreenWords)
  const [only] = answer.Locations
  return (
    <Empty
      title={answer.Locations.length === 1 && only ? say('neverCountedAt', { location: only.Name }) : say('neverCounted')}
      act={
        <Go className="btn primary" to="/venue/counts">
          {say('startCount')}
        </Go>
      }
    >
      <p>{say('neverCountedHint')}</p>
    </Empty>
  )
}
