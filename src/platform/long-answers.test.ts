import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { JsonWriter } from '#shared/json-text.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { type Database, openDatabase } from './database.ts'
import { implement, type Service } from './implement.ts'
import { LocationKeys } from './location-keys.ts'
import { mount } from './mount.ts'
import { readSettings } from './settings.ts'
import { ROOT } from './version.ts'
import { createWebServer } from './web-server.ts'

/** More than a connection holds while nobody reads. */
const LETTERS = 6_000_000
const ALPHABET = [...'abcd']

const letters = contract({
  read: operation({
    method: 'GET',
    path: '/letters',
    summary: '',
    access: 'public',
    query: z.object({ Letter: z.string() }),
    response: z.object({ Letters: z.string() }),
    example: { as: 'owner' },
  }),
})
const implementation = implement(letters, {
  read: ({ query }) => {
    const json = new JsonWriter(LETTERS + 1000)
    json.raw('{"Letters":"')
    json.ascii(query.Letter.repeat(LETTERS))
    json.raw('"}')
    return json.done()
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

const url = (letter: string) => `/api/letters?Letter=${letter}`
const read = async (letter: string, encoding = 'identity') => {
  const answer = await fetch(`http://127.0.0.1:${port}${url(letter)}`, { headers: { 'accept-encoding': encoding } })
  return ((await answer.json()) as { Letters: string }).Letters
}
const isAll = (text: string, letter: string) => text.length === LETTERS && text === letter.repeat(LETTERS)

/** Somebody who asks, reads the beginning of the answer and then nothing. */
const slowReader = async (letter: string): Promise<{ socket: Socket; rest: () => Promise<string> }> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const pieces: Buffer[] = []
  const begun = once(socket, 'data')
  socket.on('data', (piece) => pieces.push(piece))
  // The first piece itself stops the reading: a fast machine would send all there is, and the end, between two looks.
  socket.once('data', () => socket.pause())
  socket.write(`GET ${url(letter)} HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n`)
  await begun
  const rest = async () => {
    socket.resume()
    await once(socket, 'end')
    const text = Buffer.concat(pieces).toString('latin1')
    return (JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as { Letters: string }).Letters
  }
  return { socket, rest }
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
  for (const { socket } of leaving) socket.destroy()
  const texts = await Promise.all(ALPHABET.map((letter, n) => read(letter, n % 2 ? 'gzip' : 'identity')))
  expect(texts.map((text, n) => isAll(text, ALPHABET[n] ?? ''))).toEqual(ALPHABET.map(() => true))
})
