import type { Headline, TableWords } from '#shared/endpoint.ts'
import { dayInWords, spanInWords } from '#shared/said-dates.ts'
import type { Comparison } from './comparison.rules.ts'
import { headlineWords } from './headline.messages.ts'
import { noDataBefore } from './no-data.rules.ts'

interface Compared {
  Kind: Comparison
  Ranges: readonly { FromDate: string; ToDate: string }[]
}

/** "vs same days last week": what a figure is compared with. */
const against = ({ Kind, Ranges }: Compared, { say, language }: TableWords): string =>
  say(headlineWords, Kind, { range: Ranges.map(({ FromDate, ToDate }) => spanInWords({ from: FromDate, to: ToDate }, language)).join(', ') })

/** The figure a mail about a report begins with, beside what it is compared with where the report compares, or why it is not. */
export const headline = (
  figure: Omit<Headline, 'against' | 'base'>,
  compare: Compared | null,
  base: number | null | undefined,
  texts: TableWords,
  locations: Parameters<typeof noDataBefore>[1] = [],
): Headline => {
  if (!compare || compare.Kind === 'none') return figure
  const first = noDataBefore(compare.Ranges, locations)
  const missing = first === undefined ? {} : { missing: texts.say(headlineWords, 'noData', { day: dayInWords(first, texts.language) }) }
  return { ...figure, against: against(compare, texts), base: first === undefined ? (base ?? null) : null, ...missing }
}
