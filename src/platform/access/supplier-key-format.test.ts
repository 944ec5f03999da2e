import { expect, it } from 'vitest'
import { isSupplierKey, newSupplierKey } from './supplier-key-format.ts'

it('a key ends with the checksum of its random part', () => {
  // Worked out apart from this code: CRC-32 of the 32 letters in base 62.
  expect(isSupplierKey('pat_test_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef07kqpP')).toBe(true)
  expect(isSupplierKey('pat_test_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdeg07kqpP')).toBe(false)
})

it('new keys are well formed and never the same', () => {
  const keys = Array.from({ length: 200 }, newSupplierKey)
  expect(keys.filter((key) => !isSupplierKey(key))).toEqual([])
  expect(new Set(keys).size).toBe(200)
})

it.each([
  '',
  'pat_live_',
  'dbk_sample-till-of-the-harbour-bar',
  'pat_live_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef07kqp',
  'PAT_live_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef07kqpP',
])('refuses %j', (text) => expect(isSupplierKey(text)).toBe(false))
