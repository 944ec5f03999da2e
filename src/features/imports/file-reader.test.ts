import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { BAD_FILES } from '#tests/bad-files.ts'
import { openFile, WEB_BOUNDS } from './file-reader.adapter.ts'
import type { FileRow } from './file-table.rules.ts'
import { fileOf } from './nameless-file.adapter.ts'

const rowsOf = async (bytes: Buffer) => {
  const file = await openFile({ file: fileOf(bytes) }, { bounds: WEB_BOUNDS })
  const all: FileRow[] = []
  try {
    for await (const { rows } of file.rows()) all.push(...rows)
    return all
  } finally {
    file.close()
  }
}

/** tests/bad-files.e2e.ts hands over all of them; here it is the sources that read them. */
const SOME = BAD_FILES.filter(({ what }) => /corner|far down|parts|columns/.test(what))

describe('a file that hurts whoever reads it', () => {
  it.each(SOME.map((file) => [file.what, file] as const))('is refused in a sentence: %s', { timeout: 120_000 }, async (_, { make, says }) => {
    const refused = await rowsOf(await make()).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'FileNotReadable', message: expect.stringContaining(says) })
  })
})

describe('a file that is read elsewhere', () => {
  const LONG = Buffer.from(`a,b\n${Array.from({ length: 40_000 }, (_, i) => `${i},two`).join('\n')}\n`)

  it('reads the same each time', async () => {
    const file = await openFile({ file: fileOf(LONG) })
    for (const _ of [1, 2]) {
      let [count, last] = [0, 0]
      for await (const { rows, part } of file.rows()) {
        count += rows.length
        last = part
      }
      expect({ count, last }).toEqual({ count: 40_000, last: 1 })
    }
    for await (const { rows } of file.rows()) {
      expect(rows[0]).toEqual({ line: 2, cells: ['0', 'two'] })
      break
    }
    file.close()
  })

  it('is not read further than somebody takes it', async () => {
    const file = await openFile({ file: fileOf(LONG) })
    const rows = file.rows()
    const { value } = await rows.next()
    await sleep(200)
    expect(value?.part).toBeLessThan(0.9)
    file.close()
  })

  it('is told that the reading took too long, and how it came that it ended', async () => {
    await expect(openFile({ file: fileOf(LONG) }, { withinMs: 0 })).rejects.toMatchObject({
      code: 'FileNotReadable',
      message: expect.stringContaining('too long'),
    })
    await expect(openFile({ file: fileOf(LONG) }, { heapMb: 4 })).rejects.toMatchObject({ code: 'FileNotReadable', message: expect.stringContaining('memory') })
    await expect(openFile({ path: '/nowhere' })).rejects.toThrow('ENOENT')
  })
})
