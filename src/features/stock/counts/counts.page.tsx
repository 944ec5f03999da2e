import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { Dropped } from '#features/reports/kit/screen/dropped.part.tsx'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { unknownLocations } from '#features/reports/kit/screen/screen-state.rules.ts'
import { todayAt } from '#features/reports/kit/today.rules.ts'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { addDays } from '#shared/day.ts'
import { BlankMenu } from '#ui/blank.tsx'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { tagsOf } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { CountDocket } from './count-docket.part.tsx'
import { CountStock } from './count-stock.part.tsx'
import { type Count, countCalls } from './counts.contract.ts'
import { countWords } from './counts.messages.ts'
import styles from './counts.module.css'

/** How far back counts are listed. */
const LISTED_DAYS = 180

/** Counts of stock: those that were committed with what they differed by, and a count by hand. */
const Counts = ({ user, config }: OfVenue) => {
  const say = useSay(countWords)
  const sayMenu = useSay(reportsMenu)
  const [url, change] = useUrlState()
  const place = config.Locations.find(({ LocationId }) => String(LocationId) === url.loc) ?? config.Locations[0]
  const mayCount = tagsOf(user).includes('can_editstock')
  if (!place) return <Empty title={say('noLocation')} />
  if (url.count === 'now' && mayCount) return <CountStock place={place} onEnd={() => change({ count: undefined })} />
  return (
    <Page
      title={say('title')}
      filters={
        config.Locations.length > 1 && (
          <BlankMenu
            label={say('location')}
            value={String(place.LocationId)}
            options={config.Locations.map(({ LocationId, Name }) => ({ value: String(LocationId), label: Name }))}
            onChange={(loc) => change({ loc, open: undefined })}
          />
        )
      }
      make={
        <>
          <Go className="btn" to="/reports/stock-variance">
            {sayMenu('stockVariance')}
          </Go>
          {mayCount && (
            <Go className="btn primary" change={{ count: 'now' }}>
              {say('start')}
            </Go>
          )}
        </>
      }
      docket={url.open && <CountDocket countId={url.open} onClose={() => change({ open: undefined })} />}
    >
      <Dropped dropped={unknownLocations(url.loc, config.Locations)} />
      <CountList locationId={place.LocationId} name={place.Name} today={todayAt(config.Locations, new Date())} />
    </Page>
  )
}

export default ofVenue(Counts)

const CountList = ({ locationId, name, today }: { locationId: number; name: string; today: string }) => {
  const say = useSay(countWords)
  const query = { FromDate: addDays(today, -LISTED_DAYS), ToDate: addDays(today, 1), Locations: String(locationId) }
  const { data, error, refetch } = useCall(countCalls.counts, { query } as never)
  const text = useStockText(data?.Counts[0]?.Currency ?? 'AUD')
  const [url] = useUrlState()
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={8} />
  if (data.Counts.length === 0) {
    return (
      <Empty title={say('neverTitle', { location: name })}>
        <p>{say('neverHint')}</p>
      </Empty>
    )
  }
  return (
    <Scroll label={say('title')}>
      <table className={`plain slips ${styles.list}`}>
        <caption className="sr">{say('title')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('counted')}</th>
            <th scope="col">{say('section')}</th>
            <th scope="col">{say('by')}</th>
            <th scope="col" className="num">
              {say('products')}
            </th>
            <th scope="col" className="num">
              {say('differing')}
            </th>
            <th scope="col" className="num">
              {say('variance')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.Counts.map((count) => (
            <tr key={count.CountId}>
              <th scope="row">
                <Go change={{ open: count.CountId }} aria-current={url.open === count.CountId ? 'true' : undefined}>
                  {text.at(count.CountedAt, count.LocationId)}
                </Go>
              </th>
              <td data-label={say('section')}>{count.Section || say('whole')}</td>
              <td data-label={say('by')}>{count.By ?? (count.Source === 'till' ? say('till') : <Nil />)}</td>
              <td className="num" data-label={say('products')}>
                {count.Products}
              </td>
              <td className="num" data-label={say('differing')}>
                {count.Differing}
              </td>
              <td className="num" data-label={say('variance')}>
                <Variance count={count} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

const Variance = ({ count }: { count: Count }) => {
  const text = useStockText(count.Currency)
  if (count.Differing === 0 || count.Cost === null) return <Nil />
  return `${count.Cost > 0 ? '+' : ''}${text.money(count.Cost)}`
}
