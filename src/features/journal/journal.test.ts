import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MediaAnswer } from '#features/reports/media-summary/media-summary.contract.ts'
import type { BreakdownAnswer } from '#features/reports/sales-breakdown/sales-breakdown.contract.ts'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { randomTrade } from '#tests/random-trade.ts'
import { SEEDS } from '#tests/sampled.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { AnswerLine, ExportAnswer, JournalAnswer, JournalExport } from './journal.contract.ts'

/** Half past eleven of a Friday evening in Sydney. */
const NOW = new Date('2026-11-20T12:30:00Z')
const YESTERDAY = '2026-11-19'
const TODAY = '2026-11-20'
const WEEK = ['2026-11-13', '2026-11-14', '2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', YESTERDAY]

let app: StartedApp
let rooms = 0
beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
})
afterAll(() => app.close())

interface House {
  room: StaffRoom
  front: number
  back: number
  owner: Visitor
}

const house = async (): Promise<House> => {
  const room = await staffRoom(app, `Ledger House ${++rooms}`)
  const [front = 0, back = 0] = room.locationIds
  return { room, front, back, owner: await room.at(`ledger-owner-${rooms}`, [], 'all', ['Owner']) }
}

const told = async <A>(by: Visitor, path: string): Promise<A> => {
  const { status, body } = await by.call<A>('GET', path)
  expect({ path, status, body: status === 200 ? '' : body }).toEqual({ path, status: 200, body: '' })
  return body as A
}
const range = (from: string, to: string) => `FromDate=${from}&ToDate=${to}`
const journalOf = (by: Visitor, from: string, to = from) => told<JournalAnswer>(by, `/reports/journal?${range(from, to)}`)
const dayOf = async (by: Visitor, day: string, locationId: number) =>
  (await journalOf(by, day)).Days.find(({ LocationId }) => LocationId === locationId) as JournalAnswer['Days'][number]
const exportDays = async (by: Visitor, from: string, to = from, more: object = {}) => {
  const { status, body } = await by.call<{ ExportId: string | null; Days: number; Corrections: number; LeftOut: number }>('POST', '/reports/journal', {
    body: { FromDate: from, ToDate: to, ...more },
  })
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}
const sell = ({ room, front }: House, cents: number, changes: object = {}, day = YESTERDAY) =>
  storeTrade(app.database, room.venueId, front, [plainSale(`${day}T18:00:00+11:00`, cents, changes)], NOW)

/** In whole cents, debits above zero. */
const cents = (value: number | null) => Math.round((value ?? 0) * 100)
const amountOf = ({ Debit, Credit }: AnswerLine) => cents(Debit) - cents(Credit)
const total = (lines: readonly AnswerLine[]) => lines.reduce((sum, line) => sum + amountOf(line), 0)
const of = (lines: readonly AnswerLine[], ...kinds: string[]) => total(lines.filter(({ Kind }) => kinds.includes(Kind)))
const withTax = (lines: readonly AnswerLine[], kind: string) =>
  lines.filter(({ Kind }) => Kind === kind).reduce((sum, line) => sum + amountOf(line) + cents(line.Tax), 0)

describe.each(SEEDS.flatMap((seed) => [0, 1, 2, 3].map((n) => seed + n)))('random trade of seed %i', (seed) => {
  let at: House
  let answer: JournalAnswer
  let lines: AnswerLine[]

  beforeAll(async () => {
    at = await house()
    for (const [i, locationId] of [at.front, at.back].entries()) {
      const place = { locationId, name: `${seed} ${i}`, timeZone: 'Australia/Sydney', winterHours: 10 }
      await storeTrade(app.database, at.room.venueId, locationId, randomTrade(seed + i, place, WEEK, 25), NOW)
    }
    answer = await journalOf(at.owner, '2026-11-12', '2026-11-20')
    lines = answer.Days.flatMap(({ Lines }) => Lines)
  }, 120_000)

  it('every journal adds up to zero', () => {
    expect(answer.Days.length).toBeGreaterThanOrEqual(14)
    expect(answer.Days.filter(({ Lines }) => total(Lines) !== 0)).toEqual([])
    expect(answer.Days.every(({ Lines }) => Lines.length > 5)).toBe(true)
  })

  it('the journals come to the Sales Summary', async () => {
    const { Totals } = await told<SalesAnswer>(at.owner, `/sales/month?${range('2026-11-12', '2026-11-20')}`)
    const { Gross, Promotions, Discounts, Refunds, Surcharges } = Totals
    const earned = { Sales: Gross, Surcharges }
    const takenOff = { Promotions, Discounts, Refunds }
    for (const [kind, amount] of Object.entries(earned)) expect([kind, -withTax(lines, kind)]).toEqual([kind, cents(amount)])
    for (const [kind, amount] of Object.entries(takenOff)) expect([kind, withTax(lines, kind)]).toEqual([kind, cents(amount)])
    const own = { Tax: Totals.Tax, NonSales: Totals.NonSales, Tips: Totals.Tips, Rounding: Totals.Rounding }
    for (const [kind, amount] of Object.entries(own)) expect([kind, -of(lines, kind)]).toEqual([kind, cents(amount)])
    expect(of(lines, 'Media')).toBe(cents(Totals.Takings))
    expect(answer.Totals).toMatchObject([{ Currency: 'AUD', Sales: Totals.AmountExTax, Tax: Totals.Tax, Takings: Totals.Takings }])
  })

  it('sales are those of the Sales Breakdown by department', async () => {
    const { Totals } = await told<BreakdownAnswer>(at.owner, `/sales/department?${range('2026-11-12', '2026-11-20')}`)
    const gross = Totals.Rows.map(({ Key, Gross }) => [Key, cents(Gross)] as const).filter(([, amount]) => amount !== 0)
    const sold = new Map<number, number>()
    for (const line of lines) if (line.Kind === 'Sales') sold.set(line.Key, (sold.get(line.Key) ?? 0) - amountOf(line) - cents(line.Tax))
    expect(new Map([...sold].filter(([, amount]) => amount !== 0))).toEqual(new Map(gross))
  })

  it('what was paid is the Media Summary, cash handed out beside it', async () => {
    const { Media } = await told<MediaAnswer>(at.owner, `/reports/media-summary?${range('2026-11-12', '2026-11-20')}`)
    for (const { MediaKey, Net, CashOut } of Media) {
      const own = lines.filter(({ Key }) => Key === MediaKey)
      expect([MediaKey, of(own, 'Media'), of(own, 'CashOut')]).toEqual([MediaKey, cents(Net), cents(CashOut)])
    }
    expect(of(lines, 'CashOut')).toBe(0)
  })

  it('what was exported is the same journals, and every correction balances too', async () => {
    await exportDays(at.owner, '2026-11-12', '2026-11-20', { IncludeNotFinal: true })
    const place = { locationId: at.front, name: `late ${seed}`, timeZone: 'Australia/Sydney', winterHours: 10 }
    const late = randomTrade(seed + 100, place, WEEK.slice(0, 3), 5).map((sale) => ({
      ...sale,
      SaleId: `late ${sale.SaleId}`,
      ...(sale.OriginalSaleId ? { OriginalSaleId: `late ${sale.OriginalSaleId}` } : {}),
    }))
    await storeTrade(app.database, at.room.venueId, at.front, late, NOW)
    const changed = (await journalOf(at.owner, '2026-11-12', '2026-11-20')).Days
    expect(changed.filter(({ State }) => State === 'Changed').length).toBeGreaterThan(0)
    expect(changed.filter(({ Difference }) => total(Difference) !== 0)).toEqual([])
    await exportDays(at.owner, '2026-11-12', '2026-11-20', { IncludeNotFinal: true })
    const { Exports } = await told<{ Exports: JournalExport[] }>(at.owner, '/journal/exports')
    const kept = await Promise.all(Exports.map(({ ExportId }) => told<ExportAnswer>(at.owner, `/journal/export?Export=${ExportId}`)))
    const sums = (all: readonly AnswerLine[]) => ['Sales', 'Tax', 'Discounts', 'Media', 'OverShort'].map((kind) => of(all, kind))
    const posted = kept.flatMap(({ Journals }) => Journals.flatMap(({ Lines }) => Lines))
    expect(sums(posted)).toEqual(sums((await journalOf(at.owner, '2026-11-12', '2026-11-20')).Days.flatMap(({ Lines }) => Lines)))
  })
})

describe('a day', () => {
  const refund = (amount: number) => ({
    Type: 'Refund',
    Lines: [
      {
        LineId: '1',
        Kind: 'Sale',
        Plu: 'P1',
        Name: 'House pour',
        Quantity: '-1',
        UnitPrice: amount,
        Gross: -amount,
        DiscountTotal: 0,
        Net: -amount,
        Tax: -Math.round(amount / 11),
      },
    ],
    Tenders: [{ Method: 'Cash', Amount: -amount }],
    Totals: { Total: -amount, Tax: -Math.round(amount / 11) },
  })

  it('of refunds alone is below zero and still balances', async () => {
    const at = await house()
    await sell(at, -1100, refund(1100))
    const { Lines, Takings, Sales, Tax } = await dayOf(at.owner, YESTERDAY, at.front)
    expect([Takings, Sales, Tax, total(Lines)]).toEqual([-11, -10, -1, 0])
    expect(Lines.map(({ Kind, Debit, Credit }) => [Kind, Debit, Credit])).toEqual([
      ['Refunds', 10, null],
      ['Tax', 1, null],
      ['Media', null, 11],
    ])
  })

  it('sold and paid back in full keeps both without tax on neither side', async () => {
    const at = await house()
    await sell(at, 1100)
    await sell(at, -1100, refund(1100))
    const { Lines } = await dayOf(at.owner, YESTERDAY, at.front)
    expect([of(Lines, 'Sales'), of(Lines, 'Refunds'), of(Lines, 'Tax'), total(Lines)]).toEqual([-1100, 1100, 0, 0])
  })

  it('puts a voucher that is sold and one that is taken on the same liability', async () => {
    const at = await house()
    await sell(at, 5000, {
      Lines: [{ LineId: '1', Kind: 'NonSale', Plu: 'GV', Name: 'Gift voucher', Quantity: '1', UnitPrice: 5000, Gross: 5000, DiscountTotal: 0, Net: 5000 }],
      Tenders: [{ Method: 'Card', CardType: 'Visa', Amount: 5000 }],
      Totals: { Total: 5000, Tax: 0 },
    })
    await sell(at, 2200, { Tenders: [{ Method: 'Voucher', Amount: 2200 }] })
    const { Lines } = await dayOf(at.owner, YESTERDAY, at.front)
    expect(Lines.filter(({ Code }) => Code === '850').map((line) => [line.Kind, amountOf(line)])).toEqual([
      ['NonSales', -5000],
      ['Media', 2200],
    ])
  })

  it('takes cash handed out from the cash and gives it to the card', async () => {
    const at = await house()
    await sell(at, 4500, { Tenders: [{ Method: 'Card', CardType: 'Visa', Amount: 9500, CashOut: 5000 }] })
    const { Lines } = await dayOf(at.owner, YESTERDAY, at.front)
    const on = (code: string) => total(Lines.filter(({ Code }) => Code === code))
    expect([on('692'), on('691'), total(Lines)]).toEqual([9500, -5000, 0])
  })

  it('that is still traded is not final and is not exported', async () => {
    const at = await house()
    await sell(at, 1100, {}, TODAY)
    expect((await dayOf(at.owner, TODAY, at.front)).State).toBe('Trading')
    expect(await exportDays(at.owner, TODAY, TODAY, { IncludeNotFinal: true })).toEqual({ ExportId: null, Days: 0, Corrections: 0, LeftOut: 1 })
  })

  it('waits for its drawers, and posts what they were over or short once they are counted', async () => {
    const at = await house()
    await sell(at, 6000)
    const before = await dayOf(at.owner, YESTERDAY, at.front)
    expect([before.State, before.OpenSheets, before.OverShort, of(before.Lines, 'OverShort')]).toEqual(['NotFinal', 1, 0, 0])
    expect(await exportDays(at.owner, YESTERDAY)).toMatchObject({ ExportId: null, LeftOut: 1 })
    await count(at, 'T1', 28)
    const after = await dayOf(at.owner, YESTERDAY, at.front)
    expect([after.State, after.OpenSheets, after.OverShort]).toEqual(['Ready', 0, -32])
    expect(after.Lines.filter(({ Kind }) => Kind === 'Counted' || Kind === 'OverShort').map((line) => [line.Code, amountOf(line)])).toEqual([
      ['691', -3200],
      ['480', 3200],
    ])
    expect(total(after.Lines)).toBe(0)
    expect(await exportDays(at.owner, YESTERDAY)).toMatchObject({ Days: 1, Corrections: 0, LeftOut: 0 })
  })

  it('that is exported before its drawers are counted is corrected when they are', async () => {
    const at = await house()
    await sell(at, 6000)
    await exportDays(at.owner, YESTERDAY, YESTERDAY, { IncludeNotFinal: true })
    expect((await dayOf(at.owner, YESTERDAY, at.front)).State).toBe('Exported')
    await count(at, 'T1', 61)
    const { State, Difference } = await dayOf(at.owner, YESTERDAY, at.front)
    expect([State, Difference.map((line) => [line.Kind, amountOf(line)])]).toEqual([
      'Changed',
      [
        ['Counted', 100],
        ['OverShort', -100],
      ],
    ])
  })

  it('of a venue that keeps no control sheets waits for nothing', async () => {
    const at = await house()
    await sell(at, 6000)
    await at.owner.call('POST', `/venue/${at.room.venueId}/config/shows`, { body: { Config: { ShowControlSheet: false } } })
    expect((await dayOf(at.owner, YESTERDAY, at.front)).State).toBe('Ready')
  })
})

/** Counts the cash of what a till sold yesterday. */
const count = async ({ owner, front }: House, TerminalId: string, cash: number) => {
  const { body } = await owner.call<{ SheetId: string }>('POST', '/controlsheets', { body: { LocationId: front, TerminalId, Day: YESTERDAY } })
  const { status } = await owner.call('POST', `/controlsheets/${body.SheetId}/count`, { body: { Media: [{ Method: 'Cash', Amount: cash }] } })
  expect(status).toBe(200)
}

describe('an export', () => {
  const file = async (by: Visitor, id: string | null, query: string) => {
    const answer = await fetch(`${app.url}/api/journal/exports/${id}/file?${query}`, {
      headers: { authorization: by.authorization ?? '', cookie: [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    return { status: answer.status, text: await answer.text(), name: answer.headers.get('content-disposition') ?? '' }
  }
  const all = { IncludeNotFinal: true }

  it('made twice without a change in between is empty the second time, and the first file is the same again', async () => {
    const at = await house()
    await sell(at, 1100)
    const first = await exportDays(at.owner, YESTERDAY, YESTERDAY, all)
    expect(first).toMatchObject({ Days: 1, Corrections: 0 })
    const before = await file(at.owner, first.ExportId, 'Form=Xero')
    expect(await exportDays(at.owner, YESTERDAY, YESTERDAY, all)).toEqual({ ExportId: null, Days: 0, Corrections: 0, LeftOut: 0 })
    expect(await file(at.owner, first.ExportId, 'Form=Xero')).toEqual(before)
    expect((await told<{ Exports: JournalExport[] }>(at.owner, '/journal/exports')).Exports).toHaveLength(1)
  })

  it('after a late sale holds the difference alone, and the first one stays as it was', async () => {
    const at = await house()
    await sell(at, 1100)
    const first = await exportDays(at.owner, YESTERDAY, YESTERDAY, all)
    const before = await file(at.owner, first.ExportId, 'Form=Xero')
    await sell(at, 2200)
    const second = await exportDays(at.owner, YESTERDAY, YESTERDAY, all)
    expect(second).toMatchObject({ Days: 0, Corrections: 1 })
    const { Journals } = await told<ExportAnswer>(at.owner, `/journal/export?Export=${second.ExportId}`)
    expect(Journals).toMatchObject([{ JournalNo: 'DB000002', Day: YESTERDAY, Correction: 1 }])
    expect(Journals[0]?.Lines.map((line) => [line.Kind, amountOf(line)])).toEqual([
      ['Sales', -2000],
      ['Tax', -200],
      ['Media', 2200],
    ])
    expect(await file(at.owner, first.ExportId, 'Form=Xero')).toEqual(before)
    expect((await dayOf(at.owner, YESTERDAY, at.front)).State).toBe('Exported')
  })

  it('of two people at once is one', async () => {
    const at = await house()
    const second = await at.room.at(`ledger-second-${rooms}`, ['can_viewsales', 'can_viewcontrolsheet'])
    await sell(at, 1100)
    const both = await Promise.all([at.owner, second, at.owner, second].map((by) => exportDays(by, YESTERDAY, YESTERDAY, all)))
    expect(both.filter(({ ExportId }) => ExportId !== null)).toHaveLength(1)
    expect((await told<{ Exports: JournalExport[] }>(at.owner, '/journal/exports')).Exports).toMatchObject([{ Days: 1, Corrections: 0, Lines: 3 }])
    expect(await at.room.audit('journal.exported')).toMatchObject([{ detail: { Days: 1, Corrections: 0, Amount: 11, Locations: [at.front] } }])
  })

  it('keeps the accounts it was exported with, and corrections go to the same', async () => {
    const at = await house()
    await sell(at, 1100)
    await exportDays(at.owner, YESTERDAY, YESTERDAY, all)
    await change(at, { Methods: { Cash: account('100', 'Till money') } })
    expect(await dayOf(at.owner, YESTERDAY, at.front)).toMatchObject({ State: 'Exported', Difference: [] })
    await sell(at, 2200)
    expect((await dayOf(at.owner, YESTERDAY, at.front)).Difference.at(-1)).toMatchObject({ Kind: 'Media', Code: '691', Debit: 22 })
  })

  it('is written for Xero, MYOB and QuickBooks', async () => {
    const at = await house()
    await sell(at, 1100)
    const { ExportId } = await exportDays(at.owner, YESTERDAY, YESTERDAY, all)
    const lines = async (query: string) => (await file(at.owner, ExportId, query)).text.split('\r\n')
    expect(await lines('Form=Xero')).toEqual([
      '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
      '"Daybook DB000001: Front Bar, 2026-11-19",19/11/2026,Sales: without a department,299,BAS Excluded,-10.00,,,,',
      '"Daybook DB000001: Front Bar, 2026-11-19",19/11/2026,GST on sales,820,BAS Excluded,-1.00,,,,',
      '"Daybook DB000001: Front Bar, 2026-11-19",19/11/2026,Paid by Cash,691,BAS Excluded,11.00,,,,',
      '',
    ])
    expect((await lines('Form=Myob')).map((line) => line.split('\t'))).toEqual([
      ['Journal Number', 'Date', 'Memo', 'Account Number', 'Debit Amount', 'Credit Amount', 'Job', 'Allocation Memo'],
      ['DB000001', '19/11/2026', 'Daybook DB000001: Front Bar, 2026-11-19', '299', '', '10.00', '', 'Sales: without a department'],
      ['DB000001', '19/11/2026', 'Daybook DB000001: Front Bar, 2026-11-19', '820', '', '1.00', '', 'GST on sales'],
      ['DB000001', '19/11/2026', 'Daybook DB000001: Front Bar, 2026-11-19', '691', '11.00', '', '', 'Paid by Cash'],
      [''],
    ])
    expect(await lines('Form=QuickBooks')).toEqual([
      'Journal No,Journal Date,Account,Debits,Credits,Description,Name',
      'DB000001,19/11/2026,Sales without an account,,10.00,Sales: without a department,',
      'DB000001,19/11/2026,GST collected,,1.00,GST on sales,',
      'DB000001,19/11/2026,Cash clearing,11.00,,Paid by Cash,',
      '',
    ])
    expect(await file(at.owner, ExportId, 'Form=Xero&File=2')).toMatchObject({ status: 404 })
    expect((await file(at.owner, ExportId, 'Form=Myob')).name).toContain('journal-myob-2026-11-19-2026-11-19.txt')
  })

  it('is in one currency', async () => {
    const at = await house()
    await sell(at, 1100)
    await app.database.inVenue(
      at.room.venueId,
      (sql) => sql`update location set currency = 'JPY' where venue_id = ${at.room.venueId} and location_id = ${at.back}`,
    )
    await storeTrade(app.database, at.room.venueId, at.back, [plainSale(`${YESTERDAY}T18:00:00+11:00`, 1100, { Currency: 'JPY' })], NOW)
    const { status, body } = await at.owner.call('POST', '/reports/journal', { body: { FromDate: YESTERDAY, ToDate: YESTERDAY, ...all } })
    expect([status, body.ResponseStatus?.ErrorCode]).toEqual([400, 'JournalCurrencies'])
    expect(await exportDays(at.owner, YESTERDAY, YESTERDAY, { ...all, Locations: [at.back] })).toMatchObject({ Days: 1 })
  })

  it('of a location that is not granted does not exist', async () => {
    const at = await house()
    await sell(at, 1100)
    const { ExportId } = await exportDays(at.owner, YESTERDAY, YESTERDAY, all)
    const other = await at.room.at(`ledger-back-${rooms}`, ['can_viewsales', 'can_viewcontrolsheet'], [at.back])
    expect((await told<{ Exports: JournalExport[] }>(other, '/journal/exports')).Exports).toEqual([])
    expect((await other.call('GET', `/journal/export?Export=${ExportId}`)).status).toBe(404)
    expect((await file(other, ExportId, 'Form=Xero')).status).toBe(404)
  })

  it.each([[['can_viewsales']], [['can_viewcontrolsheet']]] as const)('is refused to who holds %s alone', async (tags) => {
    const at = await house()
    const visitor = await at.room.at(`ledger-${tags[0]}-${rooms}`, tags)
    expect((await visitor.call('GET', `/reports/journal?${range(YESTERDAY, YESTERDAY)}`)).status).toBe(403)
    expect((await visitor.call('POST', '/reports/journal', { body: { FromDate: YESTERDAY, ToDate: YESTERDAY } })).status).toBe(403)
  })

  it('of a range longer than a quarter is refused', async () => {
    const at = await house()
    const { status, body } = await at.owner.call('GET', `/reports/journal?${range('2026-08-01', '2026-11-19')}`)
    expect([status, body.ResponseStatus?.ErrorCode]).toEqual([400, 'RangeTooLong'])
  })

  it('can be neither changed nor removed by the server', async () => {
    const at = await house()
    await sell(at, 1100)
    await exportDays(at.owner, YESTERDAY, YESTERDAY, all)
    const { venueId } = at.room
    for (const table of ['journal_part', 'journal_export']) {
      await expect(app.database.inVenue(venueId, (sql) => sql`delete from ${sql(table)} where venue_id = ${venueId}`)).rejects.toThrow(/permission denied/)
      await expect(app.database.inVenue(venueId, (sql) => sql`update ${sql(table)} set export_id = 1 where venue_id = ${venueId}`)).rejects.toThrow(
        /permission denied/,
      )
    }
  })
})

const account = (Code: string, Name: string) => ({ Code, Name, TaxRate: 'BAS Excluded' })
interface AccountsNow {
  Accounts: { Kinds: Record<string, { Code: string }>; Departments: { Key: number }[] }
  Version: number
  Departments: { Key: number; Name: string }[]
  Media: { Key: number; Name: string; Method: string }[]
}
const change = ({ owner, room }: House, Accounts: object, Version?: number) =>
  owner.call<AccountsNow>('POST', `/venue/${room.venueId}/config/journalaccounts`, { body: { Accounts, ...(Version === undefined ? {} : { Version }) } })

describe('accounts', () => {
  const complaints = ({ status, body }: Awaited<ReturnType<typeof change>>) => [
    status,
    ...(body.ResponseStatus?.Errors ?? []).map(({ FieldName, Message }) => `${FieldName}: ${Message}`),
  ]

  it('of a department and a media of their own hold for the days that follow', async () => {
    const at = await house()
    await sell(at, 1100, {
      Lines: [
        {
          LineId: '1',
          Kind: 'Sale',
          Plu: 'B1',
          Name: 'Lager',
          Group: 'Beverage',
          Department: 'Bar',
          Quantity: '1',
          UnitPrice: 1100,
          Gross: 1100,
          DiscountTotal: 0,
          Net: 1100,
          Tax: 100,
        },
      ],
    })
    const [bar] = (await dayOf(at.owner, YESTERDAY, at.front)).Lines
    expect(bar).toMatchObject({ Kind: 'Sales', Name: 'Beverage / Bar', Code: '299' })
    expect((await journalOf(at.owner, YESTERDAY)).Unmapped).toEqual([{ Key: bar?.Key, Name: 'Beverage / Bar' }])
    const { status, body } = await change(at, { Departments: [{ Key: bar?.Key, ...account('201', 'Sales of drinks') }] })
    expect([status, body.Version, body.Departments.map(({ Name }) => Name)]).toEqual([200, 1, ['Beverage / Bar']])
    const cash = body.Media.find(({ Method }) => Method === 'Cash')
    expect((await change(at, { Media: [{ Key: cash?.Key, ...account('101', 'Till money') }] }, 1)).status).toBe(200)
    const { Lines } = await dayOf(at.owner, YESTERDAY, at.front)
    expect(Lines.map(({ Kind, Code, Account }) => [Kind, Code, Account])).toEqual([
      ['Sales', '201', 'Sales of drinks'],
      ['Tax', '820', 'GST collected'],
      ['Media', '101', 'Till money'],
    ])
    expect((await journalOf(at.owner, YESTERDAY)).Unmapped).toEqual([])
  })

  it('without a code or a name, or with two of either, are refused in words', async () => {
    const at = await house()
    expect(complaints(await change(at, { Kinds: { Tips: account('', 'Tips') } }))).toEqual([
      400,
      'Accounts.Kinds.Tips.Code: This account has no code. Enter the code it has in your accounting program.',
    ])
    expect(complaints(await change(at, { Kinds: { Tips: account('855', '') } }))).toEqual([
      400,
      'Accounts.Kinds.Tips.Name: This account has no name. Enter the name it has in your accounting program.',
    ])
    expect(complaints(await change(at, { Kinds: { Tips: account('820', 'Tips') } }))).toEqual([
      400,
      'Accounts.Kinds.Tips.Code: Code 820 is used with two names, GST collected and Tips. Give the account one name.',
    ])
    expect(complaints(await change(at, { Kinds: { Tips: account('855', 'GST collected') } }))).toEqual([
      400,
      'Accounts.Kinds.Tips.Name: GST collected is used with two codes, 820 and 855. Give the account one code.',
    ])
    expect(complaints(await change(at, { Departments: [{ Key: 4711, ...account('201', 'Bar') }] }))).toEqual([
      400,
      'Accounts.Departments.0.Key: There is no such department or media at this venue.',
    ])
    expect((await change(at, { Kinds: { Tips: account('=1+1', 'Tips') } })).status).toBe(400)
  })

  it('changed by two people at once keep the first change, and every change is written down', async () => {
    const at = await house()
    expect((await change(at, { Kinds: { Tips: account('855', 'Tips owed') } }, 0)).status).toBe(200)
    expect((await change(at, { Kinds: { Tips: account('856', 'Tips') } }, 0)).status).toBe(409)
    expect(await at.room.audit('journal.accounts-changed')).toMatchObject([
      { detail: { Accounts: ['Tips: 852 Tips held (BAS Excluded) → 855 Tips owed (BAS Excluded)'] } },
    ])
  })

  it('are changed by whoever may change settings alone', async () => {
    const at = await house()
    const viewer = await at.room.at(`ledger-viewer-${rooms}`, ['can_viewsales', 'can_viewcontrolsheet'])
    const { status } = await viewer.call('POST', `/venue/${at.room.venueId}/config/journalaccounts`, { body: { Accounts: {} } })
    expect(status).toBe(403)
  })
})

it('tills whose sessions are counted are taken as they are declared, signed or not', async () => {
  const at = await house()
  await sell(at, 6000)
  const key = await createLocationKey(app.database.house, at.room.venueId, at.front, 'Till')
  const session = {
    SessionId: 'T1-1',
    TerminalId: 'T1',
    ZNumber: 1,
    ClerkId: '9',
    ClerkName: 'Robin Vale',
    OpenedAt: `${YESTERDAY}T10:00:00+11:00`,
    ClosedAt: `${YESTERDAY}T22:00:00+11:00`,
    OpeningFloat: 30_000,
    Counts: [{ At: `${YESTERDAY}T22:05:00+11:00`, Media: [{ Method: 'Cash', Amount: 36_150 }] }],
  }
  await fetch(`${app.url}/api/pos/v1/control-sheets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ ControlSheets: [session] }),
  })
  expect(await dayOf(at.owner, YESTERDAY, at.front)).toMatchObject({ State: 'Ready', OverShort: 1.5 })
})
