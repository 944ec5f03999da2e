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

  it('lets those known go first, and never gives a stranger the last place', async () => {
    const turnstile = new Turnstile(2, 3)
    const began: string[] = []
    const leave = new Map<string, () => void>()
    const enter = (name: string, lane: 'known' | 'stranger') =>
      turnstile.pass(async () => {
        began.push(name)
        await new Promise<void>((resolve) => leave.set(name, resolve))
      }, lane)
    const visits = [enter('stranger 1', 'stranger'), enter('stranger 2', 'stranger'), enter('known 1', 'known'), enter('known 2', 'known')]
    const stepOut = async (name: string) => {
      leave.get(name)?.()
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    expect(began).toEqual(['stranger 1', 'known 1'])
    await stepOut('stranger 1')
    expect(began).toEqual(['stranger 1', 'known 1', 'known 2'])
    await stepOut('known 1')
    expect(began).toEqual(['stranger 1', 'known 1', 'known 2', 'stranger 2'])
    await stepOut('stranger 2')
    await stepOut('known 2')
    await Promise.all(visits)
  })

  it('refuses strangers who come too many, and nobody known for their sake', async () => {
    const turnstile = new Turnstile(2, 1)
    let leave: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      leave = resolve
    })
    const strangers = [turnstile.pass(() => held, 'stranger'), turnstile.pass(() => held, 'stranger')]
    await expect(turnstile.pass(() => held, 'stranger')).rejects.toMatchObject({ code: 'Unavailable' })
    expect(await turnstile.pass(async () => 'in')).toBe('in')
    leave()
    await Promise.all(strangers)
  })

  it('gives everybody else as much time as a stranger took', async () => {
    const turnstile = new Turnstile(2, 3)
    const times: number[] = []
    const work = async () => {
      times.push(performance.now())
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    await Promise.all([turnstile.pass(work, 'stranger'), turnstile.pass(work, 'stranger')])
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(75)
  })

  it('is left by work that fails', async () => {
    const turnstile = new Turnstile(1, 0)
    await expect(turnstile.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await turnstile.pass(async () => 'in')).toBe('in')
  })
})
