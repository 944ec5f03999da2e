import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dayText } from '#shared/cell-text.ts'
import type { Range } from '#shared/range.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { VenueConfig } from '#ui/stored-user.ts'
import { wallWords } from './wall.messages.ts'
import styles from './wall.module.css'

const TICK_MS = 5_000
/** Figures are asked for every minute: older ones were asked for in vain. */
const LATE_MS = 150_000

/** Whose figures these are, the time, and how fresh they are. */
export const WallHead = ({ name, config, range }: { name: string; config: VenueConfig; range: Range }) => {
  const say = useSay(wallWords)
  const { language, locale } = useLanguage()
  const [now, setNow] = useState(Date.now)
  const queries = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    document.title = `${name} · Daybook`
  }, [name])
  const timeZone = config.Locations[0]?.TimeZone ?? 'UTC'
  const time = (at: number) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', hourCycle: 'h23', timeZone }).format(at)
  const asked = queries.getQueryCache().findAll({ type: 'active' })
  const oldest = Math.min(...asked.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0))
  const isLate = now - oldest > LATE_MS
  return (
    <header className={styles.head}>
      <div>
        <h1>{config.VenueName}</h1>
        <p>{config.Locations.map(({ Name }) => Name).join(' · ')}</p>
      </div>
      <div className={styles.when}>
        <p className={styles.clock}>{time(now)}</p>
        <p>
          {name} · {dayText(range.to, language)}
        </p>
        {Number.isFinite(oldest) && <p className={isLate ? styles.late : undefined}>{say(isLate ? 'late' : 'asAt', { time: time(oldest) })}</p>}
      </div>
    </header>
  )
}
