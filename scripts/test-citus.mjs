// @ts-check
import './command.mjs'
import { holdPackages } from './packages.mjs'
import { giveUp, load, runPackaged } from './project.mjs'

/**
 * Tests that are about one PostgreSQL, and why each is not run on several. Everything else that talks to a database is.
 * @type {Readonly<Record<string, string>>}
 */
const LEFT_OUT = {
  'src/platform/database/embedded-postgres.test.ts': 'starts the PostgreSQL that comes with Daybook, and no other',
  'tests/faults/faults.test.ts': 'each fault starts a PostgreSQL of its own to damage it',
  'tests/container.test.ts': 'is about the image',
  'tests/schema-picture.test.ts': 'compares with the picture that PostgreSQL 18 draws',
  'tests/styles-stay-apart.e2e.ts': 'compares how screens look, whatever their figures come from',
  'src/features/sums/kept-plans.test.ts': 'looks at the plan of one server; the coordinator of several keeps none',
}

// npm run test:citus: the tests of the API and everything that must always hold, on a coordinator and two workers.
try {
  await holdPackages('npm run test:citus')
  const { citusPrograms } = await load('tests/citus-cluster.ts')
  const found = citusPrograms()
  if ('missing' in found) {
    throw new Error(
      `${found.missing}\nThe tests on Citus need PostgreSQL 15 to 17 with Citus 13.1 or newer; PG_CONFIG names its pg_config. docs/scaling.md says how to install it.`,
    )
  }
  const words = ['run', '--project', 'api', '--project', 'long', ...process.argv.slice(2), ...Object.keys(LEFT_OUT).flatMap((file) => ['--exclude', file])]
  process.exitCode = await runPackaged('vitest/vitest.mjs', words, { environment: { CITUS_PROGRAMS: found.bin } })
} catch (error) {
  giveUp(error)
}
