import { type ParseArgsConfig, parseArgs } from 'node:util'
import { forEachVenue, VenuesFailed } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import type { Settings } from '#platform/settings.ts'

/** One word of the command line: `npm run daybook -- <name> …`. */
export interface Command {
  name: string
  /** A sentence for the list of commands. */
  summary: string
  /** What follows the name, as in `<file> [--replace]`. */
  usage: string
  /** What else one should know, line by line. */
  notes?: readonly string[]
  /** @throws WrongUsage for arguments that make no sense; any other error's message is what the person reads */
  run(args: string[], context: CommandContext): Promise<void>
}

/** What a command works with. The database is found, or started, when it is first asked for, and let go of at the end. */
export interface CommandContext {
  settings: Settings
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  /** Writes what was asked for, and nothing else, to standard output. */
  print(line: string): void
  /** Tells the person at the terminal how it goes, on standard error. */
  tell(line: string): void
  /**
   * The database as its owner. `alone`: not together with a running server.
   * @throws DatabaseInUse where it is to be had alone and is not
   */
  databaseUrl(how?: { alone?: boolean }): Promise<string>
  /** The migrated database as the server uses it. */
  database(): Promise<Database>
}

/** What was typed makes no sense; the message says why in a sentence. */
export class WrongUsage extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>

/**
 * Reads what was typed after a command's name.
 * @param words names of the words expected besides the options, all of them needed
 * @throws WrongUsage
 */
export const argumentsOf = <const O extends Options>(args: string[], options: O, words: readonly string[] = []) => {
  const { values, positionals } = parsed(args, options)
  const missing = words[positionals.length]
  if (missing) throw new WrongUsage(`The ${missing} is missing.`)
  const extra = positionals[words.length]
  if (extra !== undefined) throw new WrongUsage(`"${extra}" is one word too many. Put names with spaces in quotes.`)
  return { values, words: positionals }
}

const parsed = <const O extends Options>(args: string[], options: O) => {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    if (!(error instanceof TypeError) || !('code' in error)) throw error
    throw new WrongUsage(`${error.message.split('. To specify')[0]?.split('\n')[0]?.replace(/\.?$/, '.')}`)
  }
}

/** @throws WrongUsage where the option is missing */
export const needed = (name: string, value: string | undefined): string => {
  if (value === undefined || value.trim() === '') throw new WrongUsage(`--${name} is missing.`)
  return value
}

/** @throws WrongUsage where it is no id */
export const neededId = (name: string, value: string | undefined): number => {
  const id = needed(name, value)
  if (!/^[1-9]\d{0,9}$/.test(id) || Number(id) > 2147483647) throw new WrongUsage(`--${name} needs a whole number, not "${id}".`)
  return Number(id)
}

/**
 * Does work in one venue after the other.
 * @returns what failed, for whoever says first what the others came to; of a single venue it is thrown at once
 */
export const failuresOf = async (
  venueIds: readonly number[],
  signal: AbortSignal,
  work: (venueId: number) => Promise<unknown>,
): Promise<VenuesFailed | undefined> => {
  try {
    await forEachVenue(venueIds, work, { signal })
    return undefined
  } catch (error) {
    if (!(error instanceof VenuesFailed)) throw error
    if (venueIds.length === 1) throw error.errors[0]
    return error
  }
}
