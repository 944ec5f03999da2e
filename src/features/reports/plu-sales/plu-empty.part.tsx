import { dayText } from '#shared/cell-text.ts'
import { type Range, rangeText } from '#shared/range.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { reportWords } from '../screen/report.messages.ts'
import type { PluAnswer } from './plu-sales.contract.ts'
import { pluWords } from './plu-sales.messages.ts'

/** No product in the range: without the filters there may be, or at the last sale. */
export const PluEmpty = ({ answer, range }: { answer: PluAnswer; range: Range }) => {
  const say = useSay(pluWords)
  const sayReport = useSay(reportWords)
  const { language } = useLanguage()
  const [url] = useUrlState()
  const title = say('emptyTitle', { range: rangeText(range, language) })
  const last = answer.Locations.flatMap(({ LastSaleAt }) => LastSaleAt ?? [])
    .sort()
    .at(-1)
    ?.slice(0, 10)
  if (url.q || url.group || url.supplier || url.days) {
    return (
      <Empty
        title={title}
        act={
          <Go className="btn primary" change={{ q: undefined, group: undefined, supplier: undefined, days: undefined, plu: undefined }}>
            {say('clear')}
          </Go>
        }
      >
        <p>{say('emptyFiltered')}</p>
      </Empty>
    )
  }
  if (!last) {
    return (
      <Empty title={title}>
        <p>{say('emptyNever')}</p>
      </Empty>
    )
  }
  return (
    <Empty
      title={title}
      act={
        <Go className="btn primary" change={{ range: last, plu: undefined }}>
          {sayReport('emptyGo', { day: dayText(last, language) })}
        </Go>
      }
    >
      <p />
    </Empty>
  )
}
