import { type ChildProcess, fork } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#platform/version.ts'
import { type Failure, failure } from '#shared/failure.ts'
import type { Answered, Asked, FileSource, RowsRead } from './file-reading.rules.ts'
import { type ReadingBounds, type ReadingSettings, type TableHead, UNBOUNDED } from './file-table.rules.ts'
import type { Sampled } from './guess/file-sample.rules.ts'

/** A file that a process of its own reads. */
export interface OpenFile extends TableHead {
  /** The rows from the first on; the next piece is read while the one before is worked on, and no further. */
  rows(): AsyncGenerator<RowsRead>
  /** Rows from all over the file, as far as it is read in that time. */
  sample(withinMs: number): Promise<Sampled>
  /** Ends the process; whoever opens a file closes it. */
  close(): void
}

interface Reading {
  settings?: ReadingSettings
  bounds?: ReadingBounds
  /** How long all of it may take; without it, each piece has a time of its own. */
  withinMs?: number
  /** How much memory what is held of the file may take. */
  heapMb?: number
}

/** What comes over the web is written by anybody. A workbook has its own bounds beside. */
export const WEB_BOUNDS: ReadingBounds = { bytes: 200 * 1024 * 1024, rows: 3_000_000 }
/** Years of sales, packed for the way. */
export const SALES_BOUNDS: ReadingBounds = { bytes: 2048 * 1024 * 1024, rows: 20_000_000 }

const HEAP_MB = 384
const PIECE_MS = 120_000

/**
 * Opens a CSV or a workbook in a process of its own, so that a file that takes all memory or never ends takes nothing from anybody else.
 * @throws FileNotReadable
 */
export const openFile = async (source: FileSource, { settings = {}, bounds = UNBOUNDED, withinMs, heapMb }: Reading = {}): Promise<OpenFile> => {
  const program = new Program(source, withinMs, heapMb)
  try {
    const answer = await program.ask({ settings, bounds })
    if (!('head' in answer)) throw new Error('A file has a head.')
    return { ...answer.head, rows: () => piecesOf(program), sample: (within) => sampledBy(program, within), close: () => program.end() }
  } catch (error) {
    program.end()
    throw error
  }
}

const sampledBy = async (program: Program, withinMs: number): Promise<Sampled> => {
  const answer = await program.ask({ sample: { withinMs } })
  if (!('sampled' in answer)) throw new Error('A sample was asked for.')
  return answer.sampled
}

async function* piecesOf(program: Program): AsyncGenerator<RowsRead> {
  let coming = program.ask({ rows: 'first' })
  for (;;) {
    const answered = await coming
    if (!('rows' in answered)) return
    coming = program.ask({ rows: 'next' })
    // Whoever stops in the middle does not wait for it any more.
    coming.catch(() => undefined)
    yield answered
  }
}

/** The program as it lies beside this file: built, or as a source, which starts in three times as long; FILE_PROGRAM names another that was built. */
const SOURCE = import.meta.filename.endsWith('.ts') && !process.env.FILE_PROGRAM
const WORDS = SOURCE ? ['--import', 'tsx'] : []
const PROGRAM = process.env.FILE_PROGRAM ?? join(import.meta.dirname, SOURCE ? 'file-program.adapter.ts' : 'file-program.mjs')

/** The process that reads one file: asked one thing at a time, and ended where it does not answer. */
class Program {
  readonly #child: ChildProcess
  #last: Promise<unknown> = Promise.resolve()
  #waiting: { resolve(answered: Answered): void; reject(error: Error): void } | undefined
  #ended: Error | undefined

  readonly #endsAt: number

  constructor(source: FileSource, withinMs = Number.POSITIVE_INFINITY, heapMb = HEAP_MB) {
    this.#endsAt = performance.now() + withinMs
    const file = 'path' in source ? openSync(source.path, 'r') : source.file
    try {
      // Nothing of ours but the file: it needs no password and no address.
      this.#child = fork(PROGRAM, [], {
        cwd: ROOT,
        env: {},
        execArgv: [...WORDS, `--max-old-space-size=${heapMb}`],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc', file],
      })
    } finally {
      // It has it open by now.
      closeSync(file)
    }
    this.#child.on('message', (answered: Answered) => this.#hear(answered))
    this.#child.on('error', (error) => this.#endWith(error))
    this.#child.on('exit', (code, signal) => this.#endWith(reasonOf(code, signal)))
  }

  /** Asks when what was asked before is answered. */
  ask(asked: Asked): Promise<Answered> {
    const answer = this.#last.then(() => this.#askNow(asked))
    this.#last = answer.catch(() => undefined)
    return answer
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }

  async #askNow(asked: Asked): Promise<Answered> {
    if (this.#ended) throw this.#ended
    const patienceMs = Math.min(PIECE_MS, this.#endsAt - performance.now())
    const timer = setTimeout(() => this.#endWith(unreadable('it takes too long to read. Split it into several files, or save it as CSV.')), patienceMs)
    try {
      return await new Promise<Answered>((resolve, reject) => {
        this.#waiting = { resolve, reject }
        this.#child.send(asked, (error) => error && this.#endWith(error))
      })
    } finally {
      clearTimeout(timer)
      this.#waiting = undefined
    }
  }

  #hear(answered: Answered): void {
    if ('refused' in answered) this.#waiting?.reject(withSentence(answered.refused))
    else if ('failed' in answered) this.#waiting?.reject(new Error(answered.failed))
    else this.#waiting?.resolve(answered)
  }

  #endWith(error: Error): void {
    this.#ended ??= error
    this.#waiting?.reject(this.#ended)
    this.end()
  }
}

/** How Node and the system end a process that takes more memory than it may. */
const OUT_OF_MEMORY = ['SIGABRT', 'SIGKILL', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS']

const reasonOf = (code: number | null, signal: string | null): Error =>
  signal !== null && OUT_OF_MEMORY.includes(signal)
    ? unreadable('it takes too much memory to read. Split it into several files, or save it as CSV.')
    : new Error(`The program that reads files ended with ${code ?? signal}.`)

const unreadable = (why: string): Failure => failure('FileNotReadable', { why })

const withSentence = (message: string): Failure => Object.assign(failure('FileNotReadable'), { message })
