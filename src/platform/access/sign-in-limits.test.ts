import { expect, it } from 'vitest'
import { allowanceOf, delaySeconds, networkOf } from './sign-in-limits.ts'

it('from the fifth failure on, the next attempt waits twice as long each time, a minute at most', () => {
  expect([0, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 50].map(delaySeconds)).toEqual([0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
})

it('a network is an IPv4 address or the first half of an IPv6 one', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

it('an allowance is of an account, and of an account in a known browser, and tells neither name nor cookie', () => {
  const device = Buffer.alloc(32, 7)
  expect(allowanceOf('ruth')).not.toBe(allowanceOf('ruth', device))
  expect(allowanceOf('ruth', device).startsWith(`${allowanceOf('ruth')} `)).toBe(true)
  expect(allowanceOf('ruth')).toMatch(/^[0-9a-f]{64}$/)
})
