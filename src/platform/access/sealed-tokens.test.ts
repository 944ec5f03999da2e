import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSealedByNewest, openToken, sealToken } from './sealed-tokens.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]

it('a token opens with the key that sealed it, wherever that stands in the list', () => {
  const sealed = sealToken([older], '7 Deputy access', 'a token')
  expect(openToken([newer, older], '7 Deputy access', sealed)).toBe('a token')
  expect(openToken([newer], '7 Deputy access', sealed)).toBeUndefined()
  expect([isSealedByNewest([newer, older], sealed), isSealedByNewest([older], sealed)]).toEqual([false, true])
})

it('a token opens nowhere else, and not when it was changed', () => {
  const sealed = sealToken([newer], '7 Deputy access', 'a token')
  expect(openToken([newer], '8 Deputy access', sealed)).toBeUndefined()
  expect(openToken([newer], '7 Deputy refresh', sealed)).toBeUndefined()
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(openToken([newer], '7 Deputy access', changed)).toBeUndefined()
  }
  expect(sealed.includes('a token')).toBe(false)
})
