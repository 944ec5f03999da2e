import { afterAll, beforeAll, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { readJson } from '#platform/web/json-body.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { exampleInput } from '../example-input.ts'
import { sampled } from '../sampled.ts'
import { describeWithShared } from '../shared-folder.ts'
import { type StartedApp, startApp } from '../start-app.ts'
import { inParallel, type WireAnswer } from '../wire.ts'
import { type JsonCase, jsonTestSuite } from './corpus.ts'
import { Sender, wrongWith } from './sender.ts'

const jsonRoutes = operations.filter(({ operation }) => operation.body !== undefined && !operation.rawBody)

describeWithShared('JSONTestSuite on every route that takes JSON', () => {
  let app: StartedApp
  let sender: Sender
  let cases: JsonCase[]

  beforeAll(async () => {
    app = await startApp()
    sender = new Sender(app)
    cases = jsonTestSuite()
  })
  afterAll(async () => {
    sender.wire.close()
    await app.close()
  })

  const answers = async (operation: AnyOperation, all: JsonCase[]) => {
    const { params, query } = await exampleInput(app, operation)
    const some = sampled(all, ({ name }) => `${operation.method} ${operation.path} ${name}`)
    return inParallel(some, 4, async ({ name, bytes }) => ({ name, bytes, answer: await sender.send(operation, { params, query, body: bytes }) }))
  }
  const said = ({ name, answer }: { name: string; answer: WireAnswer }) => `${name}: ${answer.status} ${answer.errorCode ?? ''}`

  it('has all of its cases', () => {
    expect(['y', 'n', 'i'].map((kind) => cases.filter((each) => each.kind === kind).length)).toEqual([95, 188, 35])
    expect(jsonRoutes.length).toBeGreaterThan(2)
  })

  it.each(jsonRoutes.map(({ operation }) => [`${operation.method} ${operation.path}`, operation] as const))(
    '%s refuses what is not JSON, and nothing that is',
    async (_call, operation) => {
      const refused = await answers(
        operation,
        // An empty body counts as none, and some calls need nothing in it.
        cases.filter(({ kind, bytes }) => kind === 'n' && !(bytes.length === 0 && operation.body?.safeParse({}).success)),
      )
      expect(refused.filter(({ answer, bytes }) => answer.status !== 400 || (bytes.length > 0 && answer.errorCode !== 'MalformedJson')).map(said)).toEqual([])
      const valid = await answers(
        operation,
        cases.filter(({ kind }) => kind === 'y'),
      )
      expect(valid.filter(({ answer }) => answer.errorCode === 'MalformedJson').map(said)).toEqual([])
      const either = await answers(
        operation,
        cases.filter(({ kind }) => kind === 'i'),
      )
      expect([...refused, ...valid, ...either].filter(({ answer }) => wrongWith(answer) !== undefined).map(said)).toEqual([])
    },
  )

  it('would notice a reader that is too kind', () => {
    const kind = cases.filter((each) => each.kind === 'n' && each.bytes.length > 0 && !throws(() => new Function(`return ${each.bytes.toString('utf8')}`)()))
    expect(kind.length).toBeGreaterThan(20)
    expect(kind.filter(({ bytes }) => !throws(() => readJson(bytes)))).toEqual([])
  })
})

const throws = (work: () => unknown): boolean => {
  try {
    work()
    return false
  } catch {
    return true
  }
}
