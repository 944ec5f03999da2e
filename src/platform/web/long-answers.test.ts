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
import { JsonPieces, JsonWriter } from '#shared/json-text.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { implement, type Service } from './implement.ts'
import { mount } from './mount.ts'
import { createWebServer } from './web-server.ts'

/** More than a connection holds while nobody reads. */
const LETTERS = 6_000_000
const PIECE = 100_000
const ALPHABET = [...'abcd']

const asking = (path: `/${string}`) =>
  operation({
    method: 'GET',
    path,
    summary: '',
    access: 'public',
    query: z.object({ Letter: z.string() }),
    response: z.object({ Letters: z.string() }),
    example: { as: 'owner' },
  })
const letters = contract({ read: asking('/letters'), piecewise: asking('/letters/pieces') })
const implementation = implement(letters, {
  read: ({ query }) => {
    const json = new JsonWriter(LETTERS + 1000)
    json.raw('{"Letters":"')
    json.ascii(query.Letter.repeat(LETTERS))
    json.raw('"}')
    return json.done()
  },
  piecewise: ({ query }) => {
    let times = 0
    return new JsonPieces(PIECE, function* (json) {
      times += 1
      json.raw('{"Letters":"')
      for (let written = 0; written < LETTERS; written += PIECE) {
        // The first time it is compared with its contract.
        if (query.Letter === 'w' && times > 1 && written > LETTERS / 2) throw new Error('What was to be written is gone.')
        json.ascii(query.Letter.repeat(PIECE))
        if (json.isLong) yield
      }
      json.raw('"}')
    })
  },
})

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

const isAll = (text: string, letter: string) => text.length === LETTERS && text === letter.repeat(LETTERS)
const ask = (path: string, letter: string) => get({ port, host: '127.0.0.1', agent: false, path: `/api${path}?Letter=${letter}` })
const lettersIn = (text: string) => (JSON.parse(text) as { Letters: string }).Letters

describe.each(['/letters', '/letters/pieces'])('%s', (path) => {
  const read = async (letter: string, encoding = 'identity') =>
    lettersIn(await (await fetch(`http://127.0.0.1:${port}/api${path}?Letter=${letter}`, { headers: { 'accept-encoding': encoding } })).text())

  /** Somebody who asks, reads the beginning of the answer and then nothing. */
  const slowReader = async (letter: string): Promise<{ leave: () => void; rest: () => Promise<string> }> => {
    const asked = ask(path, letter)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    await once(answer, 'readable')
    return { leave: () => void asked.destroy(), rest: async () => lettersIn(Buffer.concat(await answer.toArray()).toString()) }
  }

  it('keeps a long answer as it was until its slow reader has all of it, whatever others are answered meanwhile', async () => {
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
    socket.write(`GET /api${path}?Letter=o HTTP/1.0\r\nhost: here\r\n\r\n`)
    const text = Buffer.concat(await socket.toArray()).toString('latin1')
    const [head, body] = text.split('\r\n\r\n')
    expect(head).toMatch(/^content-length: \d+/im)
    expect(head).not.toMatch(/^transfer-encoding/im)
    expect(isAll(lettersIn(body ?? ''), 'o')).toBe(true)
  })

  it('has no body for whoever asks for its head alone', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}?Letter=h`, { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(isAll(await read('i'), 'i')).toBe(true)
  })
})

it('what fails in the middle is cut, and never taken for the whole', async () => {
  const [answer] = (await once(ask('/letters/pieces', 'w'), 'response')) as [IncomingMessage]
  await expect(answer.toArray()).rejects.toThrow()
  expect(answer.complete).toBe(false)
})
