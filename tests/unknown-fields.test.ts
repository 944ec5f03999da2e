import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { credentialOf } from './credentials.ts'
import { exampleInput } from './example-input.ts'
import { type StartedApp, startApp } from './start-app.ts'
import { type Input, WireClient, wireOf } from './wire.ts'

/** By hand, from the decisions: where access, money, points or stock change hands, a field nobody knows is refused. On everything else it is ignored. */
const REFUSES = [
  // Permissions, register, assign, revoke, unlock, impersonate.
  'POST /employees/:employeeId/permissions',
  'POST /venue/:venueId/employees/:employeeId/permissions',
  'POST /register',
  'POST /venue/:venueId/register',
  'POST /employees/:employeeId/register',
  'POST /venue/:venueId/employees/:employeeId/register',
  'POST /venues/:venueId/employees/:employeeId/assign',
  'POST /employees/:employeeId/revoke',
  'POST /venue/:venueId/employees/:employeeId/revoke',
  'POST /employees/:employeeId/unlock',
  'POST /venue/:venueId/employees/:employeeId/unlock',
  'POST /venue/:venueId/employees/:employeeId/impersonate',
  'POST /venue/:venueId/employees/:employeeId/details',
  'POST /venue/:venueId/roles',
  'POST /venue/:venueId/roles/:roleId',
  'DELETE /venue/:venueId/roles/:roleId',
  // A login's own name and address.
  'POST /users/:userId/login',
  // Changepassword and password links.
  'POST /employees/:id/changepassword',
  'POST /employees/:token/password',
  // The first person of a house.
  'POST /begin',
  // Payment info.
  'PUT /venue/:id/config/paymentinfo',
  // Keys: who holds them, where they are good, and what they open.
  'POST /boards',
  'POST /patronapi2/keys',
  'POST /tillkeys',
  'POST /tokens',
  'POST /tokens/assistants',
  'POST /venue/:venueId/suppliers/:supplierId/Users',
  'PUT /venue/:venueId/suppliers/:supplierId/products',
  // Purchases.
  'POST /patronapi2/v1/purchases',
  // Links with outside systems.
  'POST /oauth/start',
  'POST /venue/:id/paymenttokens',
  'POST /location/:id/paymenttokens',
  'POST /venue/:id/locations/:locationId/paymenttokens',
  'POST /paymenttokens',
  'POST /venue/:id/deputytokens',
  'POST /location/:id/deputytokens',
  'POST /venue/:id/shopifytokens',
  'POST /location/:id/shopifytokens',
  'POST /venue/:id/onlineplaces',
  'POST /venue/:id/deputyareas',
  'POST /venue/:id/deputysales',
  'POST /deliverect/tokens',
  'POST /venue/:id/location/:locationId/deliverect',
  'POST /venue/:id/location/:locationId/deliverect/commissions',
  'POST /venue/:id/location/:locationId/deliverect/products',
  'POST /pos/v1/orders/:id',
  // What a location asks of the public.
  'POST /venue/:id/location/:locationId/marketplace',
  'POST /venue/:id/location/:locationId/marketplace/pause',
  'POST /venue/:id/location/:locationId/marketplace/menu',
  'PUT /payments/movements/:movementId/match',
  'PUT /payments/movements/:movementId/explanation',
  'POST /venue/:id/involvtokens',
  'POST /locations/:id/involvtokens',
  'POST /venue/:id/involvconflicts',
  // Cards and points.
  'POST /loyalty/:card/details',
  'POST /loyalty/:card/points',
  'POST /loyalty/:from/transfer/:to',
  'POST /loyalty/:old/replace/:new',
  'POST /loyalty/movements/:id/reverse',
  'POST /loyalty/adjustments/:id/approve',
  'POST /loyalty/adjustments/:id/refuse',
  'POST /loyalty/expiry',
  'POST /loyalty/fraud/cases',
  'POST /loyalty/fraud/cases/:id',
  // Intake, from tills and from files.
  'POST /pos/v1/sales',
  'POST /pos/v1/control-sheets',
  'POST /pos/v1/heartbeats',
  'POST /pos/v1/punches',
  'POST /pos/v1/products',
  'POST /pos/v1/purchases',
  'POST /pos/v1/stock-counts',
  'POST /pos/v1/stock-movements',
  'POST /attendance/people/:personId',
  'POST /attendance/imports/runs',
  'POST /attendance/rates/runs',
  'POST /pos/v1/reservations',
  'POST /imports/files',
  'PUT /imports/mappings',
  'POST /imports/runs',
  'POST /loyalty/imports/runs',
  'POST /stock/orders',
  'PUT /stock/saved-orders',
  'POST /stock/orders/:orderId/close',
  'POST /stock/orders/:orderId/mail',
  'POST /stock/counts/check',
  'POST /stock/counts',
  'POST /stock/invoices',
  'POST /stock/invoices/runs',
  'POST /stock/movements',
  'POST /stock/movements/reversals',
  'POST /stock/products/runs',
  'PUT /stock/products',
  'PUT /stock/suppliers/:supplierId',
  'POST /stock/licensed-buyers',
  'PUT /stock/licensed-buyers/:buyerId',
  'POST /stock/excise-rates',
  'PUT /stock/excise-rates/:rateId',
  'POST /stock/excise-rates/published',
  'POST /controlsheets',
  'POST /controlsheets/:id/count',
  'POST /controlsheets/:id/movements',
  'POST /controlsheets/:id/photos',
]

/** Reports of the house and of suppliers: a misspelt filter would silently change a figure. */
const REFUSES_FILTERS = [
  '/sales/',
  '/reports/',
  '/audit',
  '/patronapi2/v1/',
  '/loyalty/',
  '/points',
  '/loyaltyusage',
  '/journal/',
  '/stock/orders/list',
  '/stock/products',
]
const callOf = ({ method, path }: AnyOperation) => `${method} ${path}`
const all = operations.map(({ operation }) => [callOf(operation), operation] as const)
const withBody = all.filter(([, { body }]) => body !== undefined)
const isReport = ({ method, path, table }: AnyOperation) =>
  method === 'GET' &&
  (table !== undefined ||
    /^\/(patronapi2\/v1\/(plu-sales|stock-on-hand|purchases)|reports\/currencies|loyalty\/usage|loyalty\/fraud|loyalty\/:card\/use|points|loyaltyusage)$/.test(
      path,
    ))

let app: StartedApp
let wire: WireClient

beforeAll(async () => {
  app = await startApp()
  wire = new WireClient(app.url)
})
afterAll(async () => {
  wire.close()
  await app.close()
})

const send = async (operation: AnyOperation, change: (example: Input) => Input) => {
  const authorization = await credentialOf(app.database, operation.example.as)
  const answer = await wire.send(wireOf(operation, change(await exampleInput(app, operation)), { authorization }))
  const { Errors = [] } = (answer.json as { ResponseStatus?: { Errors?: { FieldName: string }[] } } | undefined)?.ResponseStatus ?? {}
  return { status: answer.status, fields: Errors.map(({ FieldName }) => FieldName), json: answer.json }
}

const withField = (input: Input): Input => ({ ...input, body: { ...(input.body as object), Permisions: ['can_register'] } })

describe('a field that a call does not have', () => {
  it('is named in the list by hand for calls that there are', () => {
    expect(REFUSES.filter((call) => !withBody.some(([there]) => there === call))).toEqual([])
  })

  it.each(withBody)('%s refuses it by name or ignores it, as listed', async (call, operation) => {
    const { status, fields } = await send(operation, withField)
    if (REFUSES.includes(call)) expect({ status, fields }).toEqual({ status: 400, fields: ['Permisions'] })
    else expect({ status, fields }).toEqual({ status: operation.response ? 200 : 204, fields: [] })
  })

  it('rejects a sale, a reservation or an invoice line alone, and names the field', async () => {
    for (const [path, list] of [
      ['/pos/v1/sales', 'Sales'],
      ['/pos/v1/control-sheets', 'ControlSheets'],
      ['/pos/v1/reservations', 'Reservations'],
      ['/pos/v1/punches', 'Punches'],
      ['/pos/v1/products', 'Products'],
      ['/pos/v1/purchases', 'Purchases'],
      ['/pos/v1/stock-counts', 'StockCounts'],
      ['/pos/v1/stock-movements', 'StockMovements'],
      ['/patronapi2/v1/purchases', 'Purchases'],
    ] as const) {
      const operation = all.find(([call]) => call === `POST ${path}`)?.[1] as AnyOperation
      const { status, json } = await send(operation, (input) => {
        const body = input.body as Record<string, object[]>
        return { ...input, body: { ...body, [list]: [{ ...body[list]?.[0], DiscuontTotal: 5 }] } }
      })
      const [result] = (json as { Results: { Status: string; Errors: { FieldName: string; ErrorCode: string }[] }[] }).Results
      expect({ path, status, result }).toMatchObject({
        path,
        status: 200,
        result: { Status: 'rejected', Errors: [{ FieldName: 'DiscuontTotal', ErrorCode: 'Unknown' }] },
      })
    }
  })

  it('rejects a sale for one deep inside it too', async () => {
    const operation = all.find(([call]) => call === 'POST /pos/v1/sales')?.[1] as AnyOperation
    const { json } = await send(operation, (input) => {
      const [sale] = (input.body as { Sales: { Lines: object[] }[] }).Sales
      return { ...input, body: { Sales: [{ ...sale, Lines: [{ ...sale?.Lines[0], DiscuontTotal: 5 }] }] } }
    })
    expect((json as { Results: unknown[] }).Results[0]).toMatchObject({ Errors: [{ FieldName: 'Lines.0.DiscuontTotal', ErrorCode: 'Unknown' }] })
  })
})

describe('a query parameter that a call does not have', () => {
  const gets = all.filter(([, { method, path }]) => method === 'GET' && path !== '/exports/:ticket')

  it.each(gets)('%s refuses it by name on a report, and ignores it elsewhere', async (_call, operation) => {
    for (const name of ['Location', 'Intervall', '_']) {
      const { status, fields } = await send(operation, (input) => ({ ...input, query: { ...input.query, [name]: '1' } }))
      if (isReport(operation)) expect({ name, status, fields }).toEqual({ name, status: 400, fields: [name] })
      else expect({ name, status, fields }).toEqual({ name, status: 200, fields: [] })
    }
  })

  it('is refused in a file of a report too, where the file is asked for', async () => {
    const prepare = all.find(([call]) => call === 'POST /exports')?.[1] as AnyOperation
    const { status, fields } = await send(prepare, (input) => {
      const body = input.body as { Query: object }
      return { ...input, body: { ...body, Query: { ...body.Query, Location: '1' } } }
    })
    expect({ status, fields }).toEqual({ status: 400, fields: ['Location'] })
  })
})

it('every report is asked, and nothing but reports', () => {
  const reports = all.filter(([, operation]) => isReport(operation)).map(([, { path }]) => path)
  expect(reports.length).toBeGreaterThan(30)
  expect(reports.filter((path) => !REFUSES_FILTERS.some((start) => path.startsWith(start)))).toEqual([])
})
