import { afterAll, beforeAll, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { exports } from '#features/reports/exports.contract.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { exampleInput } from '../example-input.ts'
import { describeWithShared } from '../shared-folder.ts'
import { type StartedApp, startApp } from '../start-app.ts'
import { type Input, inParallel } from '../wire.ts'
import { bigList, naughtyStrings } from './corpus.ts'
import { isFreeText, nameOf, type Place, placesOf, withValue } from './places.ts'
import { Sender, wrongWith } from './sender.ts'

/** Where each attempt takes the time of a password hash, the big list has to do. */
const HASHING = ['/auth/credentials', '/auth/password', '/employees/:id/changepassword']
/**
 * The big list goes into every field somewhere, of the other lists a slice, another slice each time. Where another operation
 * has the same field in the same words, it is asked with slices only; so is each of very many fields of one operation.
 */
const SLICES = 8
/** Of the headers other than the one that is kept, every so many. */
const FEWER = 4
const HEADERS = ['idempotency-key', 'x-venue-id', 'x-xsrf-token', 'user-agent', 'cookie', 'authorization', 'accept', 'origin']

const texts = operations
  .map(({ operation }) => ({ operation, places: placesOf(operation).filter(isFreeText) }))
  .filter(({ places }) => places.length > 0)
  .map(({ operation, places }, at) => [`${operation.method} ${operation.path}`, operation, places, at] as const)

interface Attempt {
  text: string
  input: Input
  headers?: Record<string, string>
}

describeWithShared('naughty strings', () => {
  let app: StartedApp
  let sender: Sender
  let big: string[]
  let all: string[]
  const asked = new Set<string>()

  beforeAll(async () => {
    app = await startApp()
    sender = new Sender(app)
    big = bigList()
    all = naughtyStrings()
  })
  afterAll(async () => {
    sender.wire.close()
    await app.close()
  })

  const wrongs = async (operation: AnyOperation, attempts: readonly Attempt[]): Promise<string[]> => {
    const found = await inParallel(attempts, 4, async ({ text, input, headers }) => {
      const wrong = wrongWith(await sender.send(operation, input, headers), text)
      return wrong === undefined ? [] : [`${JSON.stringify(text).slice(0, 120)}: ${wrong}`]
    })
    return found.flat()
  }

  const isKnown = (words: string): boolean => {
    const known = asked.has(words)
    asked.add(words)
    return known
  }

  it('are all there', () => {
    expect(big).toHaveLength(515)
    expect(all.length).toBeGreaterThan(1500)
    expect(texts.length).toBeGreaterThan(10)
  })

  const takesOrRefuses = async (operation: AnyOperation, places: readonly Place[], at: number) => {
    const example = await exampleInput(app, operation)
    const hashes = HASHING.includes(operation.path)
    const strings = hashes ? big : all
    const slices = Math.max(SLICES, places.length)
    const sliceOf = (whole: readonly string[], offset: number) => strings.filter((text, n) => whole.includes(text) || n % slices === (at + offset) % slices)
    const everywhere = (text: string) => ({ text, input: places.reduce((input, place) => withText(input, place, text), example) })
    const together = sliceOf(hashes ? big : [], 0).map(everywhere)
    const alone = places.flatMap((place, offset) => {
      const known = isKnown(signature(place)) || hashes || places.length > SLICES
      return sliceOf(known ? [] : big, offset).map((text) => ({ text, input: withText(example, place, text) }))
    })
    expect(await wrongs(operation, [...together, ...alone])).toEqual([])
  }

  it.each(texts)('%s takes each or refuses it in words, in every text field', (_call, operation, places, at) => takesOrRefuses(operation, places, at), 120_000)

  it.each(HEADERS)('as the header %s each is taken or refused in words', async (header) => {
    const { body } = exports.prepare.example
    const sendable = big.map((text) => Buffer.from(text).toString('latin1')).filter(isHeader)
    expect(sendable.length).toBeGreaterThan(400)
    const some = sendable.filter((_, n) => header === 'idempotency-key' || n % FEWER === 0)
    const attempts = some.map((text) => ({ text, input: { body }, headers: { [header]: text } }))
    expect(await wrongs(exports.prepare, attempts)).toEqual([])
  })
})

/** Half a character cannot stand in an address. */
const withText = (input: Input, place: Place, text: string): Input => withValue(input, place, place.where === 'body' ? text : text.toWellFormed())

/** What a client can put into a header at all. */
const isHeader = (text: string): boolean => text !== '' && text.trim() === text && [...text].every((character) => character >= ' ' && character !== '\x7f')

/** Two spellings of a field are one field. */
const signature = (place: Place) => `${nameOf(place).toLowerCase()} ${JSON.stringify(place.schema)}`
