import { describe, expect, it } from 'vitest'
import { shopIn } from './shop.rules.ts'
import { hmacOf } from './shopify-return.adapter.ts'
import { minorIn } from './shopify-sales.adapter.ts'
import { isSignedByShopify } from './shopify-webhook.adapter.ts'

describe('the signatures of Shopify', () => {
  it('of the way back are those it publishes', () => {
    const fields = Object.entries({
      timestamp: '1337178173',
      shop: 'some-shop.myshopify.com',
      code: '0907a61c0c8d55e99db179b68161bc00',
      state: '0.6784241404160823',
      hmac: 'whatever',
    })
    expect(hmacOf(fields, 'hush')).toBe('700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf')
  })
  it('of webhooks are over the bytes as they came: written anew, they do not fit', () => {
    const signature = 'K2XDCjoIIQnsCAW9wJNjHt4VwaiFCMoHAkXVA+JPSq0='
    expect(isSignedByShopify(signature, Buffer.from('{"id":1}'), ['shpss_test_secret'])).toBe(true)
    expect(isSignedByShopify(signature, Buffer.from('{"id":1}'), ['shpss_new', 'shpss_test_secret'])).toBe(true)
    expect(isSignedByShopify(signature, Buffer.from('{ "id": 1 }'), ['shpss_test_secret'])).toBe(false)
    expect(isSignedByShopify(signature, Buffer.from('{"id":1}'), ['shpss_new'])).toBe(false)
    expect(isSignedByShopify('', Buffer.from('{"id":1}'), ['shpss_test_secret'])).toBe(false)
  })
})

it('a shop is known by its address at Shopify and by nothing else', () => {
  expect(shopIn(' HTTPS://Harbour-Vine.myshopify.com/ ')).toBe('harbour-vine.myshopify.com')
  expect(shopIn('https://admin.shopify.com/store/harbour-vine')).toBe('harbour-vine.myshopify.com')
  for (const written of ['www.harbour.com', 'a.myshopify.com.evil.com', 'a@b.myshopify.com', 'a.myshopify.com:80', `${'a'.repeat(70)}.myshopify.com`, ''])
    expect(shopIn(written)).toBeUndefined()
})

it('amounts are read to the last coin, in currencies with none, two and three decimals', () => {
  expect(minorIn('12.5', 2)).toBe(1250)
  expect(minorIn('-0.07', 2)).toBe(-7)
  expect(minorIn('1200.0', 0)).toBe(1200)
  expect(minorIn('1.234', 3)).toBe(1234)
  expect(minorIn('90071992547.99', 2)).toBe(9_007_199_254_799)
  expect(Object.is(minorIn('-0.0', 2), 0)).toBe(true)
  expect(() => minorIn('1.005', 2)).toThrow()
})
