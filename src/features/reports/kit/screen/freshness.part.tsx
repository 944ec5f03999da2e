import { memo } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import styles from './freshness.module.css'
import { momentText } from './period-text.part.tsx'
import { reportWords } from './report.messages.ts'

interface FreshnessShown {
  Locations: readonly { LocationId: number; Name: string; LastSaleAt: string | null; LastReceivedAt: string | null; Today: string; Silent: boolean }[]
}

/** When the figures were read, and when each location last sold and last sent data. */
export const Freshness = memo(({ answer, time }: { answer: FreshnessShown; time: string }) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const at = (instant: string, today: string) => momentText(instant, today, language)
  return (
    <ul className={styles.fresh}>
      <li>{say('updated', { time })}</li>
      {answer.Locations.map(({ LocationId, Name, LastSaleAt, LastReceivedAt, Today, Silent }) => {
        if (!LastSaleAt || !LastReceivedAt) return <li key={LocationId}>{say('neverSold', { location: Name })}</li>
        return (
          <li key={LocationId} className={Silent ? styles.silent : undefined}>
            {Silent && <Icon name="attention" />}
            {say('lastSale', { location: Name, sale: at(LastSaleAt, Today), received: at(LastReceivedAt, Today) })}
            {Silent && ` · ${say('silent')}`}
          </li>
        )
      })}
    </ul>
  )
})
