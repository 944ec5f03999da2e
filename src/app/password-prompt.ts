import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

const LONGEST_BYTES = 4096

/**
 * A new password: typed twice at a terminal without being shown, or the one line of standard input.
 * @throws Error where there is none, or the two differ
 */
export const newPassword = async (signal: AbortSignal): Promise<string> => {
  if (!process.stdin.isTTY) return onlyLine()
  const password = await typedUnseen('Password (12 characters or more): ', signal)
  if ((await typedUnseen('Password again: ', signal)) !== password) throw new Error('The two passwords are different. Nobody was created.')
  return password
}

const onlyLine = async (): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin) {
    bytes += (chunk as Buffer).length
    if (bytes > LONGEST_BYTES) break
    chunks.push(chunk as Buffer)
  }
  const password = Buffer.concat(chunks)
    .toString()
    .replace(/\r?\n$/, '')
  if (password === '') throw new Error('Standard input had no password.')
  if (/[\r\n]/.test(password) || bytes > LONGEST_BYTES) throw new Error('Standard input must have only the password, on one line.')
  return password
}

const typedUnseen = (question: string, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    process.stderr.write(question)
    const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
    const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true, historySize: 0 })
    terminal.once('line', (line) => {
      resolve(line)
      terminal.close()
    })
    terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    // Ctrl-D, or interrupted: no answer comes any more.
    terminal.once('close', () => {
      process.stderr.write('\n')
      reject(new Error('No password was entered. Nobody was created.'))
    })
    signal.addEventListener('abort', () => terminal.close(), { once: true })
  })
