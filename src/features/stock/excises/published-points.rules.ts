import { LITRE } from '#features/stock/spec.rules.ts'
import type { Rate } from './excise.rules.ts'

/** A rate as it was published once: what a person may take in, and has to check before relying on it. */
type PublishedPoint = Omit<Rate, 'rateId' | 'published' | 'enteredBy'>

/** An item of the Australian excise tariff, as far as it is told which drinks fall under it. */
interface Item {
  name: string
  beverages: readonly string[]
  freeAbv: number
  aboveAbv: number | null
  upToAbv: number | null
  draught: boolean | null
}

/** What beer may have without duty: 1.15 %. */
const BEER_FREE = 115
/** From this size on a container that connects to a gas or pump system counts as draught. */
const DRAUGHT_FROM = 8 * LITRE

const beer = (name: string, aboveAbv: number | null, upToAbv: number | null, draught: boolean): Item => ({
  name,
  beverages: ['beer'],
  freeAbv: BEER_FREE,
  aboveAbv,
  upToAbv,
  draught,
})
const drink = (name: string, beverages: readonly string[], aboveAbv: number | null, upToAbv: number | null): Item => ({
  name,
  beverages,
  freeAbv: 0,
  aboveAbv,
  upToAbv,
  draught: null,
})

const ITEMS: Record<string, Item> = {
  '1.1': beer('Beer up to 3 %, packaged', null, 300, false),
  '1.2': beer('Beer up to 3 %, draught', null, 300, true),
  '1.5': beer('Beer over 3 % to 3.5 %, packaged', 300, 350, false),
  '1.6': beer('Beer over 3 % to 3.5 %, draught', 300, 350, true),
  '1.10': beer('Beer over 3.5 %, packaged', 350, null, false),
  '1.11': beer('Beer over 3.5 %, draught', 350, null, true),
  '2': drink('Other drinks up to 10 %', ['premix', 'other'], null, 1000),
  '3.1': drink('Brandy', ['brandy'], null, null),
  '3.2': drink('Other spirits', ['spirits'], null, null),
  '3.10': drink('Other drinks over 10 %', ['premix', 'other'], 1000, null),
}

interface Published {
  from: string
  /** The last day before rates are indexed again; nobody says that they hold longer. */
  to: string
  source: string
  rates: Record<string, number>
}

/**
 * The points of Australian rates that can be cited, in dollars a litre of alcohol, and nothing between or after them. Domain 4.2 names the sources. Rates are indexed
 * each February and August, so none of them is known to hold past the next.
 */
const POINTS: readonly Published[] = [
  { from: '2016-08-01', to: '2017-01-31', source: 'X5', rates: { '1.1': 41.16, '1.2': 8.23, '1.5': 47.95, '1.6': 25.78, '1.10': 47.95, '1.11': 33.77 } },
  { from: '2017-02-01', to: '2017-07-31', source: 'X5', rates: { '1.1': 41.7, '1.2': 8.34, '1.5': 48.57, '1.6': 26.12, '1.10': 48.57, '1.11': 34.21 } },
  {
    from: '2017-08-01',
    to: '2018-01-31',
    source: 'X8',
    rates: { '1.1': 41.95, '1.2': 8.39, '1.5': 48.86, '1.6': 26.28, '1.10': 48.86, '1.11': 34.42, '3.1': 77.3, '3.2': 82.76, '2': 82.76, '3.10': 82.76 },
  },
  { from: '2019-08-05', to: '2020-01-31', source: 'X2', rates: { '1.10': 50.7 } },
  { from: '2022-08-01', to: '2023-01-31', source: 'X16', rates: { '1.11': 39.27 } },
  { from: '2023-02-01', to: '2023-07-31', source: 'X3', rates: { '1.10': 57.79 } },
  { from: '2025-02-03', to: '2025-08-03', source: 'X17', rates: { '1.1': 52.87, '1.2': 10.57, '1.5': 61.57, '1.6': 33.11, '1.10': 61.57, '1.11': 43.39 } },
]

const SOURCES: Record<string, { source: string; sourceUrl: string }> = {
  X2: { source: 'ATO, Calculating the excise duty payable on excisable alcohol (example of 2019)', sourceUrl: 'https://www.ato.gov.au' },
  X3: { source: 'ATO, Calculating the excise duty payable on excisable alcohol (example of 2023)', sourceUrl: 'https://www.ato.gov.au' },
  X5: { source: 'ATO, Excise rates for alcohol (copy of 2016 to 2017)', sourceUrl: 'https://www.ato.gov.au' },
  X8: { source: 'Commonwealth gazette C2017G00858', sourceUrl: 'https://www.legislation.gov.au/C2017G00858' },
  X16: { source: 'fobanacentral.org, a secondary source', sourceUrl: '' },
  X17: { source: 'An unattributed public source, not verified; its date is an estimate', sourceUrl: '' },
}

/** Every published point as a row that may be taken in. */
export const PUBLISHED_POINTS: readonly PublishedPoint[] = POINTS.flatMap(({ from, to, source, rates }) =>
  Object.entries(rates).map(([tariffItem, dollars]) => {
    const { draught, ...item } = ITEMS[tariffItem] as Item
    return {
      jurisdiction: 'AU',
      tariffItem,
      ...item,
      basis: 'lal' as const,
      containerFrom: draught === true ? DRAUGHT_FROM : null,
      containerUpTo: null,
      draught,
      rate: Math.round(dollars * 100_000),
      fromDay: from,
      toDay: to,
      source,
      sourceUrl: '',
      ...SOURCES[source],
    }
  }),
)
