import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import { schemaPicture } from '#platform/database/schema-picture.ts'
import { ROOT } from '#platform/version.ts'
import { freshDatabase } from './fresh-database.ts'

it('db/schema.sql shows what the migrations make; npm run generate draws it anew', async () => {
  const fresh = await freshDatabase()
  const owner = connectAsOwner(fresh.url)
  try {
    expect(readFileSync(join(ROOT, 'db/schema.sql'), 'utf8')).toBe(await schemaPicture(owner))
  } finally {
    await owner.end()
    await fresh.drop()
  }
})
