import type { ExciseItem, ExcisesAnswer } from './excises.contract.ts'

/** What a span comes to; in whole thousandths, so that decimals do not drift. */
export const spanSum = (answer: ExcisesAnswer, span: number, of: 'Lal' | 'Duty'): number | null => {
  const known = answer.Items.map((item) => item.Spans[span]?.[of]).filter((one) => typeof one === 'number')
  return known.length === 0 && answer.Items.length > 0 ? null : known.reduce((sum, one) => sum + Math.round(one * 1000), 0) / 1000
}

/** How an item's rate changed against the span before, in percent to one decimal; undefined where there is none to compare with. */
export const rateChange = ({ Rates }: Pick<ExciseItem, 'Rates'>, span: number): number | undefined => {
  const [before, now] = [Rates[span - 1], Rates[span]]
  return !before || !now || before.Rate === 0 ? undefined : Math.round((now.Rate / before.Rate - 1) * 1000) / 10
}
