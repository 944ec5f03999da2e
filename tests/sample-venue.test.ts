import { afterEach, describe, expect, it } from 'vitest'
import { fillSampleHistory } from '#db/demo/fill.ts'
import { createSampleVenue } from '#db/demo/venue.ts'
import { freshnessAndLateDays } from '#features/sums/reading/freshness.sql.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { connectAsOwner, openDatabase } from '#platform/database/database.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'

let house: FreshDatabase | undefined
afterEach(async () => {
  await house?.drop()
  house = undefined
})

const peopleIn = async (url: string): Promise<string[]> => {
  const sql = connectAsOwner(url)
  try {
    return (await sql<{ user_name: string }[]>`select user_name from app_user order by user_id`).map(({ user_name }) => user_name)
  } finally {
    await sql.end()
  }
}

describe('the sample venue', () => {
  it('is made once in an empty house, with its four people', async () => {
    house = await freshDatabase()
    expect(await createSampleVenue(house.url)).toBe(1)
    expect(await createSampleVenue(house.url)).toBe(1)
    expect(await peopleIn(house.url)).toEqual(['admin', 'owner', 'manager', 'staff'])
  })

  it('is not made where real people live, unless asked for', async () => {
    house = await freshDatabase()
    const sql = connectAsOwner(house.url)
    await sql`insert into app_user (user_name, user_name_key, display_name, is_admin) values ('ada', 'ada', 'Ada', true)`
    await sql.end()
    expect(await createSampleVenue(house.url)).toBeUndefined()
    expect(await peopleIn(house.url)).toEqual(['ada'])
    expect(await createSampleVenue(house.url, true)).toBe(1)
    expect(await peopleIn(house.url)).toContain('owner')
  })

  it('fills the days in that it stood still for, and marks none of them as changed late', async () => {
    house = await freshDatabase({ sample: true })
    const database = openDatabase(house.url, 2)
    const soldBy = async (now: string) => {
      const stopping = new AbortController()
      const onProgress = ({ done }: { done: number }) => done === 9 && stopping.abort()
      await fillSampleHistory(database, 1, { now: () => new Date(now), signal: stopping.signal, onProgress })
      return database.readVenue(1, async (sql) => {
        const venue = await VenueScope.forJob(sql, 1, new Date(now))
        const [sold] = await sql<{ n: number }[]>`select count(*)::int as n from sale where venue_id = 1 and business_date = '2026-11-20'`
        const { late } = await freshnessAndLateDays(venue, { places: venue.locations, clocks: [], range: { from: '2025-01-01', to: '2026-12-31' } })
        return { n: sold?.n ?? 0, late }
      })
    }
    try {
      const evening = await soldBy('2026-11-20T19:00:00+11:00')
      const later = await soldBy('2026-11-22T12:00:00+11:00')
      expect(evening.n).toBeGreaterThan(0)
      expect(later.n).toBeGreaterThan(evening.n)
      expect(later.late).toEqual([])
    } finally {
      await database.close()
    }
  })
})
