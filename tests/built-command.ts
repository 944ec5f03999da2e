import { builtProgram, ensureServer } from '../scripts/built.mjs'

/** Builds the command line unless it is there as the sources are now. */
export const ensureCommandLine = (): Promise<void> => ensureServer()

/** The command line as built, for `node`. */
export const commandLine = (): string => builtProgram('cli')
