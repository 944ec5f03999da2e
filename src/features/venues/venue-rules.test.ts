import { describe, expect, it } from 'vitest'
import { Zone } from '#shared/fields.ts'
import { taxNameOf } from '#shared/tax-name.ts'
import { differenceOf, withSent } from './difference.rules.ts'
import { domainOf } from './domain.rules.ts'
import { wholeParts, workedExample } from './fee.rules.ts'
import { Currency, DayStart, FinancialYearStart, LoyaltyName, TaxName } from './venue-fields.rules.ts'

describe('a domain', () => {
  it.each([
    ['pay.harbourvine.com.au', 'pay.harbourvine.com.au'],
    ['  Pay.HarbourVine.COM.AU. ', 'pay.harbourvine.com.au'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['日本語.jp', 'xn--wgv71a119e.jp'],
    ['xn--bcher-kva.de', 'xn--bcher-kva.de'],
    ['https://pay.harbourvine.com.au', 'pay.harbourvine.com.au'],
    [' HTTPS://Shop.HarbourVine.com.au/path/below?of=it#there ', 'shop.harbourvine.com.au'],
    ['http://bücher.de./', 'xn--bcher-kva.de'],
  ])('%s is %s', (typed, domain) => expect(domainOf(typed)).toEqual({ domain }))

  it.each([
    ['', 'empty'],
    ['https://', 'empty'],
    ['ftp://pay.harbourvine.com.au', 'scheme'],
    ['javascript://pay.harbourvine.com.au', 'scheme'],
    ['https://*.harbourvine.com.au/', 'wildcard'],
    ['https://pay.harbourvine.com.au:8443/pay', 'port'],
    ['https://203.0.113.7/pay', 'address'],
    ['https://[2001:db8::1]/', 'address'],
    ['https://till@harbourvine.com.au/', 'name'],
    ['https://harbourvine.com.au\\@evil.net/', 'path'],
    ['https://till.local/pay', 'private'],
    ['https://com.au/pay', 'suffix'],
    ['*.harbourvine.com.au', 'wildcard'],
    ['pay.harbourvine.com.au:8443', 'port'],
    ['pay.harbourvine.com.au/pay', 'path'],
    ['203.0.113.7', 'address'],
    ['0x7f.1', 'address'],
    ['2130706433', 'address'],
    ['[2001:db8::1]', 'address'],
    ['2001:db8::1', 'address'],
    ['till@harbourvine.com.au', 'name'],
    ['two names.com', 'name'],
    ['-pay.harbourvine.com.au', 'name'],
    ['pay..harbourvine.com.au', 'name'],
    ['pay_here.harbourvine.com.au', 'name'],
    [`${'a'.repeat(64)}.com`, 'name'],
    ['till.local', 'private'],
    ['localhost', 'private'],
    ['com.au', 'suffix'],
    ['github.io', 'suffix'],
    ['com', 'suffix'],
  ])('%s is refused: %s', (typed, complaint) => expect(domainOf(typed)).toEqual({ complaint }))
})

describe('fields', () => {
  const takes = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown) => schema.safeParse(value).success
  it('a name of a programme is short and printable', () => {
    for (const name of ['', 'Regulars', '常連さん', '🎉'.repeat(40), "O'Neill & Söhne"]) expect(takes(LoyaltyName, name), name).toBe(true)
    for (const name of ['a'.repeat(41), 'a\u0000b', 'a\u202eb', 'line\nbreak', 'zero\u200bwidth', '\ud800']) expect(takes(LoyaltyName, name), name).toBe(false)
  })
  it('the name of a tax is one of 20 printable characters at most, or none', () => {
    for (const name of ['', 'GST', 'Sales tax', '消費税', 'x'.repeat(20)]) expect(takes(TaxName, name), name).toBe(true)
    for (const name of ['x'.repeat(21), 'a\u202eb']) expect(takes(TaxName, name), name).toBe(false)
  })
  it('a tax nobody named has the usual name of the currency, else GST', () => {
    const named = ['AUD', 'NZD', 'GBP', 'EUR', 'USD', 'JPY', 'XXX', undefined].map((currency) => taxNameOf('', currency))
    expect(named).toEqual(['GST', 'GST', 'VAT', 'VAT', 'Sales tax', '消費税', 'GST', 'GST'])
    expect(taxNameOf('Moms', 'JPY')).toBe('Moms')
  })
  it('zones, currencies, cut-offs and days of the year are ones there are', () => {
    for (const zone of ['Australia/Sydney', 'Asia/Tokyo', 'UTC']) expect(takes(Zone, zone)).toBe(true)
    for (const zone of ['', '+10:00', 'ACT', 'AET', 'EST5EDT', 'SystemV/AST4', 'australia/sydney', 'Australia/Nowhere', 'Australia/Sydney\n'])
      expect(takes(Zone, zone), zone).toBe(false)
    expect([takes(Currency, 'AUD'), takes(Currency, 'aud'), takes(Currency, 'ZZZ')]).toEqual([true, false, false])
    expect(['00:00', '05:00', '12:00', '12:01', '24:00', '5:00'].map((time) => takes(DayStart, time))).toEqual([true, true, true, false, false, false])
    expect(['07-01', '12-31', '02-29', '13-01', '06-31', '7-1'].map((day) => takes(FinancialYearStart, day))).toEqual([true, true, false, false, false, false])
  })
})

it('a fee of fifty is worked out to the cent, in a currency without cents too', () => {
  expect(workedExample({ percentHundredths: 175, fixedMinor: 30 }, 'AUD')).toEqual({ paid: 5000, percentage: 88, fixed: 30, fee: 118, left: 4882 })
  expect(workedExample({ percentHundredths: 325, fixedMinor: 10 }, 'JPY')).toEqual({ paid: 50, percentage: 2, fixed: 10, fee: 12, left: 38 })
  expect([wholeParts(1.75, 2), wholeParts(0.1 + 0.2, 2), wholeParts(1.755, 2), wholeParts(0.5, 0)]).toEqual([175, 30, undefined, undefined])
})

it('a difference tells only what differs, and what was not sent stays', () => {
  expect(differenceOf({ a: 1, b: [1], c: 'x' }, { a: 2, b: [1], d: null })).toEqual({ a: ['1', '2'], c: ['x', ''] })
  expect(withSent({ a: 1, b: '' as string | null }, { a: undefined, b: null })).toEqual({ a: 1, b: null })
})
