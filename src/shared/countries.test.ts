import { describe, expect, it } from 'vitest'
import { COUNTRIES, CURRENCIES, countryAt, countryDefaults, countryOf, usualCashLimit, usualZone, zoneOfNextLocation } from './countries.ts'

describe('defaults of a country', () => {
  it('every country has a name, a currency and a time zone that exist', () => {
    const [currencies, zones] = [new Set(Intl.supportedValuesOf('currency')), new Set(Intl.supportedValuesOf('timeZone'))]
    const names = new Intl.DisplayNames('en', { type: 'region' })
    const odd = COUNTRIES.filter(
      (country) => names.of(country) === country || !currencies.has(countryDefaults(country).currency) || !zones.has(usualZone(country) ?? ''),
    )
    expect([COUNTRIES.length > 240, new Set(COUNTRIES).size, odd]).toEqual([true, COUNTRIES.length, []])
  })

  it('Japan, Australia and New Zealand', () => {
    expect(countryDefaults('JP')).toEqual({ currency: 'JPY', language: 'jp', financialYearStart: '04-01', taxName: '消費税' })
    expect(countryDefaults('AU')).toEqual({ currency: 'AUD', language: 'en', financialYearStart: '07-01', taxName: 'GST' })
    expect(countryDefaults('NZ')).toMatchObject({ currency: 'NZD', financialYearStart: '04-01' })
  })

  it('a currency says its country, unless several share it', () => {
    expect(['JPY', 'AUD', 'USD', 'EUR', 'XOF'].map(countryOf)).toEqual(['JP', 'AU', 'US', '', ''])
  })

  it('a limit is about as much money in every currency', () => {
    expect(['AUD', 'JPY', 'KRW', 'KWD', 'EUR'].map(usualCashLimit)).toEqual([20, 2000, 20_000, 5, 20])
    // Those worth a third of an Australian dollar to five of them.
    const fits = 'AUD AWG AZN BAM BBD BMD BND BRL BSD BYN BZD CAD CHF EUR FJD FKP GBP GEL GIP KYD NZD PAB SGD SHP TND TOP USD WST XCD XCG'.split(' ')
    expect(CURRENCIES.filter((currency) => usualCashLimit(currency) === 20)).toEqual(fits)
  })

  it('a further location has the zone of the first one, else of its country', () => {
    const japan = { country: 'JP', currency: 'JPY' }
    expect(zoneOfNextLocation(japan, 'Asia/Seoul')).toBe('Asia/Seoul')
    expect([zoneOfNextLocation(japan, undefined), zoneOfNextLocation({ country: '', currency: 'JPY' }, undefined)]).toEqual(['Asia/Tokyo', 'Asia/Tokyo'])
    expect([usualZone('AU', 'Australia/Perth'), usualZone('AU', 'UTC'), zoneOfNextLocation({ country: '', currency: 'EUR' }, undefined)]).toEqual([
      'Australia/Perth',
      'Australia/Sydney',
      undefined,
    ])
    expect(['Asia/Tokyo', 'Australia/Perth', 'UTC'].map(countryAt)).toEqual(['JP', 'AU', ''])
  })
})
