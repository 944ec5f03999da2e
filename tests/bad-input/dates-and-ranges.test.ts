import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { exampleInput } from '../example-input.ts'
import { sampled } from '../sampled.ts'
import { type StartedApp, startApp } from '../start-app.ts'
import { inParallel, type WireAnswer } from '../wire.ts'
import { isDay, isMoment, nameOf, type Place, placesOf, withValue } from './places.ts'
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

/** Days that are not on any calendar, or not written as ours are. */
const IMPOSSIBLE = [
  ...['2026-02-29', '2026-02-30', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '2026-01-32', '1900-02-29', '2100-02-29'],
  ...['0000-01-01', '0001-01-01', '1899-12-31', '3000-01-01', '9999-12-31', '10000-01-01', '+275760-09-13', '-000001-01-01', '275760-09-13'],
  ...['2026-1-5', '2026-01-5', '26-01-05', '20260105', '2026/01/05', '05-01-2026', '01/05/2026', '2026-W05-1', '2026-123', '2026-01', '2026'],
  ...['2026-11-20T', '2026-11-20T00:00:00Z', '2026-11-20 00:00', '2026-11-20Z', ' 2026-11-20', '2026-11-20 ', '2026-11-20\n', '2026- 11-20'],
  ...[
    '２０２６-11-20',
    '2026−11−20',
    '2026–11–20',
    '२०२६-११-२०',
    'today',
    'yesterday',
    'now',
    'infinity',
    '-infinity',
    'epoch',
    'NaN',
    'null',
    'undefined',
    '',
  ],
  ...["2026-11-20'", "2026-11-20' or '1'='1", '2026-11-20;', '0x7ea', '1e3-01-01', '2026-11-20-01', '20 November 2026', '令和8年11月20日', '1795132800000'],
]

const withDays = operations
  .filter(({ operation }) => placesOf(operation).some(isDay))
  .map(({ operation }) => [`${operation.method} ${operation.path}`, operation] as const)
const withRange = withDays.filter(
  ([, operation]) =>
    // A trend has its own days, and takes a range without looking at it.
    operation.path !== '/sales/trend' &&
    ['FromDate', 'ToDate'].every((name) => placesOf(operation).some(({ where, path }) => where === 'query' && path[0] === name)),
)

const caseOf =
  ({ method, path }: AnyOperation) =>
  (attempt: { place: Place }) =>
    `${method} ${path} ${JSON.stringify(attempt)}`

/** What is wrong with how a day or a moment was met: it has to be refused, and its field named. */
const wrongDay = (answer: WireAnswer, place: Place, value: string): string[] => {
  const { refused, fields } = refusalIn(answer)
  const named = fields.some((field) => field.endsWith(String(place.path.at(-1))))
  return refused && named && wrongWith(answer) === undefined ? [] : [`${nameOf(place)} = ${JSON.stringify(value)}: ${answer.status} ${answer.errorCode ?? ''}`]
}

describe('a day that is not on the calendar is refused by name', () => {
  it.each(withDays)('%s', async (_call, operation) => {
    const example = await exampleInput(app, operation)
    const attempts = placesOf(operation)
      .filter(isDay)
      .flatMap((place) => IMPOSSIBLE.map((day) => ({ place, day })))
    const taken = await inParallel(sampled(attempts, caseOf(operation)), 4, async ({ place, day }) =>
      wrongDay(await sender.send(operation, withValue(example, place, day)), place, day),
    )
    expect(taken.flat()).toEqual([])
  })
})

/** Moments that never were, or that no till lives in. */
const IMPOSSIBLE_MOMENTS = [
  ...['2026-02-30T12:00:00Z', '2026-13-01T12:00:00Z', '2026-11-20T25:00:00Z', '2026-11-20T12:60:00Z', '2026-11-20T12:00:00', '2026-11-20 12:00:00Z'],
  ...[
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59-12:00',
    '+275760-09-13T00:00:00Z',
    '2026-11-20T12:00:00+99:00',
    '2026-11-20',
    'now',
    '',
  ],
]
const withMoments = operations
  .filter(({ operation }) => placesOf(operation).some(isMoment))
  .map(({ operation }) => [`${operation.method} ${operation.path}`, operation] as const)

describe('a moment that never was is refused by name', () => {
  it.each(withMoments)('%s', async (_call, operation) => {
    const example = await exampleInput(app, operation)
    const attempts = placesOf(operation)
      .filter(isMoment)
      .flatMap((place) => IMPOSSIBLE_MOMENTS.map((moment) => ({ place, moment })))
    const taken = await inParallel(sampled(attempts, caseOf(operation)), 4, async ({ place, moment }) =>
      wrongDay(await sender.send(operation, withValue(example, place, moment)), place, moment),
    )
    expect(taken.flat()).toEqual([])
  })
})

describe('a range', () => {
  const ask = async (operation: (typeof withRange)[number][1], range: Record<string, string>) => {
    const example = await exampleInput(app, operation)
    const { status, errorCode, json } = await sender.send(operation, { ...example, query: { ...example.query, Date: undefined, ...range } })
    return { status, errorCode, message: (json as { ResponseStatus?: { Message: string } }).ResponseStatus?.Message }
  }

  it.each(withRange)('%s: one that ends before it begins is refused', async (_call, operation) => {
    expect(await ask(operation, { FromDate: '2026-11-15', ToDate: '2026-11-14' })).toEqual({
      status: 400,
      errorCode: 'RangeBackwards',
      message: 'The range ends before it starts.',
    })
  })

  it.each(withRange)('%s: one that is too long is refused, and the limit said', async (_call, operation) => {
    const refused = await ask(operation, { FromDate: '1990-01-01', ToDate: '2026-11-14' })
    expect(refused).toMatchObject({ status: 400, errorCode: 'RangeTooLong' })
    expect(refused.message).toMatch(/^The range is too long\. The limit is [\d,]+ (days|months|years)/)
    expect(await ask(operation, { FromDate: '1900-01-01', ToDate: '2999-12-31' })).toMatchObject({ status: 400, errorCode: 'RangeTooLong' })
  })

  it('is asked of something', () => {
    expect(withRange.length).toBeGreaterThan(5)
  })
})
