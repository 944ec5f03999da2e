import type { Readable } from 'node:stream'
import iconv from 'iconv-lite'
import { failure } from '#shared/failure.ts'
import type { Encoding } from './file-table.rules.ts'

/** Bytes of a file from its beginning, as often as they are asked for. */
export type Opens = () => Readable

const SAMPLE_BYTES = 64 * 1024

/** The characters of a file, piece by piece, without its mark. */
export async function* textOf(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  if (encoding === 'utf-8') {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    try {
      for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
      yield decoder.decode()
    } catch (error) {
      throw error instanceof TypeError ? failure('FileNotReadable', { why: 'the mapping says that it is UTF-8, but it is not.' }) : error
    }
    return
  }
  const decoder = iconv.getDecoder(encoding)
  for await (const chunk of bytes) yield decoder.write(chunk)
  yield decoder.end() ?? ''
}

/**
 * By its mark, by where its zero bytes lie, or by what it can be: what is strictly UTF-8 is UTF-8, what is strictly CP932 is
 * CP932. A mark counts for more than what the mapping insists on.
 */
export const encodingIn = async (opens: Opens, chosen: Encoding | undefined): Promise<Encoding> => {
  const { sample, isUtf8 } = await utf8In(opens)
  if (sample.length === 0) throw failure('FileNotReadable', { why: 'it is empty.' })
  const marked = markOf(sample)
  if (marked) return marked
  if (chosen) return chosen
  const wide = wideOf(sample)
  if (wide) return wide
  if (isUtf8) return 'utf-8'
  if (await isCp932(opens)) return 'cp932'
  throw failure('FileNotReadable', { why: 'its characters are neither UTF-8, UTF-16 nor CP932. Save it as UTF-8, or set the encoding in the mapping.' })
}

const utf8In = async (opens: Opens): Promise<{ sample: Buffer; isUtf8: boolean }> => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const bytes = opens()
  const head: Buffer[] = []
  let length = 0
  let isUtf8 = true
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      if (length < SAMPLE_BYTES) head.push(chunk)
      length += chunk.length
      if (isUtf8) isUtf8 = decodes(decoder, chunk)
      else if (length >= SAMPLE_BYTES) break
    }
  } finally {
    bytes.destroy()
  }
  return { sample: Buffer.concat(head).subarray(0, SAMPLE_BYTES), isUtf8: isUtf8 && decodes(decoder, undefined) }
}

const decodes = (decoder: TextDecoder, chunk: Buffer | undefined): boolean => {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}

const markOf = (sample: Buffer): Encoding | undefined => {
  if (sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf) return 'utf-8'
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  return sample[0] === 0xfe && sample[1] === 0xff ? 'utf-16be' : undefined
}

/** UTF-16 without a mark shows by the zero halves of its commas and digits; other bytes no text has make it none. */
const wideOf = (sample: Buffer): Encoding | undefined => {
  const zeros = [0, 0]
  let controls = 0
  for (const [i, byte] of sample.entries()) {
    if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
    else if (byte < 9 || (byte > 13 && byte < 32)) controls += 1
  }
  const [even = 0, odd = 0] = zeros
  const most = Math.max(even, odd)
  if (most > sample.length * 0.05 && most > (even + odd) * 0.95) return odd > even ? 'utf-16le' : 'utf-16be'
  if (even + odd + controls > sample.length * 0.02 + 1) throw failure('FileNotReadable', { why: 'it is not text.' })
  return undefined
}

const isCp932 = async (opens: Opens): Promise<boolean> => {
  const bytes = opens()
  try {
    for await (const text of textOf(bytes, 'cp932')) if (text.includes('\ufffd')) return false
    return true
  } finally {
    bytes.destroy()
  }
}
