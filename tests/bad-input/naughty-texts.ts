import { expect } from 'vitest'
import { operations } from '#app/operations.ts'
import { venueAdmin } from '#features/venues/venue-admin.contract.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { exampleInput } from '../example-input.ts'
import { sampled } from '../sampled.ts'
import type { StartedApp } from '../start-app.ts'
import { type Input, inParallel } from '../wire.ts'
import { bigList, naughtyStrings } from './corpus.ts'
import { isFreeText, nameOf, type Place, placesOf, withValue } from './places.ts'
import { type Sender, wrongWith } from './sender.ts'

/** Where each attempt takes the time of a password hash, the big list has to do; where a program of its own reads a file, a slice of it. */
const HASHES = ['/auth/credentials', '/auth/password', '/employees/:id/changepassword']
const readsFile = ({ rawBody, body }: AnyOperation): boolean =>
  rawBody === true || (body !== undefined && 'FileId' in ((body as { shape?: object }).shape ?? {}))
/**
 * The big list goes into every field somewhere, of the other lists a slice, another slice each time. Where another operation
 * has the same field in the same words, it is asked with slices only; so is each of very many fields of one operation.
 */
const SLICES = 8
const SLICES_OF_FILES = 40
/** There are a hundred thousand attempts. */
const ONE_IN = 50

/** An operation with fields people type into, and which of them no operation before it has in the same words. */
interface TextCall {
  operation: AnyOperation
  places: readonly (Place & { isKnown: boolean })[]
  /** Which slice it begins with. */
  at: number
}

/** Two spellings of a field are one field. */
const signature = (place: Place) => `${nameOf(place).toLowerCase()} ${JSON.stringify(place.schema)}`

const asked = new Set<string>()
const withKnown = (place: Place) => {
  const isKnown = asked.has(signature(place))
  asked.add(signature(place))
  return { ...place, isKnown }
}

const textCalls: TextCall[] = operations
  .map(({ operation }) => ({ operation, places: placesOf(operation).filter(isFreeText) }))
  .filter(({ places }) => places.length > 0)
  .map(({ operation, places }, at) => ({ operation, places: places.map(withKnown), at }))

/**
 * A part of the calls with texts, for `it.each`: all parts together are all calls. What reads comes first, before the house is full of
 * what the others wrote; what makes locations last, since every call at the venue reads all of them.
 */
export const textCallsOf = (part: number, parts: number): (readonly [call: string, TextCall])[] =>
  textCalls
    .filter(({ at }) => at % parts === part)
    .sort((a, b) => turnOf(a) - turnOf(b))
    .map((call) => [`${call.operation.method} ${call.operation.path}`, call])

const turnOf = ({ operation: { method, path } }: TextCall): number => (method === 'GET' ? 0 : path === venueAdmin.addLocation.path ? 2 : 1)

interface Attempt {
  text: string
  input: Input
  headers?: Record<string, string>
}

/** What is wrong with the answers to these attempts, in words. */
export const wrongsIn = async (sender: Sender, operation: AnyOperation, attempts: readonly Attempt[]): Promise<string[]> => {
  const found = await inParallel(attempts, 4, async ({ text, input, headers }) => {
    const wrong = wrongWith(await sender.send(operation, input, headers), text)
    return wrong === undefined ? [] : [`${JSON.stringify(text).slice(0, 120)}: ${wrong}`]
  })
  return found.flat()
}

/** Sends an operation naughty texts in every field, alone and together: each is taken or refused in words. */
export const takesOrRefuses = async (app: StartedApp, sender: Sender, { operation, places, at }: TextCall): Promise<void> => {
  const example = await exampleInput(app, operation)
  const isFile = readsFile(operation)
  const isSlow = isFile || HASHES.includes(operation.path)
  const big = bigList()
  const strings = isSlow ? big : naughtyStrings()
  const slices = Math.max(isFile ? SLICES_OF_FILES : SLICES, places.length)
  const sliceOf = (whole: readonly string[], offset: number) => {
    const always = new Set(whole)
    return strings.filter((text, n) => always.has(text) || n % slices === (at + offset) % slices)
  }
  const everywhere = (text: string) => ({ text, input: places.reduce((input, place) => withText(input, place, text), example) })
  // One field alone is all of them together.
  const together = places.length > 1 || (isSlow && !isFile) ? sliceOf(isSlow ? big : [], 0).map(everywhere) : []
  const alone = places.flatMap((place, offset) => {
    const isKnown = place.isKnown || isSlow || places.length > SLICES
    return sliceOf(isKnown ? [] : big, offset).map((text) => ({ text, input: withText(example, place, text) }))
  })
  const chosen = sampled([...together, ...alone], ({ input }) => `${operation.path} ${JSON.stringify(input)}`, ONE_IN)
  expect(await wrongsIn(sender, operation, chosen)).toEqual([])
}

/** Half a character cannot stand in an address. */
const withText = (input: Input, place: Place, text: string): Input => withValue(input, place, place.where === 'body' ? text : text.toWellFormed())
