import { afterEach, describe, expect, it } from 'vitest'
import { createSampleVenue } from '#db/demo/venue.ts'
import { connectAsOwner } from '#platform/database.ts'
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
})
