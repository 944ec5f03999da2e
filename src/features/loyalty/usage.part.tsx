import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Dropped } from '#features/reports/kit/screen/dropped.part.tsx'
import { unknownLocations, unknownRange } from '#features/reports/kit/screen/screen-state.rules.ts'
import { todayAt } from '#features/reports/kit/today.rules.ts'
import { dayText } from '#shared/cell-text.ts'
import { addDays } from '#shared/day.ts'
import { type Range, rangeFromUrl, rangeText, rangeToUrl } from '#shared/range.ts'
import { afterPaint } from '#ui/after-paint.ts'
import { call } from '#ui/api.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { RangePicker } from '#ui/range-picker.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { callKey } from '#ui/use-call.ts'
import { type Details, loyalty } from './loyalty.contract.ts'
import { moveWords } from './moves.messages.ts'
import styles from './usage.module.css'
import { isShown, SHOWN_MOVEMENTS, type ShownMovements } from './usage.rules.ts'
import { placesIn, UsageFilters } from './usage-filters.part.tsx'
import { RangeSums } from './usage-sums.part.tsx'
import { UsageTable } from './usage-table.part.tsx'

const WhereUsed = lazy(async () => ({ default: (await import('./where-used.part.tsx')).WhereUsed }))

const DAYS = 28

/** A card's ledger by trading day, with the balance after each entry and the sum of the range. */
export const Usage = ({ card, mayEdit }: { card: Details; mayEdit: boolean }) => {
  const say = useSay(moveWords)
  const { language } = useLanguage()
  const config = useStoredUser()?.Config
  const [url, change] = useUrlState()
  const [shown, setShown] = useState<ShownMovements>('all')
  const placeIds = placesIn(url.loc, config?.Locations ?? [])
  const today = todayAt(config?.Locations ?? [], new Date())
  const calendar = useMemo(() => ({ today, weekStart: config?.WeekStart ?? 1, financialYearStart: config?.FinancialYearStart ?? '07-01' }), [today, config])
  const read = rangeFromUrl(url.range, calendar)
  const range = read ?? { from: addDays(today, 1 - DAYS), to: today }
  const setRange = (next: Range) => change({ range: rangeToUrl(next) })
  const list = useMovements(card.CardNumber, range)
  const movements = useMemo(() => list.data?.pages.flatMap(({ Movements }) => Movements) ?? [], [list.data])
  if (list.isError) return <Failed error={list.error} onRetry={() => list.refetch()} />
  const some = movements.filter((movement) => isShown(movement, shown) && (placeIds.length === 0 || placeIds.includes(movement.LocationId)))
  /** Paper has all entries of the range, those too that were not asked for yet. */
  const print = async () => {
    for (let more = list.hasNextPage; more; ) more = (await list.fetchNextPage()).hasNextPage
    afterPaint(() => window.print())
  }
  return (
    <>
      <UsageFilters card={card} range={range} placeIds={placeIds} shown={shown} onPlaces={(loc) => change({ loc })} onPrint={() => void print()}>
        <RangePicker value={range} calendar={calendar} onChange={setRange} />
      </UsageFilters>
      <Dropped dropped={[...unknownRange(url.range, read), ...unknownLocations(url.loc, config?.Locations ?? [])]} range={range} />
      {!list.data ? (
        <Waiting rows={8} />
      ) : movements.length === 0 ? (
        <NothingHere card={card} onShow={(day) => setRange({ from: day, to: day })} />
      ) : (
        <div className={styles.two}>
          <section>
            <div className="bar-head">
              <h2>
                {say('ledger')}
                <small>{say('newestFirst')}</small>
              </h2>
              <Segmented
                label={say('shown')}
                value={shown}
                onChange={setShown}
                options={SHOWN_MOVEMENTS.map((value) => ({ value, label: say(`show-${value}`) }))}
              />
            </div>
            {some.length === 0 ? (
              <p className={styles.say}>{say('noneOfKind')}</p>
            ) : (
              <UsageTable
                card={card}
                movements={some}
                range={rangeText(range, language)}
                mayEdit={mayEdit}
                forward={shown === 'all' && placeIds.length === 0 && !list.hasNextPage ? range.from : undefined}
              />
            )}
            <p className={styles.acts}>
              {list.hasNextPage ? (
                <button type="button" className="btn" aria-busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
                  {say('olderEntries')}
                </button>
              ) : (
                <button type="button" className="btn" onClick={() => setRange({ from: addDays(range.from, -DAYS), to: range.to })}>
                  {say('before28')}
                </button>
              )}
            </p>
          </section>
          <div>
            {!list.hasNextPage && <RangeSums movements={movements} to={range.to} isNow={range.to >= today} />}
            <Suspense>
              <WhereUsed number={card.CardNumber} range={range} placeIds={placeIds} />
            </Suspense>
          </div>
        </div>
      )}
    </>
  )
}

/** The movements of a range, page by page. */
const useMovements = (card: string, { from, to }: Range) => {
  const asked = { params: { card }, query: { FromDate: from, ToDate: to, Limit: '200' } }
  return useInfiniteQuery({
    queryKey: [...callKey(loyalty.movements, asked), 'pages'],
    queryFn: ({ pageParam, signal }) => call(loyalty.movements, { ...asked, query: { ...asked.query, ...(pageParam ? { After: pageParam } : {}) } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ Next }: { Next: string | null }) => Next,
  })
}

const NothingHere = ({ card, onShow }: { card: Details; onShow: (day: string) => void }) => {
  const say = useSay(moveWords)
  const { language } = useLanguage()
  const { LastUsed } = card
  const day = LastUsed && dayText(LastUsed, language)
  return (
    <section className={styles.none}>
      <p>
        <b>{say(day ? 'notInRange' : 'noActivity')}</b> {day ? say('notInRangeLast', { day }) : say('noActivityBody')}
      </p>
      {LastUsed && day && (
        <p className={styles.acts}>
          <button type="button" className="btn" onClick={() => onShow(LastUsed)}>
            {say('showDay', { day })}
          </button>
        </p>
      )}
    </section>
  )
}
