import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { sealSecret, unsealSecret } from './sealed-secret.ts'
import { codeOf, stepAt, stepOfCode, totpUrl } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the codes of RFC 6238, appendix B, in six digits: %i s', (seconds, code) => {
  expect(codeOf(SECRET, stepAt(new Date(seconds * 1000)))).toBe(code)
})

it('takes the code of this step and of one to either side, and none that was used or came before it', () => {
  const at = new Date('2026-11-22T05:00:10Z')
  const now = stepAt(at)
  for (const apart of [-1, 0, 1]) expect(stepOfCode(SECRET, codeOf(SECRET, now + apart), at, 0)).toBe(now + apart)
  for (const apart of [-2, 2]) expect(stepOfCode(SECRET, codeOf(SECRET, now + apart), at, 0)).toBeUndefined()
  expect(stepOfCode(SECRET, codeOf(SECRET, now), at, now)).toBeUndefined()
  expect(stepOfCode(SECRET, codeOf(SECRET, now - 1), at, now)).toBeUndefined()
  for (const typed of ['', '12345', '1234567', '１２３４５６', 'abcdef']) expect(stepOfCode(SECRET, typed, at, 0)).toBeUndefined()
})

it('the address for the app names the product, the person and the secret', () => {
  const url = new URL(totpUrl(SECRET, 'Ada & Co'))
  expect(decodeURIComponent(url.pathname)).toContain('Daybook:Ada & Co')
  expect(Object.fromEntries(url.searchParams)).toEqual({ secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', issuer: 'Daybook' })
})

it('a sealed secret opens under its own key and for its own owner only', () => {
  const [key, other] = [randomBytes(32), randomBytes(32)]
  const sealed = sealSecret(key, 'factor 7', SECRET)
  expect(sealed.includes(SECRET)).toBe(false)
  expect(sealSecret(key, 'factor 7', SECRET)).not.toEqual(sealed)
  expect(unsealSecret(key, 'factor 7', sealed)).toEqual(SECRET)
  expect(unsealSecret(key, 'factor 8', sealed)).toBeUndefined()
  expect(unsealSecret(other, 'factor 7', sealed)).toBeUndefined()
  sealed[20] = (sealed[20] ?? 0) ^ 1
  expect(unsealSecret(key, 'factor 7', sealed)).toBeUndefined()
})
