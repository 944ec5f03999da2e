// @ts-check
import './command.mjs'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { holdPackages } from './packages.mjs'
import { giveUp, ROOT } from './project.mjs'

// npm run generate: writes docs/openapi.json from the contracts and db/schema.sql from the migrations. tests/generated.test.ts
// compares both with what they are made from, so that a change shows in the same commit.
try {
  await holdPackages('npm run generate')
  register()
  await writeOpenApi()
  await writeSchema()
} catch (error) {
  giveUp(error)
}

async function writeOpenApi() {
  const { features } = await import('../src/app/operations.ts')
  const { openApi } = await import('../src/platform/web/openapi.ts')
  const { VERSION } = await import('../src/platform/version.ts')
  const document = openApi(features, VERSION)
  writeFileSync(join(ROOT, 'docs/openapi.json'), `${JSON.stringify(document, null, 2)}\n`)
  console.log(`docs/openapi.json: ${Object.keys(document.paths).length} paths`)
}

/** From a database of its own, made and thrown away: whatever else is running is not touched. */
async function writeSchema() {
  const { connectAsOwner } = await import('../src/platform/database/database.ts')
  const { startPostgres } = await import('../src/platform/database/embedded-postgres.ts')
  const { migrate } = await import('../src/platform/database/migrate.ts')
  const { schemaPicture } = await import('../src/platform/database/schema-picture.ts')
  const folder = mkdtempSync(join(tmpdir(), 'daybook-generate-'))
  // PostgreSQL runs under another account when we are root, and must be able to walk here.
  chmodSync(folder, 0o711)
  const postgres = await startPostgres({ dataDir: folder, log: () => {}, settings: { fsync: 'off' } })
  try {
    await migrate(postgres.url)
    const owner = connectAsOwner(postgres.url)
    const picture = await schemaPicture(owner).finally(() => owner.end())
    writeFileSync(join(ROOT, 'db/schema.sql'), picture)
    console.log(`db/schema.sql: ${picture.match(/^create (unlogged )?table/gm)?.length} tables`)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
