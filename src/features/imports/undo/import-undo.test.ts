import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ImportRun } from '#features/imports/import.contract.ts'
import type { ImportMapping } from '#features/imports/import-mapping.rules.ts'
import { takeSales } from '#features/intake/take-sales.sql.ts'
import { undoSales } from '#features/intake/undo-sales.sql.ts'
import { ledgerMismatches } from '#features/ledger/reconcile-ledger.sql.ts'
import type { InvoiceList, Receipt } from '#features/reports/receipts/invoices.contract.ts'
import { reconcileVenue } from '#features/sums/reconcile.job.ts'
import type { SheetAnswer } from '#features/till/control-sheets.contract.ts'
import type { SheetReceipts } from '#features/till/sheet-proofs.contract.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { employ, makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { inWords, storedSums } from '#tests/stored-sums.ts'
import { plainSale } from '#tests/stored-trade.ts'
import { uploaded } from '#tests/upload.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'

vi.setConfig({ testTimeout: 180_000 })

let app: StartedApp
let sql: Sql
let owner: Visitor
let venueId: number
let locationIds: number[]
let [bar, bistro] = [0, 0]

beforeAll(async () => {
  app = await startApp({ sample: false })
  sql = connectAsOwner(app.databaseUrl)
  const person = await makePerson(app.database, 'undoer')
  const made = await makeVenue(app.database, 'House of Second Thoughts', ['Bar', 'Bistro'])
  venueId = made.venueId
  locationIds = made.locationIds
  ;[bar = 0, bistro = 0] = locationIds
  await employ(app.database, person, venueId, [
    'can_editsettings',
    'can_viewsales',
    'can_viewplu',
    'can_viewmedia',
    'can_viewcontrolsheet',
    'can_viewbreakdown',
  ])
  owner = await signedIn(app.url, 'undoer', PASSWORD)
  // The days were traded before the file came.
  await take(bar, [plainSale('2026-11-02T12:10:00Z', 1500, { SaleId: 'T-1' }), plainSale('2026-11-03T12:10:00Z', 700, { SaleId: 'T-2' })])
})
afterAll(async () => {
  await sql.end()
  await app.close()
})

const inVenue = <T>(work: Parameters<typeof workInVenue<T>>[3]) => workInVenue(app.database, venueId, new Date(), work)

const take = (locationId: number, sales: readonly unknown[]) =>
  inVenue((venue) => takeSales(venue, { locationId, batchId: null, source: 'test', sales })).then((all) => all.map(({ status }) => status))

const MAPPING: ImportMapping = {
  Columns: {
    SaleId: 'No',
    Date: 'Day',
    Time: 'At',
    Location: 'Where',
    Name: 'Item',
    Quantity: 'Qty',
    Net: 'Total',
    Tender: 'Paid',
    LoyaltyCard: 'Card',
    PointsAccrued: 'Points',
    Type: 'Kind',
    Covers: 'Guests',
    ClerkName: 'Who',
    Category: 'Class',
  },
  Rows: 'SameSaleId',
}
const HEAD = 'No,Day,At,Where,Item,Qty,Total,Paid,Card,Points,Kind,Guests,Who,Class\n'
const ROWS = [
  '1,2026-11-02,12:30,Bar,Lager,2,19.60,Cash,,,,,Sam,Drinks',
  '1,2026-11-02,12:30,Bar,Chips,1,9.00,Cash,,,,,Sam,Food',
  '2,2026-11-02,13:05,Bistro,Fish,1,24.00,Card,C-77,24,,3,Kim,Food',
  '3,2026-11-03,18:20,Bar,Lager,1,9.80,Card,C-77,9,,,Sam,Drinks',
  '4,2026-11-04,19:00,Bistro,Lager,1,-9.80,Cash,,,Refund,,Kim,Drinks',
  '5,2026-10-31,19:00,Bar,Red,3,37.50,Card,,,,2,Kim,Drinks',
]
let number = 0
const prefix = () => `U${++number}-`
const fileOf = (mark: string, rows: readonly string[] = ROWS) => `${HEAD}${rows.map((row) => mark + row).join('\n')}\n`

const upload = async (content: string, who = owner): Promise<string> => (await uploaded(who, content, 'years.csv')).body.FileId

const runOf = async (RunId: string, until: (run: ImportRun) => boolean, who = owner): Promise<ImportRun> => {
  for (;;) {
    const { body } = await who.call<ImportRun>('GET', `/imports/runs/${RunId}`)
    if (until(body)) return body
    await sleep(30)
  }
}
const bring = async (FileId: string, who = owner, Mapping = MAPPING): Promise<ImportRun> => {
  const { status, body } = await who.call<ImportRun>('POST', '/imports/runs', { body: { FileId, Mapping } })
  expect(status, JSON.stringify(body)).toBe(200)
  return runOf(body.RunId, ({ Status }) => Status !== 'waiting' && Status !== 'running', who)
}
const outlook = (RunId: string, who = owner) => who.call<{ Sales: number; Stay: object[] }>('GET', `/imports/runs/${RunId}/undo`)
const undo = async (RunId: string): Promise<ImportRun> => {
  expect((await owner.call('POST', `/imports/runs/${RunId}/undo`)).status).toBe(200)
  return runOf(RunId, ({ Undo }) => Undo === null || (Undo.Status !== 'waiting' && Undo.Status !== 'running'))
}

const RANGE = 'FromDate=2026-10-30&ToDate=2026-11-05'
const OF_REPORTS = ['daily-sales', 'weekly-summary', 'plu-sales', 'media-summary', 'bridge', 'control-sheets'].map((name) => `/reports/${name}`)
const OF_SALES = ['interval', 'bistrocovers', 'membervisits', 'bestsellers', 'category', 'employee', 'till', 'ordertype', 'costs', 'gpmargins'].map(
  (name) => `/sales/${name}`,
)

/** When something was read, received, or first and last sold by a till that has no sessions: what was undone is among that. */
const TIMES = ['AsAt', 'LastReceivedAt', 'OpenedAt', 'ClosedAt']

/** Of what a file sold and voided itself, control sheets keep a tender of 0. */
const isThere = ({ Takings }: { Takings?: number }) => Takings !== 0

/** Rows of the receipts list as a file, without the ids of sales; sales of one minute are sorted by their content. */
const receipts = async (query = ''): Promise<string[]> => {
  const { status, body } = await owner.call<{ text: string }>('GET', `/sales/invoices?${RANGE}&format=csv${query}`)
  expect(status).toBe(200)
  return body.text.trim().split('\r\n').sort()
}

/**
 * Everything that is told of the sales: what is stored of them, what reports answer, the receipts listed, and how the cards stand.
 * @param own rows of sales that a file brought and voided itself: its undo has nothing to take back of them
 */
const told = async (own?: RegExp) => {
  const sums = await Promise.all(locationIds.map(async (locationId) => inWords(await storedSums(sql, venueId, locationId))))
  const reports: Record<string, unknown> = {}
  for (const path of [...OF_REPORTS, ...OF_SALES]) {
    const { status, body } = await owner.call('GET', `${path}?${RANGE}`)
    expect(status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200)
    reports[path] = JSON.parse(JSON.stringify(body, (key, value) => (TIMES.includes(key) ? undefined : key === 'Media' ? value.filter(isThere) : value)))
  }
  const cards = await sql`select number, points, owed from loyalty_card where venue_id = ${venueId} and points <> 0 order by number`
  return { sums, reports, receipts: (await receipts()).filter((row) => !own || !(own.test(row) || row.includes(' receipts,'))), cards: [...cards] }
}

/** Sums agree with the sales they are made of, and points with what moved them. */
const isSound = async () => {
  expect(await reconcileVenue(app.database, venueId, { now: new Date(), all: true })).toMatchObject({ mismatches: [], unsound: [] })
  expect(await inVenue(ledgerMismatches)).toEqual([])
}

describe('undoing an import', () => {
  it('leaves everything as if it had never been, and the file goes in again as it did first', async () => {
    const before = await told()
    const file = await upload(fileOf(prefix()))
    const run = await bring(file)
    expect(run).toMatchObject({ Accepted: 5, RowsRejected: 0, Undo: null })
    const after = await told()
    expect(after.sums).not.toEqual(before.sums)

    expect((await outlook(run.RunId)).body).toEqual({
      Sales: 5,
      Totals: [{ Currency: 'AUD', Total: 90.1 }],
      FirstDay: '2026-10-31',
      LastDay: '2026-11-04',
      Locations: ['Bar', 'Bistro'],
      CountAgain: 0,
      Stay: [],
    })
    const undone = await undo(run.RunId)
    expect(undone.Undo).toMatchObject({ Status: 'done', Progress: 1, By: 'undoer', Sales: 5, Totals: [{ Currency: 'AUD', Total: 90.1 }], Stayed: [] })
    expect(undone.Undo?.At).toMatch(/^20\d\d-/)
    expect(await told()).toEqual(before)
    await isSound()

    const again = await bring(file)
    expect(again).toMatchObject({ Accepted: 5, Duplicates: 0, RowsRejected: 0, Totals: run.Totals })
    expect(await told()).toEqual(after)
    await isSound()

    // Once more: what came again is undone as what came first, and asking for the first again changes nothing.
    await undo(run.RunId)
    expect(await told()).toEqual(after)
    await undo(again.RunId)
    expect(await told()).toEqual(before)
    await bring(file)
    expect(await told()).toEqual(after)
  })
})

describe('what cannot be undone', () => {
  it('is said before and stays: what was voided, corrected or refunded since', async () => {
    const mark = prefix()
    const run = await bring(await upload(fileOf(mark)))
    const at = (SaleId: string, more: object) => plainSale('2026-11-03T09:00:00Z', 500, { SaleId, TerminalId: 'Import', ...more })
    // At the bar a till voids the first order and refunds the third; the second, at the bistro, is corrected.
    expect(await take(bar, [{ SaleId: `${mark}V`, TerminalId: 'Import', Type: 'Void', OriginalSaleId: `${mark}1`, ClosedAt: '2026-11-04T09:00:00Z' }])).toEqual(
      ['accepted'],
    )
    expect(await take(bistro, [at(`${mark}2`, { Revision: 2 })])).toEqual(['replaced'])
    const refund = {
      Type: 'Refund',
      OriginalSaleId: `${mark}3`,
      Lines: [{ Name: 'Lager', Quantity: '-1', Gross: -500, Net: -500 }],
      Tenders: [{ Method: 'Cash', Amount: -500 }],
      Totals: { Total: -500 },
    }
    expect(await take(bar, [at(`${mark}R`, refund)])).toEqual(['accepted'])

    expect((await outlook(run.RunId)).body).toMatchObject({
      Sales: 2,
      Stay: expect.arrayContaining([
        { Reason: 'Changed', Sales: 2 },
        { Reason: 'Refunded', Sales: 1 },
      ]),
    })
    const undone = await undo(run.RunId)
    expect(undone.Undo).toMatchObject({ Status: 'done', Sales: 2, Stayed: expect.arrayContaining([{ Reason: 'Changed', Sales: 2 }]) })
    await isSound()

    // Brought in again, only what was undone is new; a till can void that too.
    expect(await bring(await upload(fileOf(mark)))).toMatchObject({ Accepted: 2, Duplicates: 3 })
    expect(await take(bar, [{ SaleId: `${mark}W`, TerminalId: 'Import', Type: 'Void', OriginalSaleId: `${mark}5`, ClosedAt: '2026-11-04T09:00:00Z' }])).toEqual(
      ['accepted'],
    )
    expect(await bring(await upload(fileOf(mark)))).toMatchObject({ Accepted: 0, Duplicates: 5 })
    await isSound()
  })

  it('a void that comes after the undoing holds when the file comes again', async () => {
    const mark = prefix()
    const file = await upload(fileOf(mark))
    const run = await bring(file)
    await undo(run.RunId)
    const before = await told()
    await take(bar, [{ SaleId: `${mark}V`, TerminalId: 'Import', Type: 'Void', OriginalSaleId: `${mark}5`, ClosedAt: '2026-11-04T09:00:00Z' }])
    const again = await bring(file)
    expect((await outlook(again.RunId)).body).toMatchObject({ Sales: 4, Stay: [] })
    await undo(again.RunId)
    expect((await told()).sums).toEqual(before.sums)
    await isSound()
  })

  it('a run that brought only what was there takes nothing back', async () => {
    const file = await upload(fileOf(prefix()))
    await bring(file)
    const before = await told()
    const second = await bring(file)
    expect(second).toMatchObject({ Accepted: 0, Duplicates: 5 })
    expect((await outlook(second.RunId)).body).toMatchObject({ Sales: 0, Stay: [] })
    expect((await undo(second.RunId)).Undo).toBeNull()
    expect(await told()).toEqual(before)
  })

  it('a run that is still going, and nothing is imported while one is being undone', async () => {
    const file = await upload(fileOf(prefix()))
    const run = await bring(file)
    await sql`update import_run set status = 'running' where venue_id = ${venueId} and run_id = ${run.RunId}`
    const refused = await owner.call('POST', `/imports/runs/${run.RunId}/undo`)
    expect([refused.status, refused.body.ResponseStatus?.ErrorCode]).toEqual([409, 'RunGoing'])
    await sql`update import_run set status = 'done', undo_status = 'running' where venue_id = ${venueId} and run_id = ${run.RunId}`
    const waits = await owner.call('POST', '/imports/runs', { body: { FileId: file, Mapping: MAPPING } })
    expect([waits.status, waits.body.ResponseStatus?.ErrorCode]).toEqual([409, 'UndoGoing'])
    await sql`update import_run set undo_status = null where venue_id = ${venueId} and run_id = ${run.RunId}`
  })
})

describe('what a file corrected or voided of earlier sales', () => {
  const Mapping: ImportMapping = {
    Columns: {
      SaleId: 'No',
      Date: 'Day',
      Name: 'Item',
      Net: 'Total',
      Type: 'Kind',
      Revision: 'Version',
      OriginalSaleId: 'Of',
      LoyaltyCard: 'Card',
      PointsAccrued: 'Points',
    },
    Defaults: { Location: 'Bar' },
    Rows: 'SameSaleId',
  }
  const asFile = (rows: readonly string[]) => upload(`No,Day,Item,Total,Kind,Version,Of,Card,Points\n${rows.join('\n')}\n`)
  const corrections = (mark: string) => [
    `${mark}A,2026-11-03,Lager,12.00,,2,,C-80,12`,
    `${mark}V,2026-11-03,,,Void,,${mark}B,,`,
    `${mark}R,2026-11-03,Lager,10.00,Refund,,${mark}C,,`,
    `${mark}E,2026-11-03,Lager,5.00,,,,,`,
    `${mark}F,2026-11-03,Lager,6.00,,,,,`,
    `${mark}W,2026-11-03,,,Void,,${mark}F,,`,
  ]
  const first = async (mark: string) => bring(await asFile(['A', 'B', 'C', 'D'].map((id) => `${mark}${id},2026-11-03,Lager,10.00,,,,C-80,10`)), owner, Mapping)

  it('counts again as it was before, whatever is undone first and however often', async () => {
    const mark = prefix()
    const nothing = await told(/-F,/)
    const earlier = await first(mark)
    const before = await told(/-F,/)
    const file = await asFile(corrections(mark))
    const bringAgain = () => bring(file, owner, Mapping)
    const run = await bringAgain()
    expect(run).toMatchObject({ Accepted: 6, RowsRejected: 0 })
    const after = await told(/-F,/)
    expect((await outlook(earlier.RunId)).body).toMatchObject({ Sales: 1, CountAgain: 0, Stay: expect.arrayContaining([{ Reason: 'Changed', Sales: 2 }]) })
    expect((await outlook(run.RunId)).body).toMatchObject({ Sales: 4, CountAgain: 2, Stay: [] })
    expect((await undo(run.RunId)).Undo).toMatchObject({ Status: 'done', Sales: 4, Stayed: [] })
    expect(await told(/-F,/)).toEqual(before)
    await isSound()

    // The same again, twice: it corrects and voids what counts again.
    for (const _ of [1, 2]) {
      const again = await bringAgain()
      expect(again).toMatchObject({ Accepted: 4, Duplicates: 2, RowsRejected: 0 })
      expect(await told(/-F,/)).toEqual(after)
      await isSound()
      expect((await outlook(again.RunId)).body).toMatchObject({ Sales: 4, CountAgain: 2, Stay: [] })
      await undo(again.RunId)
      expect(await told(/-F,/)).toEqual(before)
      await isSound()
    }
    // What it was a correction of is known: sent again, it is there already. And it can be undone as if nothing had been.
    expect((await outlook(earlier.RunId)).body).toMatchObject({ Sales: 4, CountAgain: 0, Stay: [] })
    await undo(earlier.RunId)
    expect(await told(/-F,/)).toEqual(nothing)
    expect(await first(mark)).toMatchObject({ Accepted: 4, Duplicates: 0 })
    expect(await told(/-F,/)).toEqual(before)
    await isSound()
  })

  it('is undone layer by layer: a correction of a correction, and a void of what the same file corrected', async () => {
    const mark = prefix()
    await take(bar, [plainSale('2026-11-03T09:00:00Z', 900, { SaleId: `${mark}T`, TerminalId: 'Import' })])
    const layers = [await told(/-T,.*13$/)]
    const files = await Promise.all(
      [[`${mark}T,2026-11-03,Lager,12.00,,2,,,`], [`${mark}T,2026-11-03,Lager,13.00,,3,,,`, `${mark}V,2026-11-03,,,Void,,${mark}T,,`]].map(asFile),
    )
    const runs: ImportRun[] = []
    for (const file of files) {
      runs.push(await bring(file, owner, Mapping))
      layers.push(await told(/-T,.*13$/))
    }
    const [lower, upper] = runs.map(({ RunId }) => RunId) as [string, string]
    for (const _ of [1, 2]) {
      await undo(upper)
      expect(await told(/-T,.*13$/)).toEqual(layers[1])
      await isSound()
      const again = await bring(files[1] ?? '', owner, Mapping)
      expect(again).toMatchObject({ Accepted: 2, RowsRejected: 0 })
      expect(await told(/-T,.*13$/)).toEqual(layers[2])
      await undo(again.RunId)
    }
    expect((await outlook(lower)).body).toMatchObject({ Sales: 1, CountAgain: 1, Stay: [] })
    await undo(lower)
    expect(await told(/-T,.*13$/)).toEqual(layers[0])
    await isSound()
    // The till tells of it again, and corrects it.
    expect(await take(bar, [plainSale('2026-11-03T09:00:00Z', 900, { SaleId: `${mark}T`, TerminalId: 'Import' })])).toEqual(['duplicate'])
    expect(await take(bar, [plainSale('2026-11-03T09:00:00Z', 950, { SaleId: `${mark}T`, TerminalId: 'Import', Revision: 2 })])).toEqual(['replaced'])
    await isSound()
  })

  it('is on the control sheet as before, and the receipts behind its figures add up to them', async () => {
    const mark = prefix()
    const at = (rows: readonly string[]) => asFile(rows.map((row) => row.replace('2026-11-03', '2026-11-12')))
    await bring(await at(['A', 'B', 'C', 'D'].map((id) => `${mark}${id},2026-11-03,Lager,10.00,,,,,`)), owner, Mapping)
    const run = await bring(await at(corrections(mark).filter((row) => !/^U\d+-[FW]/.test(row))), owner, Mapping)
    await undo(run.RunId)
    const made = await owner.call<{ SheetId: string }>('POST', '/controlsheets', { body: { LocationId: bar, TerminalId: 'Import', Day: '2026-11-12' } })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const sheet = await owner.call<SheetAnswer>('GET', `/controlsheets/${made.body.SheetId}`)
    const behind = async (figure: string) => (await owner.call<SheetReceipts>('GET', `/controlsheets/${made.body.SheetId}/receipts?Figure=${figure}`)).body
    expect([sheet.body.Sheet.TotalCount, sheet.body.Voids]).toEqual([4, 0])
    expect([(await behind('Voids')).Total, (await behind('Voids')).Count]).toEqual([0, 0])
    const { Total, Receipts } = await behind('Total')
    expect([Total, Receipts.map(({ Receipt, Kind }) => `${Receipt} ${Kind}`).sort()]).toEqual([4, ['A', 'B', 'C', 'D'].map((id) => `${mark}${id} sale`)])
  })

  it('stays where something later changed it once more, and that is said before', async () => {
    const mark = prefix()
    await first(mark)
    const run = await bring(await asFile(corrections(mark)), owner, Mapping)
    await take(bar, [plainSale('2026-11-03T09:00:00Z', 950, { SaleId: `${mark}A`, TerminalId: 'Import', Revision: 3 })])
    const stands = await told()
    expect((await outlook(run.RunId)).body).toMatchObject({ Sales: 3, CountAgain: 1, Stay: [{ Reason: 'Changed', Sales: 1 }] })
    expect((await undo(run.RunId)).Undo).toMatchObject({ Sales: 3, Stayed: [{ Reason: 'Changed', Sales: 1 }] })
    await isSound()
    expect(await bring(await asFile(corrections(mark)), owner, Mapping)).toMatchObject({ Accepted: 3, Duplicates: 3 })
    expect((await told()).sums).toEqual(stands.sums)
    await isSound()
  })
})

describe('the list of receipts', () => {
  it('has what an undo took back, and its reversals, only on request', async () => {
    const mark = prefix()
    const before = await receipts()
    const run = await bring(await upload(fileOf(mark)))
    const imported = (await receipts()).filter((row) => row.includes(mark))
    await undo(run.RunId)
    expect(await receipts()).toEqual(before)
    expect(await receipts('&Undone=false')).toEqual(before)
    const all = (await receipts('&Undone=true')).filter((row) => row.includes(mark))
    expect(all).toEqual(expect.arrayContaining(imported))
    expect([imported.length, all.length, all.filter((row) => row.includes('Reversal')).length]).toEqual([5, 10, 5])
    const list = (query: string) => owner.call<InvoiceList>('GET', `/sales/invoices?${RANGE}&Limit=2${query}`)
    const [without, withUndone] = [(await list('')).body, (await list('&Undone=true')).body]
    expect(without.Count).toBe(before.length - 2)
    expect(withUndone.Count).toBeGreaterThanOrEqual(without.Count + 10)
    expect([withUndone.Total, withUndone.Sums]).toEqual([without.Total, without.Sums])
    expect((await list('&Undone=1')).status).toBe(400)
    const found = await owner.call<{ Receipts: object[] }>('GET', `/find?Text=${mark}2`)
    expect([found.status, found.body.Receipts]).toEqual([200, []])

    await bring(await upload(fileOf(mark)))
    const ids = async (query = '') => {
      const { body } = await owner.call<InvoiceList>('GET', `/sales/invoices?${RANGE}&Limit=500${query}`)
      return body.Invoices.filter((one) => one.Receipt.startsWith(mark)).map(({ SaleId }) => SaleId)
    }
    const corrections = async (id: string) => (await owner.call<Receipt>('GET', `/sales/invoices/${id}`)).body.Corrections
    const standing = await ids()
    expect(standing).toHaveLength(5)
    for (const id of standing) expect((await corrections(id)).filter(({ Relation }) => Relation.endsWith('revision'))).toEqual([])
    const undone = (await ids('&Undone=true')).filter((id) => !standing.includes(id))
    expect((await corrections(undone[0] ?? '')).map(({ Kind }) => Kind)).toContain('taken-back')
  })
})

describe('an undoing that is cut off', () => {
  it('goes on where it was, and comes to the same', async () => {
    const before = await told()
    const mark = prefix()
    const rows = Array.from(
      { length: 700 },
      (_, i) => `${i},2026-11-0${2 + (i % 3)},12:30,${i % 2 ? 'Bar' : 'Bistro'},Lager,1,${i % 90}.50,Cash,C-78,2,,,Sam,Drinks`,
    )
    const file = await upload(fileOf(mark, rows))
    const run = await bring(file)
    expect(run).toMatchObject({ Accepted: 700 })
    const after = await told()
    // Of one location a batch is taken back, then the process dies.
    const step = await inVenue((venue) => undoSales(venue, run.RunId, bar, '0'))
    expect(step.undone).toBe(300)
    await isSound()
    expect((await outlook(run.RunId)).body).toMatchObject({ Sales: 400 })
    expect((await undo(run.RunId)).Undo).toMatchObject({ Status: 'done', Sales: 700 })
    expect(await told()).toEqual(before)
    expect(await bring(file)).toMatchObject({ Accepted: 700 })
    expect(await told()).toEqual(after)
    await isSound()
  })
})

describe('who may', () => {
  it('only whoever may see the run and has all of its locations', async () => {
    const person = await makePerson(app.database, 'bar-only')
    await employ(app.database, person, venueId, ['can_editsettings'], [bar])
    const barOnly = await signedIn(app.url, 'bar-only', PASSWORD)
    const others = await bring(await upload(fileOf(prefix())))
    expect((await barOnly.call('POST', `/imports/runs/${others.RunId}/undo`)).status).toBe(404)
    expect((await outlook(others.RunId, barOnly)).status).toBe(404)
    const own = await bring(await upload(fileOf(prefix(), ROWS.slice(0, 2)), barOnly), barOnly)
    expect((await outlook(own.RunId, barOnly)).body).toMatchObject({ Sales: 1 })
    // The location is theirs no more.
    await sql`update sale set location_id = ${bistro} where venue_id = ${venueId} and batch_id = ${own.RunId}`
    const beyond = await barOnly.call('POST', `/imports/runs/${own.RunId}/undo`)
    expect([beyond.status, beyond.body.ResponseStatus?.ErrorCode]).toEqual([403, 'UndoBeyondAccess'])
  })
})
