import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { PageAsked } from '#features/dashboard/ask-metric.rules.ts'
import { useIsLive } from '#features/dashboard/live-state.part.ts'
import { LIVE_REFRESH_SECONDS, REFRESH_SECONDS } from '#features/dashboard/use-measure.part.ts'
import { dayText } from '#shared/cell-text.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { VenueConfig } from '#ui/stored-user.ts'
import { wallWords } from './wall.messages.ts'
import styles from './wall.module.css'

const Live = lazy(() => import('#features/dashboard/live.part.tsx'))

const TICK_MS = 5_000
/** Of the time after which figures are asked for again: older ones were asked for in vain. */
const LATE_TIMES = 2.5

interface WallHeadProps {
  name: string
  config: VenueConfig
  page: PageAsked
  /** Whether its person may hear of sales as they happen. */
  hears: boolean
  onLost: () => void
}

/** Whose figures these are, the time, and how fresh they are. */
export const WallHead = ({ name, config, page, hears, onLost }: WallHeadProps) => {
  const say = useSay(wallWords)
  const { language, locale } = useLanguage()
  const [now, setNow] = useState(Date.now)
  const queries = useQueryClient()
  const isLive = useIsLive()
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    document.title = `${name} · Daybook`
  }, [name])
  const timeZone = config.Locations[0]?.TimeZone ?? 'UTC'
  const time = (at: number) => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(at)
  const asked = queries.getQueryCache().findAll({ type: 'active' })
  const oldest = Math.min(...asked.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0))
  const isLate = now - oldest > (isLive ? LIVE_REFRESH_SECONDS : REFRESH_SECONDS) * LATE_TIMES * 1000
  return (
    <header className={styles.head}>
      <div>
        <h1>{config.VenueName}</h1>
        <p>{config.Locations.map(({ Name }) => Name).join(' · ')}</p>
      </div>
      <div className={styles.when}>
        <p className={styles.clock}>{time(now)}</p>
        <p>
          {name} · {dayText(page.range.to, language)}
        </p>
        {hears && (
          <Suspense>
            <Live page={page} onLost={onLost} />
          </Suspense>
        )}
        {Number.isFinite(oldest) && (!isLive || isLate) && (
          <p className={isLate ? styles.late : undefined}>{say(isLate ? 'late' : 'asAt', { time: time(oldest) })}</p>
        )}
      </div>
    </header>
  )
}
