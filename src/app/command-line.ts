import { join } from 'node:path'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import type { Settings } from '#platform/settings.ts'
import { Failure } from '#shared/failure.ts'
import { type Command, type CommandContext, WrongUsage } from './command.ts'

export interface Surroundings {
  readSettings(): Settings
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

const FAILED = 1
const MISUSED = 2
const INTERRUPTED = 130
const PATIENCE_MS = 3000

/** Runs what was typed and answers with the exit code: 0, 1 where it failed, 2 where it makes no sense. */
export const runCommandLine = async (typed: readonly string[], commands: readonly Command[], surroundings: Surroundings): Promise<number> => {
  const [name = 'help', ...args] = typed
  if (['help', '--help', '-h'].includes(name)) return help(args[0], commands)
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) return misuse(`There is no command called "${name}".`, 'To list the commands: npm run daybook -- help')
  if (args.includes('--help') || args.includes('-h')) return help(name, commands)
  const stops: (() => Promise<void>)[] = []
  try {
    await Promise.race([command.run(args, contextFor(command, surroundings, stops)), outOfPatience(surroundings.signal)])
    return 0
  } catch (error) {
    if (error instanceof WrongUsage) return misuse(error.message, usageOf(command))
    if (surroundings.signal.aborted) {
      console.error('Interrupted.')
      return INTERRUPTED
    }
    console.error(sentenceOf(error))
    if (process.env.LOG_LEVEL === 'debug') console.error(error)
    return FAILED
  } finally {
    for (const stop of stops.reverse()) await stop().catch((error: unknown) => console.error(error))
  }
}

/** Rejects when a command that was interrupted has not ended by itself: it may wait for a database that does not answer. */
const outOfPatience = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason), PATIENCE_MS).unref(), { once: true }))

const usageOf = ({ name, usage }: Command) => `Usage: npm run daybook -- ${name} ${usage}`.trimEnd()

const misuse = (...lines: string[]): number => {
  for (const line of lines) console.error(line)
  return MISUSED
}

const help = (about: string | undefined, commands: readonly Command[]): number => {
  const command = commands.find(({ name }) => name === about)
  if (about !== undefined && !command) return misuse(`There is no command called "${about}".`, 'To list the commands: npm run daybook -- help')
  if (command) {
    console.log([`${command.name}: ${command.summary}`, '', usageOf(command), ...(command.notes ? ['', ...command.notes] : [])].join('\n'))
    return 0
  }
  const width = Math.max(...commands.map(({ name }) => name.length))
  console.log('npm run daybook -- <command>\n')
  for (const { name, summary } of commands) console.log(`  ${name.padEnd(width)}  ${summary}`)
  console.log(
    '\nTo see how a command works: npm run daybook -- help <command>\nThe database is the one in DATABASE_URL. Without it, it is the one in .data or DAYBOOK_DATA.',
  )
  return 0
}

const contextFor = (command: Command, { readSettings, signal }: Surroundings, stops: (() => Promise<void>)[]): CommandContext => {
  const settings = readSettings()
  const tell = (line: string) => console.error(line)
  let url: Promise<string> | undefined
  let database: Promise<Database> | undefined
  const databaseUrl = ({ alone = false } = {}) => (url ??= findDatabase(command, settings, alone, tell, stops))
  const open = async () => {
    const found = await databaseUrl()
    await migrate(found, settings.databaseLogins)
    const opened = openDatabase(found, settings.databasePool, settings.databaseLogins)
    stops.push(opened.close)
    return opened
  }
  return { settings, signal, tell, print: (line) => console.log(line), databaseUrl, database: () => (database ??= open()) }
}

/** The server of DATABASE_URL; else ours, the running one or one that runs as long as the command. */
const findDatabase = async (
  { name }: Command,
  settings: Settings,
  alone: boolean,
  log: (line: string) => void,
  stops: (() => Promise<void>)[],
): Promise<string> => {
  if (settings.databaseUrl) return settings.databaseUrl
  const postgres = await startPostgres({ dataDir: join(settings.dataFolder, 'postgres'), log, holder: `npm run daybook -- ${name}`, join: !alone })
  stops.push(postgres.stop)
  return postgres.url
}

/** What went wrong, for a person: a refusal's own sentence, or that of the system in words. */
const sentenceOf = (error: unknown): string => {
  if (error instanceof Failure) return [error.message, ...error.fields.map(({ Message }) => Message)].join(' ')
  if (!(error instanceof Error)) return String(error)
  const { code, path, address } = error as NodeJS.ErrnoException & { address?: unknown }
  if (code === 'ENOENT' && path) return `There is no ${path}.`
  if (code === 'EACCES' && path) return `${path} cannot be used by this account.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'CONNECT_TIMEOUT')
    return `The database server does not answer${address ? ` at ${String(address)}` : ''} (${code}).`
  return error.message || error.name
}
