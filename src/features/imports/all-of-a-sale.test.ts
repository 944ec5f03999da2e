import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { employ, makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { uploaded } from '#tests/upload.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { ImportRun, ImportWrongRow } from './import.contract.ts'
import type { ImportMapping } from './import-mapping.rules.ts'

vi.setConfig({ testTimeout: 120_000 })

let app: StartedApp
let owner: Visitor
let venueId: number

beforeAll(async () => {
  app = await startApp({ sample: false })
  const person = await makePerson(app.database, 'keeper')
  venueId = (await makeVenue(app.database, 'All of it', ['Bar'])).venueId
  await employ(app.database, person, venueId, ['can_editsettings', 'can_viewsales', 'can_viewbreakdown'])
  owner = await signedIn(app.url, 'keeper', PASSWORD)
})
afterAll(() => app.close())

/** Columns named as their fields are. */
const bring = async (text: string, mapping: Partial<ImportMapping> = {}, check = false): Promise<ImportRun> => {
  const [head = ''] = text.split('\n')
  const Columns = Object.fromEntries(head.split(',').map((name) => [name, name]))
  const { body } = await uploaded(owner, text, 'all.csv')
  const asked = { FileId: body.FileId, Mapping: { Columns, Rows: 'SameSaleId', ...mapping }, Check: check }
  const started = await owner.call<ImportRun>('POST', '/imports/runs', { body: asked })
  expect(started.status, JSON.stringify(started.body)).toBe(200)
  for (;;) {
    const { body: run } = await owner.call<ImportRun>('GET', `/imports/runs/${started.body.RunId}`)
    if (run.Status !== 'waiting' && run.Status !== 'running') return run
    await sleep(30)
  }
}

const reasonsOf = async ({ RunId }: ImportRun) =>
  (await owner.call<{ Rows: ImportWrongRow[] }>('GET', `/imports/runs/${RunId}/rows`)).body.Rows.map(({ Line, Errors }) => [Line, Errors[0]?.ErrorCode])

const dayOf = async (day: string) => {
  const { body } = await owner.call<{ Totals: Record<string, number> }>('GET', `/sales/day?FromDate=${day}&ToDate=${day}`)
  return body.Totals
}

const namesIn = async (kind: 'promotion' | 'discount' | 'surcharge' | 'wastage', day: string) => {
  const { body } = await owner.call<{ Totals: { Rows: { Name: string }[] } }>('GET', `/sales/${kind}?FromDate=${day}&ToDate=${day}`)
  return body.Totals.Rows.map(({ Name }) => Name)
}

const media = (day: string) =>
  app.database.readVenue(
    venueId,
    (sql) => sql<{ name: string; net: number }[]>`
      select k.code as name, sum(p.net)::int as net from sale_payment p join sale s on s.venue_id = ${venueId} and s.sale_id = p.sale_id
      join dimension_key k on k.venue_id = ${venueId} and k.key = p.media_key
      where p.venue_id = ${venueId} and s.business_date = ${day} group by 1 order by 1`,
  )

it('tips, surcharge, rounding, discounts and promotions by name are those of the reports', async () => {
  const head = 'SaleId,Date,Name,Quantity,UnitPrice,Discount,DiscountName,Promotion,PromotionName,Tip,Surcharge,SurchargeName,Rounding,Tender'
  const text = `${head}
A,2026-11-02,Lager,2,10.00,1.00,Staff,2.00,Happy hour,3.00,1.50,Sunday,-0.02,Card
A,2026-11-02,Chips,1,9.00,,,,,3.00,1.50,Sunday,-0.02,Card`
  expect(await bring(text, {}, true)).toMatchObject({ Accepted: 1, RowsRejected: 0, Totals: [{ Total: 30.48 }] })
  expect(await bring(text)).toMatchObject({ Status: 'done', Accepted: 1 })
  expect(await dayOf('2026-11-02')).toMatchObject({ Gross: 29, Discounts: 1, Promotions: 2, Surcharges: 1.5, Tips: 3 })
  const named = (kind: 'promotion' | 'discount' | 'surcharge') => namesIn(kind, '2026-11-02')
  expect([await named('promotion'), await named('discount'), await named('surcharge')]).toEqual([['Happy hour'], ['Staff'], ['Sunday']])
})

it('several means of payment come from columns of their own, from rows of their own, or repeated on every row', async () => {
  const columns = `SaleId,Date,Name,Net,PaidCash,PaidCard
B,2026-11-03,Lager,10.00,4.00,6.00`
  expect(await bring(columns)).toMatchObject({ Accepted: 1, RowsRejected: 0 })
  const rows = `SaleId,Date,Name,Net,Tender,TenderAmount
C,2026-11-03,Lager,10.00,,
C,2026-11-03,,,PayPay,7.00
C,2026-11-03,,,Cash,3.00`
  expect(await bring(rows)).toMatchObject({ Accepted: 1, RowsRejected: 0 })
  const repeated = `SaleId,Date,Name,Net,Tender,TenderAmount
D,2026-11-03,Lager,10.00,Card,15.00
D,2026-11-03,Chips,5.00,Card,15.00`
  expect(await bring(repeated)).toMatchObject({ Accepted: 1, RowsRejected: 0 })
  expect(await media('2026-11-03')).toEqual([
    { name: 'Card', net: 2100 },
    { name: 'Cash', net: 700 },
    { name: 'PayPay', net: 700 },
  ])
  const short = await bring('SaleId,Date,Name,Net,PaidCash\nE,2026-11-03,Lager,10.00,9.00')
  expect(short).toMatchObject({ Accepted: 0, RowsRejected: 1 })
  expect(await reasonsOf(short)).toEqual([[2, 'PaidDiffers']])
})

it('what was written off is wastage and no sale, and a voided line counts nowhere', async () => {
  const text = `SaleId,Date,Name,Quantity,Net,Cost,Wastage,WastageReason,Voided
W,2026-11-04,Oysters,3,18.00,6.00,yes,Spoiled,
V,2026-11-04,Lager,1,10.00,,,,
V,2026-11-04,Chips,1,9.00,,,,yes`
  expect(await bring(text)).toMatchObject({ Accepted: 2, RowsRejected: 0, Totals: [{ Total: 10 }] })
  expect(await dayOf('2026-11-04')).toMatchObject({ Sales: 1, Gross: 10, Takings: 10 })
  expect(await namesIn('wastage', '2026-11-04')).toHaveLength(1)
  const unclear = await bring('SaleId,Date,Name,Net,Wastage\nX,2026-11-04,Lager,1.00,maybe')
  expect(await reasonsOf(unclear)).toEqual([[2, 'NotYesOrNo']])
})

it('a file corrects what an earlier one brought, voids it, and links a refund to its sale', async () => {
  const first = 'SaleId,Date,Name,Net\nR,2026-11-05,Lager,10.00\nS,2026-11-05,Lager,20.00\nT,2026-11-05,Lager,30.00'
  expect(await bring(first)).toMatchObject({ Accepted: 3 })
  const later = `SaleId,Revision,Type,OriginalSaleId,Date,Name,Net
U,,Refund,T,2026-11-05,Lager,30.00
S,,Void,,2026-11-05,,
R,2,Sale,,2026-11-05,Lager,12.00`
  const asked = { Accepted: 3, RowsRejected: 0 }
  expect(await bring(later, {}, true)).toMatchObject(asked)
  expect(await bring(later)).toMatchObject(asked)
  expect(await dayOf('2026-11-05')).toMatchObject({ Takings: 12 })
  const linked = await app.database.readVenue(
    venueId,
    (sql) => sql<{ original: string }[]>`select original_receipt as original from sale where venue_id = ${venueId} and receipt = 'U'`,
  )
  expect(linked).toEqual([{ original: 'T' }])
  // Once more: everything is recognised.
  expect(await bring(later)).toMatchObject({ Accepted: 0, Duplicates: 3, RowsRejected: 0 })
})

it('a void is of a sale of the same file wherever it stands, and one of no sale is refused', async () => {
  // More sales than are looked at together: what a void names was in an earlier batch.
  const others = Array.from({ length: 600 }, (_, i) => `O${i},Sale,2026-11-07,Lager,1.00,`)
  // Rows of one number are one sale, so a void has a number of its own and names the sale.
  const text = `SaleId,Type,Date,Name,Net,OriginalSaleId
K,Sale,2026-11-06,Lager,10.00,
M1,Void,2026-11-06,,,M
N1,Void,2026-11-06,,,N
M,Sale,2026-11-06,Lager,20.00,
${others.join('\n')}`
  for (const check of [true, false]) {
    const run = await bring(text, {}, check)
    expect(run).toMatchObject({ Accepted: 603, RowsRejected: 1 })
    expect(await reasonsOf(run)).toEqual([[4, 'NothingToVoid']])
  }
  expect(await dayOf('2026-11-06')).toMatchObject({ Takings: 10 })
})
