import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { LocationKeys } from '#platform/access/location-keys.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { readSettings } from '#platform/settings.ts'
import { ROOT } from '#platform/version.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { implement, type Service } from './implement.ts'
import { mount } from './mount.ts'
import { createWebServer } from './web-server.ts'

/** More than a connection holds while nobody reads. */
const ROWS = 60_000
const ROW = 100
const ALPHABET = [...'abcd']

const letters = contract({
  read: operation({
    method: 'GET',
    path: '/letters',
    summary: '',
    access: 'public',
    query: z.object({ Letter: z.string() }),
    response: z.object({ Letters: z.array(z.string()) }),
    example: { as: 'owner' },
  }),
})
const implementation = implement(letters, { read: ({ query }) => ({ Letters: Array(ROWS).fill(query.Letter.repeat(ROW)) }) })

let fresh: FreshDatabase
let database: Database
let port: number
let stop: () => Promise<void>

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, 2)
  const settings = readSettings({ PORT: '0', LOG_LEVEL: 'silent' }, ROOT)
  const service: Service = { database, settings, signingKey: Buffer.alloc(32, 3), locationKeys: new LocationKeys(1000), now: () => new Date() }
  const app = await createWebServer(settings, join(ROOT, 'no-such-folder'))
  mount(app, service, implementation)
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  stop = () => app.close()
})
afterAll(async () => {
  await stop()
  await database.close()
  await fresh.drop()
})

const isAll = (text: string, letter: string) => text.length === ROWS * ROW && text === letter.repeat(ROWS * ROW)
const path = '/api/letters'
const lettersIn = (text: string) => (JSON.parse(text) as { Letters: string[] }).Letters.join('')
const read = async (letter: string, encoding = 'identity') =>
  lettersIn(await (await fetch(`http://127.0.0.1:${port}${path}?Letter=${letter}`, { headers: { 'accept-encoding': encoding } })).text())

/** Somebody who asks, reads the beginning of the answer and then nothing. */
const slowReader = async (letter: string): Promise<{ leave: () => void; rest: () => Promise<string> }> => {
  const asked = get({ port, host: '127.0.0.1', agent: false, path: `${path}?Letter=${letter}` })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  await once(answer, 'readable')
  return { leave: () => void asked.destroy(), rest: async () => lettersIn(Buffer.concat(await answer.toArray()).toString()) }
}

describe('a long answer', () => {
  it("is its slow reader's to the last letter, whatever others are answered meanwhile", async () => {
    for (const letter of ALPHABET) expect(isAll(await read(letter), letter)).toBe(true)
    const slow = await Promise.all(['x', 'y'].map(slowReader))
    const meanwhile = await Promise.all(ALPHABET.map((letter) => read(letter)))
    expect(meanwhile.map((text, i) => isAll(text, ALPHABET[i] ?? ''))).toEqual(ALPHABET.map(() => true))
    const texts = await Promise.all(slow.map(({ rest }) => rest()))
    expect(isAll(texts[0] ?? '', 'x')).toBe(true)
    expect(isAll(texts[1] ?? '', 'y')).toBe(true)
  })

  it('gives everybody their own where others leave in the middle, also squeezed', async () => {
    const leaving = await Promise.all(['x', 'y', 'z'].map(slowReader))
    for (const { leave } of leaving) leave()
    const texts = await Promise.all(ALPHABET.map((letter, n) => read(letter, n % 2 ? 'gzip' : 'identity')))
    expect(texts.map((text, n) => isAll(text, ALPHABET[n] ?? ''))).toEqual(ALPHABET.map(() => true))
  })

  it('is all there for a caller of HTTP/1.0, who knows no pieces', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path}?Letter=o HTTP/1.0\r\nhost: here\r\n\r\n`)
    const text = Buffer.concat(await socket.toArray()).toString('latin1')
    const [head, body] = text.split('\r\n\r\n')
    expect(head).toMatch(/^content-length: \d+/im)
    expect(head).not.toMatch(/^transfer-encoding/im)
    expect(isAll(lettersIn(body ?? ''), 'o')).toBe(true)
  })

  it('has no body for whoever asks for its head alone', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}?Letter=h`, { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(isAll(await read('i'), 'i')).toBe(true)
  })
})
