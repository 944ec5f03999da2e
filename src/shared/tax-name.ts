import { countryDefaults } from './countries.ts'

/** Names of the tax in prices that a venue is offered; it may type another. */
export const TAX_NAMES = ['GST', 'VAT', 'Sales tax', '消費税'] as const

const BY_CURRENCY: Record<string, readonly string[]> = {
  VAT: [
    'AED',
    'BGN',
    'CHF',
    'CLP',
    'CNY',
    'CZK',
    'DKK',
    'EUR',
    'GBP',
    'HUF',
    'ISK',
    'KRW',
    'NOK',
    'PHP',
    'PLN',
    'RON',
    'SAR',
    'SEK',
    'THB',
    'TRY',
    'VND',
    'ZAR',
  ],
  'Sales tax': ['USD'],
  消費税: ['JPY'],
}

/** What a venue calls the tax in its prices: the name it chose, else that of its country, else the usual one where its currency is used, else GST. */
export const taxNameOf = (chosen: string | undefined, currency: string | undefined, country = ''): string =>
  chosen ||
  (country && countryDefaults(country).taxName) ||
  (Object.entries(BY_CURRENCY).find(([, currencies]) => currencies.includes(currency ?? ''))?.[0] ?? 'GST')
