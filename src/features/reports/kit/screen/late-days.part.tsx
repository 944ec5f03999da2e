import { lateWords } from '#features/reports/kit/late-days.messages.ts'
import type { LateDaysTold } from '#features/reports/kit/late-days.rules.ts'
import { lateText } from '#features/reports/kit/late-text.rules.ts'
import { dayText } from '#shared/cell-text.ts'
import { rangeToUrl } from '#shared/range.ts'
import { SheetButton } from '#ui/blank.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import explained from './explained.module.css'
import styles from './late-days.module.css'
import { useTableSay } from './table-texts.part.ts'

/** Beside a day that changed after it was told: "3 late". */
export const LateMark = ({ changes }: { changes: number }) => (
  <span className={styles.mark}>
    <Marked changes={changes} />
  </span>
)

const Marked = ({ changes }: { changes: number }) => {
  const say = useSay(lateWords)
  return (
    <>
      <Icon name="late" />
      <span>{say('late', { n: changes })}</span>
    </>
  )
}

interface LateButtonProps {
  late: Parameters<typeof lateText>[0]
  currency: string
}

/** The same mark, from which hangs how the day changed. */
export const LateButton = ({ late, currency }: LateButtonProps) => {
  const say = useSay(lateWords)
  const { say: sayAll } = useTableSay()
  const { language } = useLanguage()
  const changed = lateText(late, currency, { language, say: sayAll })
  return (
    <SheetButton
      label={`${say('late', { n: late.Changes })}: ${changed}`}
      className={styles.mark}
      sheet={() => (
        <div className={explained.sheet}>
          <h2>{say('changes')}</h2>
          <p>{changed}</p>
          <p className="note">{say('what')}</p>
        </div>
      )}
    >
      <Marked changes={late.Changes} />
    </SheetButton>
  )
}

interface Told extends LateDaysTold {
  Locations: readonly { LocationId: number; Name: string; Currency: string }[]
}

/** How many days of a report changed after they were told, and on opening which, the latest first; each leads to Daily Sales of that day. */
export const LateLine = ({ answer, locationIds }: { answer: Told; locationIds: readonly number[] }) => {
  const say = useSay(lateWords)
  const { say: sayAll } = useTableSay()
  const { language } = useLanguage()
  const days = [...new Set(answer.LateDays.map(({ Date: day }) => day))].sort().reverse()
  const { LateDayCount: count } = answer
  if (count === 0) return null
  const nameOf = (id: number) => answer.Locations.find(({ LocationId }) => LocationId === id)
  return (
    <details className={styles.days}>
      <summary>{say(count === 1 ? 'daysChanged.1' : 'daysChanged.n', { n: count })}</summary>
      <ul>
        {days.map((day) => (
          <li key={day}>
            <Go
              to="/reports/daily-sales"
              search={{ range: rangeToUrl({ from: day, to: day }), ...(locationIds.length > 0 ? { loc: locationIds.join(',') } : {}) }}
            >
              {dayText(day, language)}
            </Go>
            {answer.LateDays.filter(({ Date: one }) => one === day).map((late) => (
              <span key={late.LocationId}>
                {nameOf(late.LocationId)?.Name}: {lateText(late, nameOf(late.LocationId)?.Currency ?? 'AUD', { language, say: sayAll })}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {count > days.length && <p>{say('moreDays', { n: count - days.length })}</p>}
      <p>{say('what')}</p>
    </details>
  )
}
