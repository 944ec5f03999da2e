import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { createLocationKey, LocationKeys } from './location-keys.ts'

let fresh: FreshDatabase
let database: Database
beforeAll(async () => {
  fresh = await freshDatabase({ sample: true })
  database = openDatabase(fresh.url, 2)
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

/** How many of these requests two processes in turn let through before the first is refused, all within one second. */
const untilRefused = async (perSecond: number, key: string): Promise<number> => {
  for (;;) {
    const [one, other] = [new LocationKeys(perSecond), new LocationKeys(perSecond)]
    const second = Math.floor(Date.now() / 1000)
    let letThrough = 0
    let refused: unknown
    while (!refused && letThrough < perSecond * 3) {
      await (letThrough % 2 ? other : one).admit(database.house, `Bearer ${key}`).then(
        () => {
          letThrough += 1
        },
        (error) => {
          refused = error
        },
      )
    }
    // A second that ended in the middle began its count anew; the one that goes on has counted some already.
    if (Math.floor(Date.now() / 1000) !== second) {
      await new Promise((done) => setTimeout(done, 1000 - (Date.now() % 1000)))
      continue
    }
    expect(refused).toMatchObject({ code: 'TooManyRequests' })
    return letThrough
  }
}

describe('LocationKeys', () => {
  it('counts a small allowance exactly, over all processes', async () => {
    const key = await createLocationKey(database.house, 1, 2, 'small')
    expect(await untilRefused(10, key)).toBe(10)
  })

  it('counts a large one to a twentieth for each process', async () => {
    const key = await createLocationKey(database.house, 1, 2, 'large')
    const letThrough = await untilRefused(400, key)
    expect(letThrough).toBeGreaterThanOrEqual(400)
    expect(letThrough).toBeLessThanOrEqual(400 + 2 * 20)
  })

  it('learns within a minute of use that a key opens another location', async () => {
    const key = await createLocationKey(database.house, 1, 2, 'moved')
    const keys = new LocationKeys(20)
    expect(await keys.admit(database.house, `Bearer ${key}`)).toMatchObject({ locationId: 2 })
    await database.house`update location_key set location_id = 3 where name = 'moved'`
    expect(await keys.admit(database.house, `Bearer ${key}`)).toMatchObject({ locationId: 3 })
  })

  it('refuses a key that was revoked or ran out before it was met', async () => {
    const refusal = async (change: 'revoked_at' | 'expires_at') => {
      const key = await createLocationKey(database.house, 1, 2, change)
      await database.house`update location_key set ${database.house(change)} = now() where name = ${change}`
      return new LocationKeys(1000).admit(database.house, `Bearer ${key}`)
    }
    for (const change of ['revoked_at', 'expires_at'] as const) await expect(refusal(change), change).rejects.toMatchObject({ code: 'KeyNotValid' })
  })

  it('refuses what is no key, and one it never met', async () => {
    const keys = new LocationKeys(1000)
    for (const given of [undefined, '', 'Bearer', 'Bearer unknown', `Basic ${SAMPLE_TILL_KEY}`]) {
      await expect(keys.admit(database.house, given)).rejects.toMatchObject({ code: 'KeyNotValid' })
    }
    expect(await keys.admit(database.house, `Bearer ${SAMPLE_TILL_KEY}`)).toMatchObject({ venueId: 1, locationId: 1 })
  })
})
