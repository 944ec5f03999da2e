import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '#platform/version.ts'
import { type Failure, failure } from '#shared/failure.ts'
import { MOST_PHOTO_BYTES, MOST_PIXELS, NOT_READABLE, TOO_MANY_PIXELS } from './photo-limits.ts'

const HEAP_MB = 256
const WITHIN_MS = 15_000
const AT_ONCE = 2
/** So many more wait for their turn. */
const MOST_WAITING = 6
let atWork = 0
const waiting: (() => void)[] = []

/**
 * The picture of a JPEG, PNG or WebP as a new JPEG, upright and without metadata. A process of its own decodes it; call this outside a transaction.
 * @throws PhotoNotReadable; Unavailable while many others wait
 */
export const plainPhoto = async (bytes: Buffer): Promise<Buffer> => {
  if (bytes.length > MOST_PHOTO_BYTES) throw failure('TooLarge', { limit: `${MOST_PHOTO_BYTES / 1024 / 1024} MB` })
  if (!isPicture(bytes)) throw notReadable('it is not a JPEG, PNG or WebP picture.')
  await turn()
  try {
    return await rewritten(bytes)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else atWork -= 1
  }
}

const JPEG = 'ffd8ff'
const PNG = '89504e470d0a1a0a'
const WEBP = /^52494646.{8}57454250/
const isPicture = (bytes: Buffer): boolean => {
  const head = bytes.toString('hex', 0, 12)
  return head.startsWith(JPEG) || head.startsWith(PNG) || WEBP.test(head)
}

const turn = async (): Promise<void> => {
  if (atWork < AT_ONCE) {
    atWork += 1
    return
  }
  if (waiting.length >= MOST_WAITING) throw failure('Unavailable', {}, [], 2)
  await new Promise<void>((resolve) => waiting.push(resolve))
}

/** The program as it lies beside this file: built, or as a source. */
const SOURCE = import.meta.filename.endsWith('.ts')
const WORDS = SOURCE ? ['--import', 'tsx'] : []
const PROGRAM = join(import.meta.dirname, SOURCE ? 'photo-program.ts' : 'photo-program.mjs')

const rewritten = (bytes: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Nothing of ours: it needs no password and no address.
    const child = spawn(process.execPath, [...WORDS, `--max-old-space-size=${HEAP_MB}`, PROGRAM], {
      cwd: ROOT,
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: WITHIN_MS,
      killSignal: 'SIGKILL',
    })
    const pieces: Buffer[] = []
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
    child.on('error', reject)
    child.on('close', (code, signal) => (code === 0 ? resolve(Buffer.concat(pieces)) : reject(reasonOf(code, signal))))
    // One that ended before it read everything says why by its code.
    child.stdin.on('error', () => undefined)
    child.stdin.end(bytes)
  })

const reasonOf = (code: number | null, signal: string | null): Error => {
  if (code === TOO_MANY_PIXELS) return notReadable(`it has more than ${MOST_PIXELS / 1_000_000} million pixels. Make it smaller.`)
  if (code === NOT_READABLE) return notReadable('it is damaged, or not a JPEG, PNG or WebP picture.')
  if (signal !== null) return notReadable('it takes too long or too much memory to read.')
  return new Error(`The program that reads photos ended with ${code}.`)
}

const notReadable = (why: string): Failure => failure('PhotoNotReadable', { why })
