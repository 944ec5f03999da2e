import { useEffect, useState } from 'react'
import type { LiveSales } from '#features/live/live.contract.ts'
import { momentText } from '#features/reports/kit/screen/period-text.part.tsx'
import { useOnline } from '#ui/connection.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useVenueConfig } from '#ui/venue-config.ts'
import type { PageAsked } from './ask-metric.rules.ts'
import { liveWords } from './live.messages.ts'
import styles from './live.module.css'
import { type LiveStream, useLive } from './use-live.part.ts'

interface LiveProps {
  page: PageAsked
  /** The stream that stood has ended. */
  onLost?: () => void
}

/** Hears of sales as they happen, and says so, with the last sale at the locations on the page. */
const Live = ({ page, onLost }: LiveProps) => {
  const live = useLive(page.calendar.today)
  const isLost = live.isUp === false
  useEffect(() => {
    if (isLost) onLost?.()
  }, [isLost, onLost])
  const sentence = useSentence(live, page.locations)
  const spoken = useNowAndThen(sentence)
  const online = useOnline()
  // Without a connection the page says above what its figures are of, and nothing is refreshed.
  if (live.isUp === undefined || !online) return <p className={styles.live}> </p>
  return (
    <>
      <p className={live.isUp ? styles.live : `${styles.live} ${styles.away}`} data-live={live.isUp}>
        <i key={live.told?.AsAt ?? ''} className={`${styles.dot} ${styles.beat}`} aria-hidden="true" />
        {sentence}
      </p>
      <p className="sr" role="status">
        {spoken}
      </p>
    </>
  )
}

export default Live

const useSentence = ({ isUp, told }: LiveStream, locations: string | undefined): string => {
  const say = useSay(liveWords)
  const { language } = useLanguage()
  const names = useVenueConfig()?.Locations ?? []
  if (isUp === undefined) return ''
  if (!isUp) return say('away')
  if (!told) return say('live')
  const last = lastSaleIn(told, locations)
  if (!last?.LastSaleAt) return `${say('live')} · ${say('noSale')}`
  const location = names.find(({ LocationId }) => LocationId === last.LocationId)?.Name ?? ''
  return `${say('live')} · ${say('lastSale', { time: momentText(last.LastSaleAt, last.Today, language), location })}`
}

const lastSaleIn = ({ Locations }: LiveSales, locations: string | undefined) => {
  const shown = locations?.split(',').map(Number)
  const at = ({ LastSaleAt }: LiveSales['Locations'][number]) => (LastSaleAt === null ? 0 : Date.parse(LastSaleAt))
  return Locations.filter(({ LocationId }) => shown?.includes(LocationId) ?? true).sort((a, b) => at(b) - at(a))[0]
}

const SPOKEN_EVERY_MS = 5 * 60_000

/** The sentence as it is read out: at most every few minutes, or nobody would hear anything else. */
const useNowAndThen = (sentence: string): string => {
  const [spoken, setSpoken] = useState({ sentence: '', at: Number.NEGATIVE_INFINITY })
  useEffect(() => {
    if (sentence === spoken.sentence) return
    const wait = setTimeout(() => setSpoken({ sentence, at: Date.now() }), Math.max(0, spoken.at + SPOKEN_EVERY_MS - Date.now()))
    return () => clearTimeout(wait)
  }, [sentence, spoken])
  return spoken.sentence
}
