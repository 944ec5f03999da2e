import { memo } from 'react'
import { noDataBefore } from '#features/reports/kit/no-data.rules.ts'
import { plainDayText } from '#shared/cell-text.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import styles from './freshness.module.css'
import { momentText } from './period-text.part.tsx'
import { reportWords } from './report.messages.ts'

interface FreshnessShown {
  Locations: readonly {
    LocationId: number
    Name: string
    FirstSaleDay: string | null
    LastSaleAt: string | null
    LastReceivedAt: string | null
    Today: string
    Silent: boolean
  }[]
  Compare?: { Ranges: readonly { FromDate: string }[] } | null
}

interface FreshnessProps {
  answer: FreshnessShown
  time: string
  /** What the report is compared with, where its answer does not say. */
  compared?: readonly { FromDate: string }[]
}

/** When the figures were read, when each location last sold and last sent data, and since when there is anything to compare with. */
export const Freshness = memo(({ answer, time, compared }: FreshnessProps) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const unknown = noDataBefore(compared ?? answer.Compare?.Ranges, answer.Locations)
  const at = (instant: string, today: string) => momentText(instant, today, language)
  return (
    <ul className={styles.fresh}>
      {unknown && <li>{say('noChangeBefore', { day: plainDayText(unknown, language) })}</li>}
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
