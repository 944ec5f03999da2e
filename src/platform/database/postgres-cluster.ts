import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Account, type Guarded, type GuardedOptions, runGuarded } from './guarded-process.ts'
import { isAlive } from './living-process.mjs'
import { canReach, POSTGRES_MAJOR, type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts'

/** Where one embedded database lives, and who runs it. */
export interface Cluster {
  /** PostgreSQL's own data directory. */
  folder: string
  logFile: string
  account: Account | undefined
  binaries: PostgresBinaries
}

const PASSWORD_FILE = 'daybook.password'
const MINIMAL_ACCESS = `# Written by Daybook. Nobody comes in without the password in ${PASSWORD_FILE}, and only from this machine.
host all all 127.0.0.1/32 scram-sha-256
`

/** Finds the account, the programs and the folders of the database in `dataDir`, without making the database yet. */
export const clusterIn = (dataDir: string): Cluster => {
  mkdirSync(dataDir, { recursive: true })
  const folder = join(dataDir, 'cluster')
  const account = accountFor(folder)
  return { folder, logFile: join(dataDir, 'postgres.log'), account, binaries: postgresBinaries(account) }
}

/** The password of the database's owner, kept beside its data and readable by nobody else. */
export const passwordOf = (cluster: Cluster): string => readFileSync(join(cluster.folder, PASSWORD_FILE), 'utf8').trim()

/**
 * Makes the database unless it is there: in a folder of its own that takes its name only once it is complete, so an interrupted
 * attempt leaves nothing that looks like a database, and of two attempts at once one wins.
 */
export const ensureCluster = async (cluster: Cluster, log: (line: string) => void): Promise<void> => {
  sweepUnfinished(cluster)
  if (existsSync(cluster.folder)) return checkExisting(cluster)
  log('Creating the database (only the first time).')
  const unfinished = { ...cluster, folder: `${cluster.folder}.new-${process.pid}` }
  try {
    mkdirSync(unfinished.folder, { mode: 0o700 })
    give(unfinished.folder, cluster.account)
    await fill(unfinished)
    renameSync(unfinished.folder, cluster.folder)
  } catch (error) {
    rmSync(unfinished.folder, { recursive: true, force: true })
    // Another process made it in the meantime: theirs serves.
    if (!existsSync(join(cluster.folder, 'PG_VERSION'))) throw error
  }
}

/** PostgreSQL's own note about who runs on the data, by line: process id, folder, start, port, …, status. */
export const pidFileOf = (cluster: Cluster): string[] => {
  const path = join(cluster.folder, 'postmaster.pid')
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
}

/** Runs one of PostgreSQL's programs on the cluster as its account, its words in the cluster's log. */
export const runOnCluster = (
  cluster: Cluster,
  program: keyof PostgresBinaries,
  wordsFor: (folder: string) => string[],
  options: Pick<GuardedOptions, 'input' | 'whenGone'> = {},
): Guarded => {
  const output = openSync(cluster.logFile, 'a', 0o600)
  const folder = cluster.account && !canReach(cluster.folder, cluster.account) ? openSync(cluster.folder, 'r') : undefined
  if (folder !== undefined && process.platform !== 'linux') {
    throw new Error(`PostgreSQL does not run as root, and the account that runs it cannot come to ${cluster.folder}. Choose another folder with DAYBOOK_DATA.`)
  }
  try {
    // Under root's home the account may use the folder but not walk to it: it is handed over open, and Linux names it so.
    const words = wordsFor(folder === undefined ? cluster.folder : '/proc/self/fd/3')
    return runGuarded(cluster.binaries[program], words, { account: cluster.account, output, folder, ...options })
  } finally {
    closeSync(output)
    if (folder !== undefined) closeSync(folder)
  }
}

/** The last lines PostgreSQL wrote, for a message to a person. */
export const lastWords = (cluster: Cluster, from = 0): string => readFileSync(cluster.logFile).subarray(from).toString().trim().split('\n').slice(-8).join('\n')

/** How much PostgreSQL has written so far, to tell later what is new. */
export const logLength = (cluster: Cluster): number => (existsSync(cluster.logFile) ? statSync(cluster.logFile).size : 0)

const fill = async (cluster: Cluster): Promise<void> => {
  const start = logLength(cluster)
  const words = ['-U', 'daybook', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums']
  const made = runOnCluster(cluster, 'initdb', (folder) => [...words, '-D', folder], { whenGone: 'KILL' })
  if ((await made.ended) !== 0) throw new Error(`The database could not be made:\n${lastWords(cluster, start)}`)
  const password = randomBytes(24).toString('base64url')
  const single = runOnCluster(cluster, 'postgres', (folder) => ['--single', '-D', folder, 'postgres'], { input: 'pipe', whenGone: 'KILL' })
  single.child.stdin?.end(`alter role daybook password '${password}';\ncreate database daybook;\n`)
  // A single-user backend goes on after an error and ends with 0, so what it wrote decides too.
  if ((await single.ended) !== 0 || /^.*(ERROR|FATAL|PANIC): /m.test(lastWords(cluster, start))) {
    throw new Error(`The database could not be made:\n${lastWords(cluster, start)}`)
  }
  for (const [name, text] of [
    [PASSWORD_FILE, `${password}\n`],
    ['pg_hba.conf', MINIMAL_ACCESS],
  ] as const) {
    const path = join(cluster.folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    give(path, cluster.account)
  }
}

const checkExisting = (cluster: Cluster): void => {
  const version = readFileSync(join(cluster.folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== POSTGRES_MAJOR) {
    throw new Error(
      `The data in ${cluster.folder} was written by PostgreSQL ${version}, but this Daybook comes with ${POSTGRES_MAJOR}. Take a backup with the Daybook that wrote it and restore it with this one.`,
    )
  }
  // A copy made by root (cp -r) belongs to root: PostgreSQL would refuse it.
  if (cluster.account && statSync(cluster.folder).uid !== cluster.account.uid) giveAll(cluster.folder, cluster.account)
}

const sweepUnfinished = (cluster: Cluster): void => {
  const dataDir = join(cluster.folder, '..')
  for (const name of readdirSync(dataDir)) {
    const pid = /^cluster\.new-(\d+)$/.exec(name)?.[1]
    if (pid && (Number(pid) === process.pid || !isAlive(Number(pid)))) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

/** PostgreSQL refuses root. Whoever owns the data already goes on; new data goes to an account without rights elsewhere. */
const accountFor = (folder: string): Account | undefined => {
  const owner = existsSync(folder) ? statSync(folder) : undefined
  const self = process.getuid?.()
  if (self !== 0) {
    if (owner && owner.uid !== self) {
      throw new Error(
        `The data in ${folder} belongs to another account on this machine. Start Daybook as that account or as root, or choose another folder with DAYBOOK_DATA.`,
      )
    }
    return undefined
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody', 'daemon']) {
    const [, , uid, gid] = accounts.find((fields) => fields[0] === name) ?? []
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has no account postgres or nobody to run it. Start Daybook as an ordinary user, or set DATABASE_URL.',
  )
}

const give = (path: string, account: Account | undefined): void => {
  if (account) chownSync(path, account.uid, account.gid)
}

const giveAll = (folder: string, account: Account): void => {
  lchownSync(folder, account.uid, account.gid)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) giveAll(path, account)
    else lchownSync(path, account.uid, account.gid)
  }
}
