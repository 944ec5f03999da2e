import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { sealSecret, unsealSecret } from './sealed-secret.ts'
import { base32, codeOf, stepAt, stepOfCode, totpUrl } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

it.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('the codes of RFC 6238, appendix B: %i s', (seconds, code) => {
  expect(codeOf(SECRET, stepAt(new Date(seconds * 1000)), 8)).toBe(code)
})

it.each(['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map((code, counter) => [counter, code] as const))(
  'the codes of RFC 4226, appendix D: %i',
  (counter, code) => expect(codeOf(SECRET, counter)).toBe(code),
)

it('takes the code of this step and of one to either side, and none that was used or came before it', () => {
  const at = new Date('2026-11-22T05:00:10Z')
  const now = stepAt(at)
  for (const apart of [-1, 0, 1]) expect(stepOfCode(SECRET, codeOf(SECRET, now + apart), at, 0)).toBe(now + apart)
  for (const apart of [-2, 2]) expect(stepOfCode(SECRET, codeOf(SECRET, now + apart), at, 0)).toBeUndefined()
  expect(stepOfCode(SECRET, codeOf(SECRET, now), at, now)).toBeUndefined()
  expect(stepOfCode(SECRET, codeOf(SECRET, now - 1), at, now)).toBeUndefined()
  for (const typed of ['', '12345', '1234567', '１２３４５６', 'abcdef']) expect(stepOfCode(SECRET, typed, at, 0)).toBeUndefined()
})

it('writes base32 as RFC 4648 does', () => {
  expect(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))).toEqual([
    ...['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'],
  ])
  expect(totpUrl(SECRET, 'Ada & Co')).toBe(
    'otpauth://totp/Daybook%3AAda%20%26%20Co?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Daybook&algorithm=SHA1&digits=6&period=30',
  )
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
