import { NothingSoldIn } from '#features/reports/kit/screen/nothing-sold.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { type Range, rangeText } from '#shared/range.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { SalesAnswer } from './sales-summary.contract.ts'

/** Whether the answer has nothing in it at all. */
export const isEmpty = ({ Totals, Locations }: SalesAnswer): boolean =>
  Totals.Sales === 0 &&
  Locations.every(({ Sales, Amount, Gross, Refunds, Takings }) => Sales === 0 && Amount === 0 && Gross === 0 && Refunds === 0 && (Takings ?? 0) === 0)

/** Nothing sold in the range: says when the last sale was, and leads there. */
export const NothingSold = ({ answer, range, filtered }: { answer: SalesAnswer; range: Range; filtered: boolean }) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  return <NothingSoldIn title={say('emptyTitle', { range: rangeText(range, language) })} locations={answer.Locations} filtered={filtered} />
}
