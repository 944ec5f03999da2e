import { pluWords } from '#features/reports/kit/products.messages.ts'
import { NothingSoldIn } from '#features/reports/kit/screen/nothing-sold.part.tsx'
import { type Range, rangeText } from '#shared/range.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import type { PluAnswer } from './plu-sales.contract.ts'

/** No product in the range: without the filters there may be, or at the last sale. */
export const PluEmpty = ({ answer, range }: { answer: PluAnswer; range: Range }) => {
  const say = useSay(pluWords)
  const { language } = useLanguage()
  const [url] = useUrlState()
  const title = say('emptyTitle', { range: rangeText(range, language) })
  if (url.q || url.group || url.supplier || url.days || url.part) {
    return (
      <Empty
        title={title}
        act={
          <Go className="btn primary" change={{ q: undefined, group: undefined, supplier: undefined, days: undefined, part: undefined, plu: undefined }}>
            {say('clear')}
          </Go>
        }
      >
        <p>{say('emptyFiltered')}</p>
      </Empty>
    )
  }
  return <NothingSoldIn title={title} locations={answer.Locations} filtered={false} />
}
