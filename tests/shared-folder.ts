import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'vitest'
import { ROOT } from '#platform/version.ts'

/** The owner's documents and data, which lie beside the project on some machines and are no part of it. */
export const SHARED = join(ROOT, '../shared')

/** `describe` for tests that need them; where they are absent, npm test lists these as not run. */
export const describeWithShared = describe.skipIf(!existsSync(SHARED))
