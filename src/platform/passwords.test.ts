import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { hashPassword, isOutdated, isPassword, Turnstile } from './passwords.ts'

describe('a password at rest', () => {
  it('is argon2id of 19 MiB in two passes, with a salt of its own', async () => {
    const [one, two] = [await hashPassword('quiet lanterns'), await hashPassword('quiet lanterns')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
    expect(isOutdated(one)).toBe(false)
    expect(isOutdated(await hash('quiet lanterns', { memoryCost: 19_456, timeCost: 3, parallelism: 1 }))).toBe(true)
  })

  it('matches in exactly its bytes', async () => {
    const stored = await hashPassword('Café über')
    expect(await isPassword(stored, 'Café über')).toBe(true)
    expect(await isPassword(stored, 'Cafe\u0301 über')).toBe(false)
    expect(await isPassword(stored, 'Café über ')).toBe(false)
    expect(await isPassword(null, 'Café über')).toBe(false)
    expect(await isPassword(undefined, '')).toBe(false)
  })
})

describe('the turnstile', () => {
  it('lets two in at once, the others in their order, and refuses who comes too many', async () => {
    const turnstile = new Turnstile(2, 3)
    let inside = 0
    let most = 0
    const order: number[] = []
    const leave: (() => void)[] = []
    const enter = (n: number) =>
      turnstile.pass(async () => {
        inside += 1
        most = Math.max(most, inside)
        order.push(n)
        await new Promise<void>((resolve) => leave.push(resolve))
        inside -= 1
      })
    const visits = [1, 2, 3, 4, 5].map(enter)
    await expect(enter(6)).rejects.toMatchObject({ code: 'Unavailable', retryAfterSeconds: 2 })
    while (order.length < 5 || leave.length > 0) {
      leave.shift()?.()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await Promise.all(visits)
    expect(order).toEqual([1, 2, 3, 4, 5])
    expect(most).toBe(2)
    expect(await turnstile.pass(async () => 'free again')).toBe('free again')
  })

  it('is left by work that fails', async () => {
    const turnstile = new Turnstile(1, 0)
    await expect(turnstile.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await turnstile.pass(async () => 'in')).toBe('in')
  })
})
