import { dayText } from '#shared/cell-text.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { reportWords } from './report.messages.ts'

interface Sold {
  Name: string
  LastSaleAt: string | null
  LastSaleDay: string | null
}

/** Nothing sold in the days asked for: says when the last sale was and leads there, or how sales come to be here. */
export const NothingSoldIn = ({ title, locations, filtered }: { title: string; locations: readonly Sold[]; filtered: boolean }) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
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
  const last = locations
    .filter(({ LastSaleAt }) => LastSaleAt !== null)
    .toSorted((a, b) => Date.parse(b.LastSaleAt ?? '') - Date.parse(a.LastSaleAt ?? ''))
    .at(0)
  if (!last?.LastSaleAt || !last.LastSaleDay) {
    return (
      <Empty title={title}>
        <p>{say('emptyNever')}</p>
      </Empty>
    )
  }
  const day = last.LastSaleDay
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
