import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The project's folder, wherever the process was started from; the sources' folders and the built server's lie equally deep in it. */
export const ROOT = join(import.meta.dirname, '../..')

/** The product's version is the package's. */
export const VERSION: string = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version
