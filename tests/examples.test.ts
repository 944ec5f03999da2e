import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { SAMPLE_PASSWORD, SAMPLE_SUPPLIER, SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { DeliverectFake } from '#integrations/deliverect/deliverect.fake.ts'
import { DeputyFake } from '#integrations/deputy/deputy.fake.ts'
import { InvolvFake } from '#integrations/involv/involv.fake.ts'
import { ShopifyFake } from '#integrations/shopify/shopify.fake.ts'
import { StripeFake } from '#integrations/stripe/stripe.fake.ts'
import type { AnyOperation, ColumnKind, ExamplePrincipal, Table, TableWords } from '#shared/endpoint.ts'
import { decimalsOf } from '#shared/money.ts'
import { credentialOf } from './credentials.ts'
import { stockAwkwardCosts } from './example-cellar.ts'
import { exampleInput } from './example-input.ts'
import { type StartedApp, startApp } from './start-app.ts'
import { sampleTrade, storeTrade } from './stored-trade.ts'
import { signedIn, Visitor } from './visitor.ts'
import { WireClient, wireOf } from './wire.ts'

let app: StartedApp
let wire: WireClient
let stop: () => Promise<unknown>

beforeAll(async () => {
  const stripe = new StripeFake({ clientId: 'ca_standin', secretKey: 'sk_test_standin', webhookSecret: 'whsec_standin' })
  const deputy = new DeputyFake({ clientId: 'deputy-standin', clientSecret: 'deputy-standin-secret' })
  const involv = new InvolvFake({ clientId: 'involv-standin', clientSecret: 'involv-standin-secret' })
  const shopify = new ShopifyFake({ clientId: 'shopify-standin', clientSecret: 'shpss_standin', apiVersion: '2026-07' })
  const deliverect = new DeliverectFake({ clientId: 'deliverect-standin', clientSecret: 'deliverect-standin-secret' })
  deliverect.location('Example', { accountId: '5f0000000000000000000001', locationId: '5f0000000000000000000002' })
  const standIns = [stripe.standIn, deputy.standIn, involv.standIn, shopify.standIn, deliverect.standIn]
  stop = () => Promise.all(standIns.map((one) => one.stop()))
  await Promise.all(standIns.map((one) => one.start()))
  shopify.shop('harbour-vine.myshopify.com')
  const stripeAt = { STRIPE_API_BASE: stripe.standIn.url, STRIPE_CONNECT_BASE: stripe.standIn.url }
  app = await startApp({ environment: { ...stripeAt, ...deputy.settings, ...involv.settings, ...shopify.settings, ...deliverect.settings } })
  wire = new WireClient(app.url)
  const until = new Date('2026-11-21T12:00:00Z')
  for (const { locationId, sales } of sampleTrade(['2026-11-20', '2026-11-21'], until)) await storeTrade(app.database, 1, locationId, sales, until)
  await stockAwkwardCosts(app)
})

afterAll(async () => {
  wire.close()
  await app.close()
  await stop()
})

const signedInAs = new Map<ExamplePrincipal, string>()

const authorizationOf = async (principal: ExamplePrincipal): Promise<Record<string, string>> => {
  if (principal === 'anonymous') return {}
  if (principal === 'till') return { authorization: `Bearer ${SAMPLE_TILL_KEY}` }
  if (principal === 'acting') return { authorization: await credentialOf(app.database, 'acting') }
  if (principal === 'supplier') return { authorization: `Bearer ${SAMPLE_SUPPLIER.key}` }
  const known = signedInAs.get(principal)
  if (known) return { authorization: known }
  const who = principal === 'auth' ? new Visitor(app.url, { plain: true }) : await signedIn(app.url, principal, SAMPLE_PASSWORD, { plain: true })
  if (principal === 'auth') await who.signIn('owner', SAMPLE_PASSWORD)
  // What needs it once more was given it.
  await app.database.house`update session set password_checked_at = now() where revoked_at is null`
  signedInAs.set(principal, who.authorization ?? '')
  return { authorization: who.authorization ?? '' }
}

const sendExample = async (operation: AnyOperation, headers: Record<string, string> = {}) => {
  const principal = operation.example.as
  // First, since signing in ends the oldest session, and with it what the placeholders stand for.
  const authorization = await authorizationOf(principal)
  const answer = await wire.send(wireOf(operation, await exampleInput(app, operation), { ...authorization, ...headers }))
  // An earlier example signed out or opened another venue.
  if (answer.status !== 401 || !signedInAs.delete(principal)) return answer
  return wire.send(wireOf(operation, await exampleInput(app, operation), { ...(await authorizationOf(principal)), ...headers }))
}

describe("every operation's example works as the documentation shows it", () => {
  it.each(operations.map(({ operation }) => [`${operation.method} ${operation.path}`, operation] as const))('%s', async (_name, operation) => {
    const answer = await sendExample(operation)
    expect({ status: answer.status, body: answer.status >= 300 ? answer.json : undefined }).toEqual({
      status: operation.response || operation.answersFile ? 200 : 204,
      body: undefined,
    })
    if (operation.response) expect(operation.response.safeParse(answer.json)).toMatchObject({ success: true })
    else expect(answer.text.length > 0).toBe(operation.answersFile === true)
    if (operation.response) expect(tooFine(operation, answer.json)).toEqual([])
    if (operation.table) await checkFiles(operation)
  })
})

const DECIMALS: Record<ColumnKind, number> = { text: 0, date: 0, time: 0, money: decimalsOf('AUD'), percent: 2, count: 2, quantity: 4 }
/** Costs of one unit have four decimals more than the currency, rates of duty five in all. */
const FINER: Record<string, number> = { UnitCost: 6, AverageCost: 6, LastCost: 6, ItemCost: 6, Rate: 5 }
const WORDS: TableWords = { language: 'en', venueName: '', loyaltyName: '', say: (_, key) => key }

/** The figures with more decimals than their unit has, by where they stand in an answer. */
const tooFine = (operation: AnyOperation, answer: unknown): string[] => {
  const sent = Object.fromEntries(Object.entries(operation.example.query ?? {}).map(([name, value]) => [name, String(value)]))
  const query = operation.query?.safeParse(sent).data ?? sent
  const table = (operation.table as ((answer: unknown, query: unknown, words: TableWords) => Table) | undefined)?.(answer, query, WORDS)
  const decimals = new Map(table?.columns.map(({ key, kind }) => [key, FINER[key] ?? DECIMALS[kind]]))
  const walk = (value: unknown, path: string, key: string): string[] => {
    if (typeof value === 'number') {
      const most = decimals.get(key) ?? FINER[key] ?? Math.max(...Object.values(FINER))
      return Number(value.toFixed(most)) === value ? [] : [`${path} ${value}`]
    }
    if (value === null || typeof value !== 'object') return []
    return Object.entries(value).flatMap(([name, one]) => walk(one, `${path}.${name}`, Array.isArray(value) ? key : name))
  }
  return walk({ answer, rows: table?.rows, totals: table?.totals }, '', '')
}

/** A report answers the rows of the screen as a file too. */
const checkFiles = async (operation: AnyOperation) => {
  const csv = await sendExample(operation, { accept: 'text/csv' })
  expect(csv).toMatchObject({ status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' } })
  expect(csv.text.startsWith('\uFEFF')).toBe(true)
  const xlsx = await sendExample(operation, { accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })
  expect({ status: xlsx.status, begins: xlsx.text.slice(0, 2) }).toEqual({ status: 200, begins: 'PK' })
}
