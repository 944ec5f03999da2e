import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { operations } from '#app/operations.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { REPORT_TAGS } from './kit/report-tags.rules.ts'

/** Every report the sample's owner may read, with a question that is right. */
const REPORTS = operations
  .map(({ operation }) => operation)
  .filter(({ method, path, table, access }) => method === 'GET' && table !== undefined && /^\/(sales|reports)\//.test(path) && Array.isArray(access))
  .filter(({ access }) => (access as unknown as string[]).some((tag) => (REPORT_TAGS as readonly string[]).includes(tag)))
  .map(({ path, query, example }) => ({
    path,
    takes: Object.keys((query as z.ZodMiniObject).shape),
    right: Object.fromEntries(Object.entries((example as { query?: object }).query ?? {}).map(([name, value]) => [name, String(value)])),
  }))
const taking = (name: string) => REPORTS.filter(({ takes }) => takes.includes(name)).map((report) => [report.path, report] as const)

let app: StartedApp
let owner: Visitor

beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-11-20T10:04:00Z') })
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
})
afterAll(() => app.close())

const ask = async (path: string, query: Record<string, string>) => {
  const { status, body } = await owner.call('GET', `${path}?${new URLSearchParams(query)}`)
  return { status, fields: body.ResponseStatus?.Errors.map(({ FieldName }) => FieldName) ?? [], code: body.ResponseStatus?.ErrorCode, body }
}

it('there are reports to ask', () => {
  expect(REPORTS.length).toBeGreaterThan(30)
  expect([taking('Interval').length, taking('Compare').length, taking('Items').length].every((n) => n > 4)).toBe(true)
})

it.each(taking('Interval'))('an Interval that is none: %s names the field', async (path, { right }) => {
  for (const Interval of ['fortnight', 'Day', '', 'day,week'])
    expect(await ask(path, { ...right, Interval })).toMatchObject({ status: 400, fields: ['Interval'] })
})

describe.each(taking('Compare'))('a Compare of %s', (path, { right }) => {
  it('with dates backwards, half of its dates, or a day that is none is refused, naming the dates', async () => {
    const custom = { ...right, Compare: 'custom' }
    expect(await ask(path, { ...custom, CompareFrom: '2026-10-10', CompareTo: '2026-10-01' })).toMatchObject({ status: 400, fields: ['CompareTo'] })
    expect((await ask(path, custom)).status).toBe(400)
    expect(await ask(path, { ...custom, CompareFrom: '2026-02-30', CompareTo: '2026-03-01' })).toMatchObject({ status: 400, fields: ['CompareFrom'] })
  })

  it('that is none is refused', async () => {
    expect(await ask(path, { ...right, Compare: 'last-easter' })).toMatchObject({ status: 400, fields: ['Compare'] })
  })
})

it.each(taking('By'))('an unknown dimension: %s names the field', async (path, { right }) => {
  expect(await ask(path, { ...right, By: 'brand' })).toMatchObject({ status: 400, fields: ['By'] })
})

it('a dimension there is no call for is not found', async () => {
  expect((await ask('/sales/brand', { FromDate: '2026-11-09', ToDate: '2026-11-15' })).status).toBe(404)
})

it.each(taking('Items'))('PLUs that do not exist come to nothing at %s and are named, and no PLU at all is refused', async (path, { right }) => {
  const { status, body } = await ask(path, { ...right, Items: 'no-such-plu,nor-this' })
  expect(status).toBe(200)
  const { Totals, Total } = body as unknown as { Totals?: { Net: number; Quantity: number }; Total?: number }
  expect(Totals ? [Totals.Net, Totals.Quantity] : [Total, 0]).toEqual([0, 0])
  expect((body as unknown as { UnknownItems: string[] }).UnknownItems).toEqual(['no-such-plu', 'nor-this'])
  expect(await ask(path, { ...right, Items: ' , ' })).toMatchObject({ status: 400, fields: ['Items'] })
})
