import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { SHARED } from '../shared-folder.ts'

/** The files of the naughty inputs by name, unpacked in memory: nothing of them is kept in the project. */
const unpacked = (): Map<string, Buffer> => {
  const tar = gunzipSync(readFileSync(join(SHARED, 'data/naughty/naughty.tar.gz')))
  const files = new Map<string, Buffer>()
  for (let at = 0; at + 512 <= tar.length; ) {
    const field = (from: number, length: number) => tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '')
    const name = field(0, 100)
    if (name === '') break
    const size = Number.parseInt(field(124, 12).trim() || '0', 8)
    const prefix = field(345, 155)
    if (['0', ''].includes(field(156, 1))) files.set(`${prefix ? `${prefix}/` : ''}${name}`.replace(/^\.\//, ''), tar.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

let files: Map<string, Buffer> | undefined
const corpus = () => (files ??= unpacked())

export interface JsonCase {
  name: string
  /** y: valid, n: not JSON, i: either. */
  kind: string
  bytes: Buffer
}

/** JSONTestSuite's parsing cases. */
export const jsonTestSuite = (): JsonCase[] =>
  [...corpus()]
    .filter(([name]) => /test_parsing\/[yni]_.*\.json$/.test(name))
    .map(([path, bytes]) => ({ name: path.split('/').at(-1) ?? '', kind: path.split('/').at(-1)?.[0] ?? '', bytes }))

/** The Big List of Naughty Strings. */
export const bigList = (): string[] => JSON.parse(corpus().get('blns/blns.json')?.toString('utf8') ?? '[]') as string[]

/** Every naughty string there is: the big list, then the others line by line, each once. */
export const naughtyStrings = (): string[] => {
  const others = [...corpus()]
    .filter(([name]) => name.endsWith('.txt') && !name.startsWith('blns/'))
    .flatMap(([, bytes]) => bytes.toString('utf8').split(/\r?\n/))
  return [...new Set([...bigList(), ...others, ...OF_OUR_OWN])]
}

/** What the lists lack: characters PostgreSQL cannot store, half characters, and lengths. */
const OF_OUR_OWN = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\ufeff',
  '\u202e',
  ' ',
  '\t',
  '\r\n',
  'ｱﾄﾞﾐﾝ',
  'Ａｄｍｉｎ',
  'Admin\u200b',
  '𝕏'.repeat(100),
  'x'.repeat(2001),
  'x'.repeat(50_000),
]
