/** ISO 3166 countries by the currency they pay in. */
const BY_CURRENCY: Record<string, string> = {
  AED: 'AE',
  AFN: 'AF',
  ALL: 'AL',
  AMD: 'AM',
  AOA: 'AO',
  ARS: 'AR',
  AUD: 'AU CC CX KI NF NR TV',
  AWG: 'AW',
  AZN: 'AZ',
  BAM: 'BA',
  BBD: 'BB',
  BDT: 'BD',
  BHD: 'BH',
  BIF: 'BI',
  BMD: 'BM',
  BND: 'BN',
  BOB: 'BO',
  BRL: 'BR',
  BSD: 'BS',
  BTN: 'BT',
  BWP: 'BW',
  BYN: 'BY',
  BZD: 'BZ',
  CAD: 'CA',
  CDF: 'CD',
  CHF: 'CH LI',
  CLP: 'CL',
  CNY: 'CN',
  COP: 'CO',
  CRC: 'CR',
  CUP: 'CU',
  CVE: 'CV',
  CZK: 'CZ',
  DJF: 'DJ',
  DKK: 'DK FO GL',
  DOP: 'DO',
  DZD: 'DZ',
  EGP: 'EG',
  ERN: 'ER',
  ETB: 'ET',
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT',
  FJD: 'FJ',
  FKP: 'FK',
  GBP: 'GB GG IM JE',
  GEL: 'GE',
  GHS: 'GH',
  GIP: 'GI',
  GMD: 'GM',
  GNF: 'GN',
  GTQ: 'GT',
  GYD: 'GY',
  HKD: 'HK',
  HNL: 'HN',
  HTG: 'HT',
  HUF: 'HU',
  IDR: 'ID',
  ILS: 'IL PS',
  INR: 'IN',
  IQD: 'IQ',
  IRR: 'IR',
  ISK: 'IS',
  JMD: 'JM',
  JOD: 'JO',
  JPY: 'JP',
  KES: 'KE',
  KGS: 'KG',
  KHR: 'KH',
  KMF: 'KM',
  KPW: 'KP',
  KRW: 'KR',
  KWD: 'KW',
  KYD: 'KY',
  KZT: 'KZ',
  LAK: 'LA',
  LBP: 'LB',
  LKR: 'LK',
  LRD: 'LR',
  LSL: 'LS',
  LYD: 'LY',
  MAD: 'MA EH',
  MDL: 'MD',
  MGA: 'MG',
  MKD: 'MK',
  MMK: 'MM',
  MNT: 'MN',
  MOP: 'MO',
  MRU: 'MR',
  MUR: 'MU',
  MVR: 'MV',
  MWK: 'MW',
  MXN: 'MX',
  MYR: 'MY',
  MZN: 'MZ',
  NAD: 'NA',
  NGN: 'NG',
  NIO: 'NI',
  NOK: 'NO SJ',
  NPR: 'NP',
  NZD: 'NZ CK NU PN TK',
  OMR: 'OM',
  PAB: 'PA',
  PEN: 'PE',
  PGK: 'PG',
  PHP: 'PH',
  PKR: 'PK',
  PLN: 'PL',
  PYG: 'PY',
  QAR: 'QA',
  RON: 'RO',
  RSD: 'RS',
  RUB: 'RU',
  RWF: 'RW',
  SAR: 'SA',
  SBD: 'SB',
  SCR: 'SC',
  SDG: 'SD',
  SEK: 'SE',
  SGD: 'SG',
  SHP: 'SH',
  SLE: 'SL',
  SOS: 'SO',
  SRD: 'SR',
  SSP: 'SS',
  STN: 'ST',
  SYP: 'SY',
  SZL: 'SZ',
  THB: 'TH',
  TJS: 'TJ',
  TMT: 'TM',
  TND: 'TN',
  TOP: 'TO',
  TRY: 'TR',
  TTD: 'TT',
  TWD: 'TW',
  TZS: 'TZ',
  UAH: 'UA',
  UGX: 'UG',
  USD: 'US AS BQ EC FM GU IO MH MP PR PW SV TC TL UM VG VI ZW',
  UYU: 'UY',
  UZS: 'UZ',
  VES: 'VE',
  VND: 'VN',
  VUV: 'VU',
  WST: 'WS',
  XAF: 'CF CG CM GA GQ TD',
  XCD: 'AG AI DM GD KN LC MS VC',
  XCG: 'CW SX',
  XOF: 'BF BJ CI GW ML NE SN TG',
  XPF: 'NC PF WF',
  YER: 'YE',
  ZAR: 'ZA',
  ZMW: 'ZM',
}

const CURRENCY_OF = new Map(Object.entries(BY_CURRENCY).flatMap(([currency, countries]) => countries.split(' ').map((country) => [country, currency] as const)))

/** The ISO 4217 codes that countries pay in. */
export const CURRENCIES: readonly string[] = Object.keys(BY_CURRENCY)

/** The ISO 3166 codes of all countries. */
export const COUNTRIES: readonly string[] = [...CURRENCY_OF.keys()].sort()

/** The zone of most venues, for countries with several. */
const MAIN_ZONES: Record<string, string> = {
  AR: 'America/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  ID: 'Asia/Jakarta',
  KZ: 'Asia/Almaty',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
  XK: 'Europe/Belgrade',
}

/** MM-DD by country; 1 January elsewhere. */
const YEAR_STARTS: Record<string, string> = {
  ...{ AU: '07-01', BD: '07-01', PK: '07-01' },
  ...{ GB: '04-06', HK: '04-01', IN: '04-01', JP: '04-01', LK: '04-01', MM: '04-01', NZ: '04-01', ZA: '03-01' },
}

/** VAT elsewhere. */
const TAX_NAMES: Record<string, string> = {
  ...{ AU: 'GST', BT: 'GST', CA: 'GST', IN: 'GST', MV: 'GST', NZ: 'GST', PG: 'GST', PK: 'GST', SG: 'GST' },
  ...{ JP: '消費税', MY: 'SST', US: 'Sales tax' },
}

/** Round amounts of about 20 Australian dollars, in major units, for currencies of which 20 are much more or much less. */
const CASH_LIMITS: Record<string, number> = {
  ...{ AED: 50, AFN: 1000, ALL: 1000, AMD: 5000, AOA: 10_000, ARS: 20_000, BDT: 2000, BHD: 5, BIF: 50_000, BOB: 100, BTN: 1000, BWP: 200 },
  ...{ CDF: 50_000, CLP: 10_000, CNY: 100, COP: 50_000, CRC: 10_000, CUP: 500, CVE: 1000, CZK: 300, DJF: 2000, DKK: 100, DOP: 1000, DZD: 2000 },
  ...{ EGP: 500, ERN: 200, ETB: 2000, GHS: 200, GMD: 1000, GNF: 100_000, GTQ: 100, GYD: 2000, HKD: 100, HNL: 500, HTG: 2000, HUF: 5000 },
  ...{ IDR: 200_000, ILS: 50, INR: 1000, IQD: 20_000, IRR: 10_000_000, ISK: 2000, JMD: 2000, JOD: 10, JPY: 2000, KES: 2000, KGS: 1000, KHR: 50_000 },
  ...{ KMF: 5000, KPW: 10_000, KRW: 20_000, KWD: 5, KZT: 5000, LAK: 300_000, LBP: 1_000_000, LKR: 5000, LRD: 2000, LSL: 200, LYD: 100, MAD: 200 },
  ...{ MDL: 200, MGA: 50_000, MKD: 1000, MMK: 50_000, MNT: 50_000, MOP: 100, MRU: 500, MUR: 500, MVR: 200, MWK: 20_000, MXN: 200, MYR: 50 },
  ...{ MZN: 1000, NAD: 200, NGN: 20_000, NIO: 500, NOK: 200, NPR: 2000, OMR: 5, PEN: 50, PGK: 50, PHP: 1000, PKR: 5000, PLN: 50, PYG: 100_000 },
  ...{ QAR: 50, RON: 50, RSD: 1000, RUB: 1000, RWF: 20_000, SAR: 50, SBD: 100, SCR: 200, SDG: 10_000, SEK: 200, SLE: 200, SOS: 10_000, SRD: 500 },
  ...{ SSP: 50_000, STN: 200, SYP: 200_000, SZL: 200, THB: 500, TJS: 100, TMT: 50, TRY: 500, TTD: 100, TWD: 500, TZS: 50_000, UAH: 500 },
  ...{ UGX: 50_000, UYU: 500, UZS: 200_000, VES: 2000, VND: 300_000, VUV: 2000, XAF: 10_000, XOF: 10_000, XPF: 2000, YER: 5000, ZAR: 200, ZMW: 200 },
}
const USUAL_CASH_LIMIT = 20

/** What venues of a country usually start with. */
export interface CountryDefaults {
  currency: string
  language: 'en' | 'jp'
  /** MM-DD. */
  financialYearStart: string
  taxName: string
}

/** The defaults of a country, or of a currency alone where the country is not known. */
export const countryDefaults = (country: string, currency = CURRENCY_OF.get(country) ?? 'AUD'): CountryDefaults => ({
  currency,
  language: country === 'JP' ? 'jp' : 'en',
  financialYearStart: YEAR_STARTS[country] ?? '01-01',
  taxName: TAX_NAMES[country] ?? 'VAT',
})

/** The country a currency is named after, or '' for a currency of several such as EUR. */
export const countryOf = (currency: string): string => {
  const country = currency.slice(0, 2)
  return CURRENCY_OF.get(country) === currency ? country : ''
}

/** A small amount of cash in major units: about 20 Australian dollars. */
export const usualCashLimit = (currency: string): number => CASH_LIMITS[currency] ?? USUAL_CASH_LIMIT

/** Old engines have these as properties, new ones as methods, and some not at all. */
interface LocaleInfo {
  timeZones?: string[]
  getTimeZones?: () => string[] | undefined
}
const zonesOf = (country: string): readonly string[] => {
  if (country === '') return []
  const info = new Intl.Locale(`und-${country}`) as LocaleInfo
  return info.getTimeZones?.() ?? info.timeZones ?? []
}

/** The time zone of most venues of a country: `here` where it is one of its zones; undefined where none is known. */
export const usualZone = (country: string, here = ''): string | undefined => {
  const zones = zonesOf(country)
  return zones.includes(here) ? here : (MAIN_ZONES[country] ?? zones[0])
}

/** The time zone of a further location: that of the first one, else of the venue's country. */
export const zoneOfNextLocation = ({ country, currency }: { country: string; currency: string }, first: string | undefined, here = ''): string | undefined =>
  first ?? usualZone(country || countryOf(currency), here)

/** The country in which a time zone is, or '' where the engine does not know. */
export const countryAt = (timeZone: string): string => COUNTRIES.find((country) => zonesOf(country).includes(timeZone)) ?? ''
