import { describe, expect, it } from 'vitest'
import { migrationNames, Succession } from './succession.ts'

const refused = expect.objectContaining({ code: 'Superseded' })

describe('a server beside a database that', () => {
  it('is of its own version, of an earlier one or of none works on', () => {
    const succession = new Succession()
    for (const newest of [migrationNames().at(-1), migrationNames()[0], null, undefined]) expect(() => succession.heed(newest)).not.toThrow()
    expect(() => succession.refuse()).not.toThrow()
  })

  it('a newer one has migrated writes no more, whatever it is told later', async () => {
    const succession = new Succession()
    expect(() => succession.heed('9999-newer.sql')).toThrow(refused)
    expect(() => succession.heed(migrationNames().at(-1))).toThrow(refused)
    expect(() => succession.refuse()).toThrow(refused)
    await expect(succession.over).resolves.toBeUndefined()
  })
})
