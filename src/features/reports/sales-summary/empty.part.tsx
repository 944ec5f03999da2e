import { dayText } from '#shared/cell-text.ts'
import { type Range, rangeText } from '#shared/range.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { addDays } from '../day.rules.ts'
import { reportWords } from '../screen/report.messages.ts'
import type { SalesAnswer } from './sales-summary.contract.ts'

/** Whether the answer has nothing in it at all. */
export const isEmpty = ({ Totals, Locations }: SalesAnswer): boolean =>
  Totals.Sales === 0 &&
  Locations.every(({ Sales, Amount, Gross, Refunds, Takings }) => Sales === 0 && Amount === 0 && Gross === 0 && Refunds === 0 && (Takings ?? 0) === 0)

/** Nothing sold in the range: says when the last sale was, and leads there. */
export const NothingSold = ({ answer, range, filtered }: { answer: SalesAnswer; range: Range; filtered: boolean }) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const title = say('emptyTitle', { range: rangeText(range, language) })
  const sold = answer.Locations.filter(({ LastSaleAt }) => LastSaleAt !== null)
  const last = sold.sort((a, b) => Date.parse(b.LastSaleAt ?? '') - Date.parse(a.LastSaleAt ?? ''))[0]
  if (filtered) {
    return (
      <Empty
        title={title}
        act={
          <Go className="btn primary" change={{ days: undefined, part: undefined, items: undefined, drill: undefined, receipt: undefined }}>
            {say('clearFilters')}
          </Go>
        }
      >
        <p>{say('emptyFiltered')}</p>
      </Empty>
    )
  }
  if (!last?.LastSaleAt) {
    return (
      <Empty title={title}>
        <p>{say('emptyNever')}</p>
      </Empty>
    )
  }
  const day = lastDay(last.LastSaleAt, last.Today)
  return (
    <Empty
      title={title}
      act={
        <Go className="btn primary" change={{ range: day, drill: undefined, receipt: undefined }}>
          {say('emptyGo', { day: dayText(day, language) })}
        </Go>
      }
    >
      <p>{say('emptyLast', { when: `${dayText(last.LastSaleAt.slice(0, 10), language)} ${last.LastSaleAt.slice(11, 16)}`, location: last.Name })}</p>
    </Empty>
  )
}

/** The trading day of an instant told on the location's clock; before five in the morning it is still the evening before. */
const lastDay = (instant: string, today: string): string => {
  const written = instant.slice(0, 10)
  const early = Number(instant.slice(11, 13)) < 5
  const day = early ? addDays(written, -1) : written
  return day > today ? today : day
}
