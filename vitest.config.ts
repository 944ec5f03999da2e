import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

/** On a coordinator and two workers of one machine checking every day of a house takes several times as long. */
const SPREAD = process.env.CITUS_PROGRAMS !== undefined

const testFiles = ['src', 'tests', 'db', 'bench'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name) && (name !== 'citus.test.ts' || SPREAD))
    .map((name) => join(folder, name)),
)

/** A test that starts the app or a database says so by what it imports; nothing else decides where it runs. */
const POSTGRES =
  /^(?:import\b.*|\}) from '(?:#tests|\.{1,2})\/(?:start-app|fresh-database|furnished-house|own-server|link-house|deliverect-house)\.ts'|^import .*\/embedded-postgres\.ts'|scripts\/fault\.mjs/m
const needsPostgres = (file: string) => POSTGRES.test(readFileSync(join(import.meta.dirname, file), 'utf8'))

/** What takes minutes and guards what seldom changes: `npm run test:long` runs it, with every case of what npm test samples. */
const LONG_RUN = [
  'tests/container.test.ts',
  'tests/import-killed.test.ts',
  'tests/restore-under-load.test.ts',
  'tests/newer-version.test.ts',
  'tests/faults/faults.test.ts',
  'tests/faults/invariants.test.ts',
  'src/features/sums/reading/hours-and-media.test.ts',
  'src/features/reports/sales-breakdown/wastage-years.test.ts',
  'tests/styles-stay-apart.e2e.ts',
  'tests/sample-members.test.ts',
  'src/features/delivery/schedules/hour-of-refusals.test.ts',
]
/** What npm test samples. */
const SAMPLED = [
  'tests/bad-input/*.test.ts',
  'tests/bad-files.e2e.ts',
  'src/features/sums/repair.test.ts',
  'tests/access-matrix/access-matrix.test.ts',
  'src/features/reports/invariants.test.ts',
  'src/features/reports/edge-cases.test.ts',
  'src/features/assistant/inspector.test.ts',
]
const isLongRun = (file: string) => LONG_RUN.includes(file)

const database = { globalSetup: 'tests/global-setup.ts', hookTimeout: 60_000, pool: 'forks' as const, isolate: false }

/**
 * The files that take longest. They begin first: one that begins last has the other worker wait for its end. What mostly waits goes beside
 * what mostly works.
 */
const LONG = [
  'tests/looks/',
  'reports/sales-summary/sales-summary.e2e.',
  'access-matrix.',
  'employees/employees.e2e.',
  'bad-input/naughty-strings',
  'sales-breakdown/sales-breakdown.e2e.',
  'imports/import.',
  'app/cli.',
  'loyalty/',
  'dashboard/dashboard.e2e.',
  'membership/membership.e2e.',
  'npm-start.e2e.',
  'sales-breakdown/sales-breakdown.test',
  'schedules.e2e.',
  'reports/invariants.',
  'venues/venues.e2e.',
  'frame.e2e.',
  'sums/repair.',
  'plu-sales/plu-sales.',
  'hours-and-media.',
  'faults/',
  'tests/container.',
]
const rank = ({ moduleId }: TestSpecification) => {
  const at = LONG.findIndex((name) => moduleId.includes(name))
  return at < 0 ? LONG.length : at
}
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // One project after the other, as a worker keeps what it has loaded only for files of the same.
    const project = (file: TestSpecification) => (file.project.name === 'e2e' ? 0 : 1)
    return (await super.sort(files)).sort((a, b) => project(a) - project(b) || rank(a) - rank(b))
  }
}

export default defineConfig({
  define: { __DAYBOOK_VERSION__: JSON.stringify(version) },
  test: {
    // One more than the cores of a small machine: each waits for its database, its browser or a clock for a quarter of the time.
    maxWorkers: 3,
    // Those that go side by side within a file.
    maxConcurrency: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: testFiles.filter((file) => !needsPostgres(file) && !isLongRun(file)),
          pool: 'forks',
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'api',
          include: testFiles.filter((file) => needsPostgres(file) && !isLongRun(file)),
          testTimeout: SPREAD ? 180_000 : 30_000,
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'long',
          include: process.env.TEST_SAMPLE === 'all' ? [...LONG_RUN, ...SAMPLED] : LONG_RUN,
          testTimeout: 120_000,
          expect: { poll: { timeout: 10_000, interval: 30 } },
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'e2e',
          include: ['{src,tests}/**/*.e2e.ts'],
          exclude: LONG_RUN,
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000, interval: 30 } },
        },
      },
    ],
  },
})
