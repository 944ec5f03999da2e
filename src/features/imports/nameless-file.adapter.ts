import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A file of the system's temporary folder, opened to be written and read. It has no name any more once it is open, so that nothing of it
 * stays behind, however this process ends.
 */
export const namelessFile = (): number => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-file-'))
  try {
    return openSync(join(folder, 'file'), 'wx+', 0o600)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes all of the bytes at a place of an open file, and answers where they end. */
export const writeAll = (file: number, bytes: Buffer, at: number): number => {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written, bytes.length - written, at + written)
  return at + bytes.length
}

/** A file that has only these bytes. */
export const fileOf = (bytes: Buffer): number => {
  const file = namelessFile()
  writeAll(file, bytes, 0)
  return file
}
