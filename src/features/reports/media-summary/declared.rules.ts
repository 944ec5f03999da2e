import { moneyOf } from '#features/reports/kit/figure-steps.rules.ts'
import type { Sheet } from '#features/till/sheet.rules.ts'
import { accountOf, accountSums } from '#features/till/sheet-account.rules.ts'
import type { MediaAnswer } from './media-summary.contract.ts'

/** The control sheets of the days asked for, or why nothing is told of them. */
export type Declaring = readonly Sheet[] | 'not-permitted' | 'too-long' | 'by-time'

type Declared = MediaAnswer['Declared']

/**
 * What counted sheets declared with each method beside what the system says of them.
 * @param currencies the places of each
 * @param maySeeExpected whether it is told before the last till is counted
 */
export const declaredOf = (
  sheets: Declaring,
  currencies: readonly (readonly { locationId: number; currency: string }[])[],
  maySeeExpected: boolean,
): Declared => {
  if (typeof sheets === 'string') return { Told: sheets, SheetCount: 0, CountedSheets: 0, Media: [], Totals: [] }
  const counted = sheets.filter(({ session }) => session?.counted)
  const isBlind = counted.length < sheets.length && !maySeeExpected
  const told: Declared = { Told: 'told', SheetCount: sheets.length, CountedSheets: counted.length, Media: [], Totals: [] }
  for (const places of currencies) {
    const currency = places[0]?.currency ?? 'AUD'
    const own = counted.filter(({ locationId }) => places.some((place) => place.locationId === locationId))
    if (own.length === 0) continue
    const sums = accountSums(own.map(accountOf))
    const figures = ({ declared, overShort }: { declared: number; overShort: number }) => ({
      Currency: currency,
      System: isBlind ? null : moneyOf(declared - overShort, currency),
      Declared: isBlind ? null : moneyOf(declared, currency),
      OverShort: moneyOf(overShort, currency),
    })
    told.Media.push(...[...sums.byMethod].map(([method, one]) => ({ Method: method, ...figures(one) })))
    told.Totals.push(figures(sums))
  }
  return told
}
