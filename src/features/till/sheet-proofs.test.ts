import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { TILL_DAY, TILL_NOW, TillHouse } from '#tests/till-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { SheetAnswer } from './control-sheets.contract.ts'
import type { SheetReceipts } from './sheet-proofs.contract.ts'
import type { SheetFigure } from './sheet-receipts.rules.ts'

let app: StartedApp
let house: TillHouse
let manager: Visitor
let second: Visitor
let counter: Visitor
let stranger: Visitor
let elsewhere: Visitor

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => TILL_NOW })
  house = await TillHouse.open(app, 'The Proof')
  const [front = 0, back = 0] = house.room.locationIds
  manager = await house.room.at('manager', ['can_viewcontrolsheet', 'can_signcontrolsheet'])
  second = await house.room.at('second', ['can_viewcontrolsheet', 'can_signcontrolsheet'])
  counter = await house.room.at('counter', ['can_viewcontrolsheet', 'can_viewsales'], [front])
  stranger = await house.room.at('stranger', ['can_viewcontrolsheet', 'can_signcontrolsheet'], [back])
  const other = await TillHouse.open(app, 'Another House')
  elsewhere = await other.room.at('elsewhere', ['can_viewcontrolsheet', 'can_signcontrolsheet'])
})
afterAll(() => app.close())

const behind = async (path: string, Figure: SheetFigure, by = manager, Department?: string) => {
  const more = Department === undefined ? '' : `&Department=${encodeURIComponent(Department)}`
  return by.call<SheetReceipts>('GET', `${path}/receipts?Figure=${Figure}${more}`)
}

/** What a list of receipts and movements adds up to, row by row. */
const added = ({ Receipts, Movements }: SheetReceipts): number =>
  Math.round([...Receipts.map(({ Value }) => Value), ...Movements.map(({ Amount }) => Amount)].reduce((sum, one) => sum + one, 0) * 100) / 100

const line = (LineId: string, Department: string, cents: number, more: object = {}) => ({
  LineId,
  Kind: 'Sale' as const,
  Plu: `${Department}-${LineId}`,
  Name: Department,
  Department,
  Quantity: '1',
  UnitPrice: cents,
  Gross: cents,
  DiscountTotal: 0,
  Net: cents,
  Tax: Math.round(cents / 11),
  ...more,
})

/** A session with a bit of everything. */
const busyTill = async (): Promise<string> => {
  const till = house.newTill()
  await house.sell(till, 6000, { Tenders: [{ Method: 'Cash', Amount: 10_000, Change: 4000 }], Covers: 3 })
  await house.sell(till, 4500, { OrderType: 'Takeaway', Tenders: [{ Method: 'Card', CardType: 'Visa', Amount: 9500, CashOut: 5000 }] })
  await house.sell(till, 3000, {
    OrderType: 'Delivery',
    Tenders: [
      { Method: 'Card', Amount: 1000 },
      { Method: 'Voucher', Amount: 2000 },
    ],
  })
  await house.sell(till, 5000, { Lines: [line('1', 'Beer', 3000), line('2', 'Food', 2000)], Totals: { Total: 5000, Tax: 455 } })
  await house.sell(till, -1250, {
    Type: 'Refund',
    Lines: [line('1', 'Beer', 1250, { Quantity: '-1', Gross: -1250, Net: -1250, Tax: -114 })],
    Tenders: [{ Method: 'Cash', Amount: -1250 }],
    Totals: { Total: -1250, Tax: -114 },
  })
  const At = `${TILL_DAY}T19:00:00+11:00`
  const Movements = [
    { Kind: 'PayIn', Amount: 10_000, Reason: 'Change from the safe', At },
    { Kind: 'PayOut', Amount: 2000, Reason: 'Ice', At },
    { Kind: 'Drop', Amount: 3000, Reason: 'To the safe', At },
    { Kind: 'TipsPaidOut', Amount: 500, Reason: 'Tips of the bar', At },
  ]
  await house.send(house.session(till, { Movements, Settlements: [{ Terminal: 'PIN-1', Amount: 10_500, Payments: 2 }] }))
  return till
}

describe('what stands behind a figure', () => {
  it('every expected figure opens receipts and movements that add up to it', async () => {
    const till = await busyTill()
    const [path, sheet] = [await house.pathOf(till, manager), await house.open(till, manager)]
    expect(sheet.Sheet.Media.map(({ Method, Expected }) => [Method, Expected])).toEqual([
      ['Cash', 92.5],
      ['Card', 105],
      ['Voucher', 20],
    ])
    const trade = sheet.Trade as NonNullable<SheetAnswer['Trade']>
    const figures: [SheetFigure, number | null][] = [
      ...sheet.Sheet.Media.map(({ Method, Expected }): [SheetFigure, number | null] => [Method, Expected]),
      ['CashSales', sheet.Cash.Sales],
      ['CashOut', sheet.Cash.CashOut],
      ['Takings', trade.Takings],
      ['Amount', trade.Amount],
      ['Tax', trade.Tax],
      ['Refunds', sheet.Refunds],
      ['Discounts', sheet.Discounts],
      ['Covers', sheet.Covers],
      ['Voids', sheet.Voids],
      ['NoSales', sheet.Sheet.NoSales],
      ['Total', sheet.Sheet.TotalCount],
      ['Shift', sheet.Sheet.ShiftCount],
      ['Delivery', sheet.Sheet.DeliveryCount],
      ['Takeaway', sheet.Sheet.TakeawayCount],
    ]
    for (const [figure, shown] of figures) {
      const { body } = await behind(path, figure)
      expect([figure, body.Total, added(body)]).toEqual([figure, shown, shown])
    }
    expect(trade.Departments.map(({ Name, Amount }) => [Name, Amount])).toEqual(
      expect.arrayContaining([
        ['Beer', 17.5],
        ['Food', 20],
      ]),
    )
    for (const { Name, Amount } of trade.Departments) expect(added((await behind(path, 'Department', manager, Name)).body)).toBe(Amount)
    expect(trade.Departments.reduce((sum, { Amount }) => sum + Amount, 0)).toBe(trade.Amount)
    expect(trade.Takings).toBe(172.5)
    expect((await behind(path, 'Cash')).body.Movements.map(({ Kind, Amount }) => [Kind, Amount])).toEqual([
      ['PayIn', 100],
      ['PayOut', -20],
      ['Drop', -30],
      ['TipsPaidOut', -5],
    ])
  })

  it('shows nothing of what is expected to who counts blind, and all of it after the count', async () => {
    const till = await busyTill()
    const path = await house.pathOf(till, manager)
    const before = (await house.open(till, counter)) as SheetAnswer
    expect([before.Trade, before.Cash.Sales, before.Cash.Refunds, before.Sheet.Media.map(({ Share, Status }) => [Share, Status])]).toEqual([
      null,
      null,
      null,
      [
        [null, 'NotDeclared'],
        [null, 'NotDeclared'],
        [null, 'NotDeclared'],
      ],
    ])
    for (const figure of ['Cash', 'CashSales', 'CashOut', 'Card', 'Takings', 'Amount', 'Tax', 'Refunds', 'Discounts'] as const) {
      const refused = await behind(path, figure, counter)
      expect([figure, refused.status, refused.body.ResponseStatus?.ErrorCode]).toEqual([figure, 409, 'CountFirst'])
    }
    expect((await behind(path, 'Department', counter, 'Beer')).status).toBe(409)
    await counter.call('POST', `${path}/count`, { body: { Media: [{ Method: 'Cash', Amount: 392.5 }] } })
    expect((await behind(path, 'Cash', counter)).body.Total).toBe(92.5)
  })

  it('of a committed sheet they come to the figure and what arrived since', async () => {
    const till = house.newTill()
    await house.sell(till, 1000)
    await house.send(house.session(till))
    const path = await house.pathOf(till, manager)
    await manager.call('POST', `${path}/count`, { body: { Media: [{ Method: 'Cash', Amount: 310 }] } })
    await manager.call('POST', `${path}/sign`, { body: {} })
    await manager.call('POST', `${path}/commit`)
    await house.sell(till, 700)
    const { Sheet } = await house.open(till, manager)
    expect([Sheet.Expected, Sheet.Late, (await behind(path, 'Cash')).body.Total]).toEqual([10, 7, 17])
  })

  it('each medium has its part of all, its note and how it stands', async () => {
    const till = await busyTill()
    const Media = [
      { Method: 'Cash', Amount: 392.5, Note: 'Counted twice' },
      { Method: 'Card', Amount: 100 },
      { Method: 'Voucher', Amount: 60 },
    ]
    const { body } = await manager.call<SheetAnswer>('POST', `${await house.pathOf(till, manager)}/count`, { body: { Media } })
    expect(body.Sheet.Media.map(({ Method, Share, Note, Status }) => [Method, Share, Note, Status])).toEqual([
      ['Cash', 0.4253, 'Counted twice', 'Agrees'],
      ['Card', 0.4828, '', 'WithinLimit'],
      ['Voucher', 0.092, '', 'AboveLimit'],
    ])
    expect(body.Signers).toEqual(['second'])
  })
})

it('a sheet made by hand takes its opening float with the count; that of a till stays as the till sent it', async () => {
  const [byHand, sent] = [house.newTill(), house.newTill()]
  await house.sell(byHand, 4200)
  const LocationId = house.room.locationIds[0] ?? 0
  await manager.call('POST', '/controlsheets', { body: { LocationId, TerminalId: byHand, Day: TILL_DAY } })
  const body = { Media: [{ Method: 'Cash', Amount: 242 }], OpeningFloat: 200 }
  const { body: counted } = await manager.call<SheetAnswer>('POST', `${await house.pathOf(byHand, manager)}/count`, { body })
  expect([counted.MaySetFloat, counted.Cash.OpeningFloat, counted.Cash.Expected, counted.Sheet.Variance]).toEqual([true, 200, 242, 0])
  await house.send(house.session(sent))
  const refused = await manager.call('POST', `${await house.pathOf(sent, manager)}/count`, { body })
  expect([refused.status, refused.body.ResponseStatus?.Errors?.[0]?.FieldName]).toEqual([400, 'OpeningFloat'])
  expect((await house.open(sent, manager)).Counts).toEqual([])
})

const grey = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'grey' } })

/** A picture as a phone takes it: with where it was taken in its Exif segment. */
const phonePhoto = async (width = 40, height = 30): Promise<Buffer> => {
  const plain = await grey(width, height).jpeg().toBuffer()
  const exif = Buffer.from('Exif\0\0GPSLatitude 33 51 54 S GPSLongitude 151 12 34 E Taken by Robin', 'latin1')
  const comment = Buffer.from('Robin was here', 'latin1')
  const segment = (marker: number, content: Buffer) =>
    Buffer.concat([Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff]), content])
  return Buffer.concat([
    plain.subarray(0, 2),
    segment(0xe1, exif),
    segment(0xfe, comment),
    plain.subarray(2),
    Buffer.from('and after its end: Robin', 'latin1'),
  ])
}

const NO_PICTURE = 'it is not a JPEG, PNG or WebP picture.'
const DAMAGED = 'it is damaged, or not a JPEG, PNG or WebP picture.'

describe('photos of a sheet', () => {
  const add = (path: string, photo: Buffer, by = counter) =>
    by.call<{ PhotoId: string }>('POST', `${path}/photos`, { body: { Kind: 'BankingSlip', Content: photo.toString('base64') } })
  const sheetPath = async () => {
    const till = house.newTill()
    await house.send(house.session(till))
    return { till, path: await house.pathOf(till, manager) }
  }

  it('hold the picture and nothing else: where it was taken and by whom is gone', async () => {
    const { till, path } = await sheetPath()
    const sent = await phonePhoto()
    expect(sent.toString('latin1')).toContain('GPSLatitude')
    const { status, body } = await add(path, sent)
    expect(status).toBe(200)
    const kept = Buffer.from((await counter.call<{ Content: string }>('GET', `${path}/photos/${body.PhotoId}`)).body.Content, 'base64')
    for (const trace of ['GPS', 'Exif', 'Robin']) expect(kept.toString('latin1')).not.toContain(trace)
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 30 })
    const [stored] = await app.database.inVenue(
      house.room.venueId,
      (sql) => sql<{ content: Buffer }[]>`select content from till_photo where venue_id = ${house.room.venueId} and photo_id = ${body.PhotoId}::bigint`,
    )
    expect(stored?.content.equals(kept)).toBe(true)
    expect((await house.open(till, counter)).Photos).toMatchObject([{ PhotoId: body.PhotoId, Kind: 'BankingSlip', By: 'counter', MayDelete: true }])
  })

  it.each(['jpeg', 'png', 'webp'] as const)('of a %s are stored upright as JPEG without transparency or metadata', async (format) => {
    const { path } = await sheetPath()
    const sent = await sharp({ create: { width: 40, height: 30, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } })
      .toFormat(format)
      .withExif({ IFD0: { Copyright: 'Robin' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { status, body } = await add(path, sent)
    expect(status, JSON.stringify(body)).toBe(200)
    const kept = Buffer.from((await counter.call<{ Content: string }>('GET', `${path}/photos/${body.PhotoId}`)).body.Content, 'base64')
    const { format: stored, width, height, exif, orientation } = await sharp(kept).metadata()
    expect({ stored, width, height, exif, orientation }).toEqual({ stored: 'jpeg', width: 30, height: 40, exif: undefined, orientation: undefined })
    if (format !== 'jpeg') expect((await sharp(kept).stats()).channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255])
  })

  it.each([
    ['a text', () => Buffer.from('Not a picture at all'), 422, NO_PICTURE],
    ['a GIF', () => grey(4, 4).gif().toBuffer(), 422, NO_PICTURE],
    ['a PNG of which only the beginning is there', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 422, DAMAGED],
    ['a picture cut off in the middle', async () => (await phonePhoto(200, 200)).subarray(0, -100), 422, DAMAGED],
    ['more than five million pixels', () => phonePhoto(2600, 2000), 422, 'it has more than 5 million pixels. Make it smaller.'],
    ['a PNG of a few bytes with more than five million pixels', () => grey(4000, 3000).png().toBuffer(), 422, 'it has more than 5 million pixels.'],
    ['a header and noise', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(3000, 7)]), 422, DAMAGED],
    ['more than three megabytes', async () => Buffer.concat([await phonePhoto(), Buffer.alloc(3 * 1024 * 1024)]), 413, 'This is too large'],
  ])('refuse %s in words', async (_, photo, status, words) => {
    const { till, path } = await sheetPath()
    const refused = await add(path, await photo())
    expect([refused.status, refused.body.ResponseStatus?.Message]).toEqual([status, expect.stringContaining(words)])
    expect((await house.open(till, counter)).Photos).toEqual([])
  })

  it('hold no connection while they are decoded: others write meanwhile', async () => {
    const [{ path }, { path: other }] = [await sheetPath(), await sheetPath()]
    const ended: string[] = []
    const photo = await phonePhoto(8, 8)
    // As many as a sheet takes, and more than the server has connections.
    const sending = Array.from({ length: 6 }, async () => {
      const { status } = await add(path, photo)
      ended.push(`photo ${status}`)
    })
    for (let i = 0; i < 3; i += 1) {
      const { status } = await counter.call('DELETE', `${other}/photos/1`)
      ended.push(`write ${status}`)
    }
    await Promise.all(sending)
    expect(ended.slice(0, 3)).toEqual(['write 404', 'write 404', 'write 404'])
    expect(ended.filter((one) => one === 'photo 200')).toHaveLength(6)
  })

  it('are stored once under one idempotency key, whether sent again at once or later', async () => {
    const { till, path } = await sheetPath()
    const body = { Kind: 'Count', Content: (await phonePhoto()).toString('base64') }
    const send = () => counter.call<{ PhotoId: string }>('POST', `${path}/photos`, { body, headers: { 'idempotency-key': `photo of ${till}` } })
    const first = await Promise.all([send(), send()])
    const later = await send()
    const { Photos } = await house.open(till, counter)
    expect(Photos.map(({ PhotoId }) => PhotoId)).toEqual([later.body.PhotoId])
    expect(first.map(({ status, body: { PhotoId } }) => [status, PhotoId]).filter(([status]) => status !== 409)).not.toEqual([])
    for (const { status, body: answer } of first) if (status !== 409) expect(answer.PhotoId).toBe(later.body.PhotoId)
  })

  it('are six at most', async () => {
    const { path } = await sheetPath()
    for (let i = 0; i < 6; i += 1) expect((await add(path, await phonePhoto(8, 8))).status).toBe(200)
    const seventh = await add(path, await phonePhoto(8, 8))
    expect([seventh.status, seventh.body.ResponseStatus?.ErrorCode]).toEqual([409, 'TooManyPhotos'])
  })

  it('are deleted until their sheet is committed, and never afterwards, not even once it is opened again', async () => {
    const { till, path } = await sheetPath()
    const [one, two] = [(await add(path, await phonePhoto())).body.PhotoId, (await add(path, await phonePhoto())).body.PhotoId]
    expect((await counter.call('DELETE', `${path}/photos/${one}`)).status).toBe(204)
    expect((await counter.call('GET', `${path}/photos/${one}`)).body.ResponseStatus?.ErrorCode).toBe('PhotoNotFound')
    await manager.call('POST', `${path}/count`, { body: { Media: [{ Method: 'Cash', Amount: 300 }] } })
    await manager.call('POST', `${path}/sign`, { body: {} })
    await manager.call('POST', `${path}/commit`)
    const refused = await manager.call('DELETE', `${path}/photos/${two}`)
    expect([refused.status, refused.body.ResponseStatus?.ErrorCode]).toEqual([409, 'PhotoKept'])
    expect((await add(path, await phonePhoto())).body.ResponseStatus?.ErrorCode).toBe('SheetCommitted')
    await manager.call('POST', `${path}/reverse`, { body: { Reason: 'Counted the wrong drawer' } })
    expect((await manager.call('DELETE', `${path}/photos/${two}`)).body.ResponseStatus?.ErrorCode).toBe('PhotoKept')
    const three = (await add(path, await phonePhoto())).body.PhotoId
    expect((await manager.call('DELETE', `${path}/photos/${three}`)).status).toBe(204)
    expect((await house.open(till, manager)).Photos.map(({ PhotoId }) => PhotoId)).toEqual([two])
    expect((await house.room.audit('sheet.photo-deleted')).length).toBeGreaterThan(0)
  })

  it('and everything else of a sheet are not there for somebody of another location or another venue', async () => {
    const { path } = await sheetPath()
    const { PhotoId } = (await add(path, await phonePhoto())).body
    const calls: [string, string, object?][] = [
      ['GET', path],
      ['GET', `${path}/receipts?Figure=Cash`],
      ['GET', `${path}/photos/${PhotoId}`],
      ['DELETE', `${path}/photos/${PhotoId}`],
      ['POST', `${path}/photos`, { Kind: 'Count', Content: (await phonePhoto()).toString('base64') }],
      ['POST', `${path}/count`, { Media: [{ Method: 'Cash', Amount: 300 }] }],
      ['POST', `${path}/movements`, { Kind: 'PayIn', Amount: 1, Reason: 'Change' }],
      ['POST', `${path}/sign`, {}],
      ['POST', `${path}/commit`],
      ['POST', `${path}/reverse`, { Reason: 'Why not' }],
    ]
    for (const [method, address, body] of calls) {
      for (const who of [stranger, elsewhere]) {
        const refused = await who.call(method, address, body ? { body } : {})
        expect([method, address, refused.status, refused.body.ResponseStatus?.ErrorCode]).toEqual([method, address, 404, 'SheetNotFound'])
      }
    }
    expect((await second.call<SheetAnswer>('GET', path)).body).toMatchObject({ Photos: [{ PhotoId }], Counts: [], Movements: [] })
  })
})
