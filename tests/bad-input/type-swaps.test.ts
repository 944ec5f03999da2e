import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { exampleInput } from '../example-input.ts'
import { sampled } from '../sampled.ts'
import { type StartedApp, startApp } from '../start-app.ts'
import { type Input, inParallel } from '../wire.ts'
import { nameOf, type Place, placesOf, withValue } from './places.ts'
import { refusalIn, Sender, wrongWith } from './sender.ts'

let app: StartedApp
let sender: Sender

beforeAll(async () => {
  app = await startApp()
  sender = new Sender(app)
})
afterAll(async () => {
  sender.wire.close()
  await app.close()
})

/** The family has tens of thousands of cases. */
const ONE_IN = 30
const RAW = '@@raw@@'
const DEEP = `${'['.repeat(10_000)}${']'.repeat(10_000)}`

/** What is put in place of a body's value, as JSON text: some of it no JavaScript value can say. */
const SWAPS = [
  'null',
  '[]',
  '{}',
  '""',
  '"text"',
  'true',
  '0',
  '-1',
  '-0',
  '1.5',
  '1e999',
  '-1e999',
  '9007199254740993',
  '1e-400',
  '"NaN"',
  '[[[[]]]]',
  '{"a":{"b":1}}',
  DEEP,
  '"2026-02-30"',
  '"\\u0000"',
  '"\\ud800"',
]

/** Whole bodies that are JSON and yet no one's body. */
const BODIES = [
  ...SWAPS,
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  `[${'0,'.repeat(40_000)}0]`,
  '"x"',
  '[{}]',
  '{"":""}',
]

const IN_ADDRESS = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e3',
  '99999999999',
  '9007199254740993',
  '0x10',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  '1,2',
  '1,',
  ',',
  "1'",
  '%00',
  '\u0000',
  'x\u0000y',
  '%',
  '../..',
  '__proto__',
  'constructor',
  '１２',
  'a'.repeat(300),
]

const calls = operations.map(({ operation }) => [`${operation.method} ${operation.path}`, operation] as const)

interface Attempt {
  what: string
  input: Input
}

const wrongs = async (operation: AnyOperation, attempts: readonly Attempt[]): Promise<string[]> => {
  const found = await inParallel(attempts, 4, async ({ what, input }) => {
    const answer = await sender.send(operation, input)
    const wrong = wrongWith(answer) ?? (mustBeRefused(operation, input) && !refusalIn(answer).refused ? `taken with ${answer.status}` : undefined)
    return wrong === undefined ? [] : [`${what.slice(0, 80)}: ${wrong}`]
  })
  return found.flat()
}

/** A body that does not fit the contract's shape is 400, whatever the handler would make of it. */
const mustBeRefused = (operation: AnyOperation, { body }: Input): boolean => {
  if (typeof body !== 'string' || !operation.body) return false
  return !operation.body.safeParse(JSON.parse(body)).success
}

describe('a value of another kind in every place is refused in words, never a fault of ours', () => {
  it.each(calls)(
    '%s',
    async (_call, operation) => {
      const example = await exampleInput(app, operation)
      const places = placesOf(operation)
      const inBody = places
        .filter(({ where }) => where === 'body')
        .flatMap((place) => SWAPS.map((swap) => ({ what: `${nameOf(place)} = ${swap}`, input: { ...example, body: rawBody(example, place, swap) } })))
      const inAddress = places
        .filter(({ where }) => where !== 'body')
        .flatMap((place) =>
          IN_ADDRESS.filter((value) => place.where === 'query' || value !== '').map((value) => ({
            what: `${nameOf(place)} = ${value}`,
            input: withValue(example, place, value),
          })),
        )
      const whole = operation.method === 'GET' ? [] : BODIES.map((body) => ({ what: `body ${body}`, input: { ...example, body } }))
      const chosen = sampled([...inBody, ...inAddress, ...whole], ({ what }) => `${operation.method} ${operation.path} ${what}`, ONE_IN)
      expect(await wrongs(operation, chosen)).toEqual([])
    },
    60_000,
  )
})

let names = 0
/** Under a name of its own: what is made was made before by the same example. */
const named = (body: unknown): object => ({ ...(body as object), ...('Name' in (body as object) ? { Name: `Swapped ${++names}` } : {}) })

const rawBody = (example: Input, place: Place, swap: string): string => JSON.stringify(withValue(example, place, RAW).body).replace(`"${RAW}"`, () => swap)

describe('fields', () => {
  const strict = calls.filter(([, operation]) => operation.strict && operation.body)
  const lenient = calls.filter(([, operation]) => !operation.strict && operation.body && !operation.rawBody)

  it.each(strict)('%s refuses one it does not have', async (_call, operation) => {
    const example = await exampleInput(app, operation)
    for (const name of ['IsAdmin', 'permissions', 'constructor', '__proto__', '']) {
      const body = JSON.stringify({ ...(example.body as object), [RAW]: 1 }).replace(RAW, name)
      const answer = await sender.send(operation, { ...example, body })
      expect({ name, status: answer.status, code: answer.errorCode }).toEqual({ name, status: 400, code: 'ValidationFailed' })
    }
  })

  it('others ignore one they do not have', async () => {
    for (const [call, operation] of lenient) {
      const example = await exampleInput(app, operation)
      const answer = await sender.send(operation, { ...example, body: { ...named(example.body), SomethingNew: 1 } })
      expect({ call, status: answer.status, said: answer.errorCode }).toEqual({ call, status: operation.response ? 200 : 204, said: undefined })
    }
  })

  it.each(calls.filter(([, operation]) => placesOf(operation).some(({ where }) => where === 'query')))(
    '%s refuses a query field sent twice',
    async (_call, operation) => {
      const example = await exampleInput(app, operation)
      const [first] = placesOf(operation).filter(({ where }) => where === 'query')
      const name = String(first?.path[0])
      const twice = await sender.send({ ...operation, path: `${operation.path}?${name}=1&${name}=2` as `/${string}` }, { ...example, query: undefined })
      expect({ status: twice.status, json: twice.json }).toMatchObject({
        status: 400,
        json: { ResponseStatus: { Errors: [{ FieldName: name, ErrorCode: 'Repeated' }] } },
      })
    },
  )
})
