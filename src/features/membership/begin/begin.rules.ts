/** How venues of a country usually count: their money and the day their financial year begins. */
interface Habits {
  currency: string
  financialYearStart: string
}

const BY_ZONE: readonly (readonly [zones: RegExp, habits: Habits])[] = [
  [/^Australia\//, { currency: 'AUD', financialYearStart: '07-01' }],
  [/^Pacific\/(Auckland|Chatham)$/, { currency: 'NZD', financialYearStart: '04-01' }],
  [/^Asia\/Tokyo$/, { currency: 'JPY', financialYearStart: '04-01' }],
  [/^Asia\/Singapore$/, { currency: 'SGD', financialYearStart: '01-01' }],
  [/^Asia\/Hong_Kong$/, { currency: 'HKD', financialYearStart: '04-01' }],
  [/^Europe\/London$/, { currency: 'GBP', financialYearStart: '04-06' }],
  [/^Europe\/Zurich$/, { currency: 'CHF', financialYearStart: '01-01' }],
  [/^Europe\//, { currency: 'EUR', financialYearStart: '01-01' }],
  [/^America\/(Toronto|Vancouver|Edmonton|Winnipeg|Halifax|Regina|St_Johns)$/, { currency: 'CAD', financialYearStart: '01-01' }],
  [/^(America|US)\//, { currency: 'USD', financialYearStart: '01-01' }],
]

/** What a venue in this time zone most likely counts by; a first guess, to be changed. */
export const habitsOf = (timeZone: string): Habits => BY_ZONE.find(([zones]) => zones.test(timeZone))?.[1] ?? { currency: 'AUD', financialYearStart: '07-01' }
