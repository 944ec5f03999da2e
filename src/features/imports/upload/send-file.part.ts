import { call, callWithFile } from '#ui/api.ts'
import { CallError } from '#ui/call-error.ts'
import { PART_BYTES, partsOf } from './file-parts.rules.ts'
import { packed } from './pack-file.part.ts'
import { uploads } from './upload.contract.ts'

/** How far a file is on its way. */
export interface Sending {
  phase: 'preparing' | 'sending' | 'waiting'
  /** 0 to 1. */
  part: number
}

const LONGEST_NAME = 200
const LONGEST_PAUSE_SECONDS = 10

/**
 * Sends a file in parts and answers its id. Parts that are there from an earlier time are not sent again; without a connection it waits, and
 * goes on by itself.
 * @param onBegun hears the id as soon as there is one
 * @throws CallError where the server says no; whatever the signal was aborted with
 */
export const sendFile = async (
  file: File,
  { signal, onProgress, onBegun }: { signal: AbortSignal; onProgress: (sending: Sending) => void; onBegun: (fileId: string) => void },
): Promise<string> => {
  onProgress({ phase: 'preparing', part: 0 })
  const bytes = await packed(file)
  const Parts = await hashesOf(bytes, signal)
  const begun = await call(uploads.begin, { body: { Name: file.name.slice(-LONGEST_NAME), Size: bytes.size, Parts } }, signal)
  onBegun(begun.FileId)
  const missing = Parts.map((_, part) => part).filter((part) => !begun.Here.includes(part))
  let sent = Parts.length - missing.length
  const tell = (phase: Sending['phase']) => onProgress({ phase, part: sent / Parts.length })
  for (const part of missing) {
    tell('sending')
    const put = () => callWithFile(uploads.putPart, { params: { fileId: begun.FileId, part: String(part) } }, partOf(bytes, part), signal)
    await untilThrough(put, signal, () => tell('waiting'))
    sent += 1
  }
  tell('sending')
  return begun.FileId
}

const partOf = (bytes: Blob, part: number): Blob => bytes.slice(part * PART_BYTES, (part + 1) * PART_BYTES)

const hashesOf = async (bytes: Blob, signal: AbortSignal): Promise<string[]> => {
  // A browser hashes nothing on a page that came over plain http.
  if (!crypto.subtle) throw new CallError(0, '')
  const hashes: string[] = []
  for (let part = 0; part < partsOf(bytes.size); part += 1) {
    signal.throwIfAborted()
    const hash = await crypto.subtle.digest('SHA-256', await partOf(bytes, part).arrayBuffer())
    hashes.push([...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
  }
  return hashes
}

/** Sends again what got no answer, or came at a bad moment. */
const untilThrough = async (put: () => Promise<unknown>, signal: AbortSignal, onWaiting: () => void): Promise<void> => {
  for (let tries = 0; ; tries += 1) {
    try {
      await put()
      return
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof CallError) || !(error.status === 0 || error.status === 429 || error.status >= 500)) throw error
      onWaiting()
      await pause(error.retryAfterSeconds ?? Math.min(LONGEST_PAUSE_SECONDS, 2 ** tries), signal)
    }
  }
}

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const goOn = () => {
      clearTimeout(timer)
      window.removeEventListener('online', goOn)
      signal.aborted ? reject(signal.reason) : resolve()
    }
    const timer = setTimeout(goOn, seconds * 1000)
    window.addEventListener('online', goOn)
    signal.addEventListener('abort', goOn, { once: true })
  })
