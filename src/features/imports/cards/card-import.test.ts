import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileOf } from '#features/imports/nameless-file.adapter.ts'
import { ledgerMismatches } from '#features/ledger/reconcile-ledger.sql.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { addDays, tradingMoment } from '#shared/day.ts'
import { sheetOf, workbook } from '#tests/bad-files.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import { performCardFile } from './card-file.job.ts'
import type { CardImportRun } from './card-import.contract.ts'
import type { CardMapping } from './card-mapping.rules.ts'
import { NO_CARDS } from './card-outcome.rules.ts'
import { addCardRun, beginCardRun, cardRunById, endCardRun } from './card-runs.sql.ts'

let app: StartedApp
let room: StaffRoom
let manager: Visitor & { colleague: { userId: number } }
let front: number
let back: number

beforeAll(async () => {
  app = await startApp({ sample: false })
  room = await staffRoom(app, 'Cards from files')
  ;[front = 0, back = 0] = room.locationIds
  manager = await room.at('card-manager', ['can_viewloyalty', 'can_editloyalty'])
})
afterAll(() => app.close())

interface Uploaded {
  FileId: string
  Columns: string[]
  Guess: { Mapping: CardMapping }
}
interface WrongRow {
  Line: number
  Cells: string[]
  Errors: { ErrorCode: string; Column: string; Message: string }[]
}

const upload = (content: string | Buffer, who: Visitor = manager, name = 'members.csv') =>
  who.call<Uploaded>('POST', `/loyalty/imports/files?Name=${name}`, { body: content, headers: { 'content-type': 'application/octet-stream' } })

const start = async (content: string | Buffer, asked: object = {}, who: Visitor = manager) => {
  const { body } = await upload(content, who)
  return who.call<CardImportRun>('POST', '/loyalty/imports/runs', { body: { FileId: body.FileId, Mapping: body.Guess.Mapping, LocationId: front, ...asked } })
}

const ended = async (runId: string, who: Visitor = manager): Promise<CardImportRun> => {
  for (;;) {
    const { body } = await who.call<CardImportRun>('GET', `/loyalty/imports/runs/${runId}`)
    if (body.Status !== 'waiting' && body.Status !== 'running') return body
    await sleep(30)
  }
}

const run = async (content: string | Buffer, asked: object = {}): Promise<CardImportRun> => {
  const { status, body } = await start(content, asked)
  expect(status).toBe(200)
  return ended(body.RunId)
}

const check = (content: string | Buffer, asked: object = {}) => run(content, { Check: true, ...asked })
const wrongRows = async ({ RunId }: CardImportRun) => (await manager.call<{ Rows: WrongRow[] }>('GET', `/loyalty/imports/runs/${RunId}/rows`)).body.Rows
const cardOf = async (number: string) => (await manager.call<{ Details: object }>('GET', `/loyalty/${encodeURIComponent(number)}/details`)).body.Details
const counts = ({ New, Changed, Unchanged, RowsRejected, OpeningCards, OpeningPoints }: CardImportRun) => ({
  New,
  Changed,
  Unchanged,
  RowsRejected,
  OpeningCards,
  OpeningPoints,
})
const mismatches = () => workInVenue(app.database, room.venueId, new Date(), ledgerMismatches)
const accounts = () =>
  app.database.readVenue(
    room.venueId,
    (sql) => sql<{ sum: number }[]>`select coalesce(sum(delta), 0)::bigint as sum from loyalty_entry where venue_id = ${room.venueId}`,
  )
const TODAY = tradingMoment(new Date(), 'Australia/Sydney', '05:00').day
const YESTERDAY = addDays(TODAY, -1)
const HEAD = 'Card number,First name,Last name,E-mail,Mobile,Points\n'

describe('a file of cards', () => {
  it.each([
    [
      'Member No,Name,Email Address,Phone,Points balance\n1,A,,,\n',
      { CardNumber: 'Member No', Name: 'Name', Email: 'Email Address', Phone: 'Phone', Points: 'Points balance' },
    ],
    [HEAD, { CardNumber: 'Card number', FirstName: 'First name', LastName: 'Last name', Email: 'E-mail', Phone: 'Mobile', Points: 'Points' }],
    [
      '会員番号,姓,名,メール,電話番号,ポイント残高\n1,A,,,,\n',
      { CardNumber: '会員番号', LastName: '姓', FirstName: '名', Email: 'メール', Phone: '電話番号', Points: 'ポイント残高' },
    ],
  ])('is understood by its usual headings: %s', async (content, Columns) => {
    expect((await upload(content)).body.Guess.Mapping.Columns).toEqual(Columns)
  })

  it('is shown before anything is stored, then makes cards with their details and opening points', async () => {
    const file = `${HEAD}CF 001,Ada,Lee,ada@example.com,0400 111 222,250\nCF002,花子,山田,,,0\n`
    const checked = await check(file)
    const expected = { New: 2, Changed: 0, Unchanged: 0, RowsRejected: 0, OpeningCards: 1, OpeningPoints: 250 }
    expect(counts(checked)).toEqual(expected)
    expect((await manager.call('GET', '/loyalty/cf001/details')).status).toBe(404)
    const done = await run(file)
    expect(counts(done)).toEqual(expected)
    expect(await cardOf('cf001')).toMatchObject({
      CardNumber: 'CF 001',
      Name: 'Ada Lee',
      Email: 'ada@example.com',
      Phone: '0400 111 222',
      Points: 250,
      Incomplete: false,
    })
    expect(await cardOf('cf002')).toMatchObject({ Name: '山田 花子', Points: 0 })
    const found = await manager.call<{ Details: { CardNumber: string }[] }>('GET', '/loyalty/search?Name=a%20lee')
    expect(found.body.Details.map(({ CardNumber }) => CardNumber)).toEqual(['CF 001'])
    const { body } = await manager.call<{ Movements: object[] }>('GET', '/loyalty/cf001/movements')
    expect(body.Movements).toEqual([
      expect.objectContaining({ Kind: 'Opening', Points: 250, By: 'card-manager', Comments: 'members.csv', Location: 'Front Bar' }),
    ])
    expect([await mismatches(), await accounts()]).toEqual([[], [{ sum: 0 }]])
  })

  it('sent twice changes nothing the second time, under whatever name it comes', async () => {
    const file = `${HEAD}TW1,Ada,Lee,,,70\nTW2,Noor,Haddad,,,30\n`
    await run(file)
    expect(counts(await run(file))).toEqual({ New: 0, Changed: 0, Unchanged: 2, RowsRejected: 0, OpeningCards: 0, OpeningPoints: 0 })
    expect([await cardOf('TW1'), await cardOf('TW2')]).toMatchObject([{ Points: 70 }, { Points: 30 }])
  })

  it('updates the details of cards that are there and keeps what its rows leave empty, and never their points', async () => {
    await run(`${HEAD}UP1,Ada,Lee,ada@example.com,0400 111 222,\n`)
    await storeTrade(
      app.database,
      room.venueId,
      front,
      [plainSale(new Date().toISOString(), 1000, { LoyaltyCard: 'UP1', Points: { Accrued: 12 } })],
      new Date(),
    )
    expect(counts(await run('Card number,Name\nup1,Ada Lovelace\n'))).toMatchObject({ Changed: 1, Unchanged: 0 })
    expect(await cardOf('UP1')).toMatchObject({ Name: 'Ada Lovelace', Email: 'ada@example.com', Phone: '0400 111 222', Points: 12 })
    const refused = await run('Card number,Name,Points\nUP1,Someone Else,500\n')
    expect(counts(refused)).toMatchObject({ Changed: 0, RowsRejected: 1, OpeningPoints: 0 })
    expect((await wrongRows(refused))[0]?.Errors).toEqual([
      {
        ErrorCode: 'PointsMoved',
        Column: 'Points',
        Message: 'Points have already changed on this card, so it cannot get opening points. Use "Adjust points".',
      },
    ])
    expect(await cardOf('UP1')).toMatchObject({ Name: 'Ada Lovelace', Points: 12 })
  })

  it('completes a card that a till was the first to see', async () => {
    await storeTrade(app.database, room.venueId, front, [plainSale(new Date().toISOString(), 1000, { LoyaltyCard: 'ST1', Points: { Accrued: 5 } })], new Date())
    expect(await cardOf('ST1')).toMatchObject({ Incomplete: true })
    await run('Card number,Name\nST1,Sam Ito\n')
    expect(await cardOf('ST1')).toMatchObject({ Incomplete: false, Name: 'Sam Ito', Points: 5 })
  })

  it('refuses each wrong row in a sentence and imports the others', async () => {
    const rows = [
      'WR1,Ada,Lee,ada@example.com,,10',
      ',No,Number,,,1',
      'WR2,Bad,Mail,not-a-mail,,',
      `WR3,${'x'.repeat(101)},Long,,,`,
      'WR4,Minus,Points,,,-5',
      'WR5,Half,Points,,,1.5',
      'WR6,Many,Points,,,1000000000000000000',
      'WR7,Word,Points,,,ten',
      'wr 8,Twice,First,,,',
      'ＷＲ８,Twice,Second,,,',
      '8.00401E+11,Spread,Sheet,,,',
      'WR9,Cells,Missing',
      'WR10,Zero\0byte,,,,',
      `${'9'.repeat(65)},Long,Number,,,`,
      `WR11,Ada,Lee,,${'1'.repeat(41)},`,
      '0WR1,Leading,Zero,,,',
    ]
    const file = `${HEAD}${rows.join('\n')}\n`
    const checked = await check(file)
    expect(counts(checked)).toEqual({ New: 2, Changed: 0, Unchanged: 0, RowsRejected: 14, OpeningCards: 1, OpeningPoints: 10 })
    const said = (await wrongRows(checked)).map(({ Line, Errors }) => [Line, ...Errors.map(({ Column, Message }) => `${Column}: ${Message}`)])
    expect(said).toEqual([
      [3, 'Card number: There is no card number.'],
      [4, 'E-mail: "not-a-mail" is not an e-mail address.'],
      [5, `First name: "${'x'.repeat(59)}…" is longer than 100 characters.`],
      [6, 'Points: Opening points cannot be below zero.'],
      [7, 'Points: "1.5" is not a whole number of points.'],
      [8, 'Points: A card can start with at most 1,000,000,000 points.'],
      [9, 'Points: "ten" is not a whole number of points.'],
      [10, 'Card number: Line 11 has the same card number.'],
      [11, 'Card number: Line 10 has the same card number.'],
      [12, 'Card number: "8.00401E+11" is a number that a spreadsheet has shortened. Format the column as text and save the file again.'],
      [13, ': The row has 3 cells, but the header row has 6.'],
      [14, 'First name: It contains characters that cannot be stored.'],
      [15, `Card number: "${'9'.repeat(59)}…" is longer than 64 characters.`],
      [16, `Mobile: "${'1'.repeat(41)}" is longer than 40 characters.`],
    ])
    const done = await run(file)
    expect(counts(done)).toEqual(counts(checked))
    expect(await cardOf('WR1')).toMatchObject({ Points: 10 })
    expect(await cardOf('0WR1')).toMatchObject({ CardNumber: '0WR1', Name: 'Leading Zero' })
    const csv = await manager.call<{ text: string }>('GET', `/loyalty/imports/runs/${done.RunId}/rows.csv`)
    expect(csv.body.text).toContain('WR4,Minus,Points,,,-5,6,Points: Opening points cannot be below zero.')

    // Corrected, the same file goes in, and what was stored before is recognised.
    const corrected = await run(file, { Corrections: [{ Line: 6, Cells: ['WR4', 'Minus', 'Points', '', '', '5'] }] })
    expect(counts(corrected)).toEqual({ New: 1, Changed: 0, Unchanged: 2, RowsRejected: 13, OpeningCards: 1, OpeningPoints: 5 })
    expect([await mismatches(), await accounts()]).toEqual([[], [{ sum: 0 }]])
  })

  it('comes as a workbook too', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const rows = [
      ['Card', 'Name', 'Points'],
      ['XL001', 'Ada Lee', '40'],
    ].map((cells) => `<row>${cells.map(cell).join('')}</row>`)
    expect(counts(await run(await workbook({ sheet: sheetOf(rows) })))).toMatchObject({ New: 1, OpeningPoints: 40 })
    expect(await cardOf('XL001')).toMatchObject({ Name: 'Ada Lee', Points: 40 })
  })

  it('opens cards once: another number of points for the same card is refused', async () => {
    await run(`${HEAD}ON1,Ada,Lee,,,100\n`)
    const again = await run(`${HEAD}ON1,Ada,Lee,,,101\n`)
    expect((await wrongRows(again))[0]?.Errors[0]?.Message).toBe('This card already has 100 opening points. Use "Adjust points" to correct them.')
    expect(await cardOf('ON1')).toMatchObject({ Points: 100 })
  })

  it('says which column is missing', async () => {
    const failed = await run('Colour,Shape\nred,round\n', { Mapping: { Columns: { Name: 'Title' } } })
    expect(failed.Status).toBe('failed')
    expect(failed.Failure?.Errors.map(({ ErrorCode }) => ErrorCode)).toEqual(['NoColumn', 'NoNumber'])
  })
})

describe('opening points', () => {
  it('stand in the points report as adjustments at the location chosen, and opening and entries come to closing', async () => {
    const figures = async () => {
      const { body } = await manager.call<{ Locations: { LocationId: number; Adjustments: number; Closing: number; Opening: number }[] }>(
        'GET',
        `/points?FromDate=${YESTERDAY}&ToDate=${TODAY}&Locations=${back}`,
      )
      return body.Locations[0]
    }
    const before = await figures()
    await run(`${HEAD}RP1,Ada,Lee,,,300\nRP2,Ada,Lee,,,200\n`, { LocationId: back })
    const after = await figures()
    expect([(after?.Adjustments ?? 0) - (before?.Adjustments ?? 0), (after?.Closing ?? 0) - (before?.Closing ?? 0)]).toEqual([500, 500])
    expect(await mismatches()).toEqual([])
  })

  it('stand in the trail with their total and who brought them, above the limit of adjustments too', async () => {
    const done = await run(`${HEAD}TR1,Ada,Lee,,,900000\nTR2,Ada,Lee,,,1\n`)
    const deed = (await room.audit('cards.imported')).at(-1)
    expect(deed).toMatchObject({
      subject: 'members.csv',
      actor_user_id: manager.colleague.userId,
      detail: { Run: done.RunId, CardsNew: 2, OpeningCards: 2, OpeningPoints: 900_001, Location: 'Front Bar' },
    })
    expect((await room.audit('cards.import-started')).at(-1)?.detail).toEqual({ Run: done.RunId })
  })

  it('can be taken back like an adjustment, and are not given again', async () => {
    const file = `${HEAD}BK1,Ada,Lee,,,60\n`
    await run(file)
    const { body } = await manager.call<{ Movements: { MovementId: string }[] }>('GET', '/loyalty/BK1/movements')
    await manager.call('POST', `/loyalty/movements/${body.Movements[0]?.MovementId}/reverse`, { body: { Comments: 'Wrong column' } })
    expect(counts(await run(file))).toMatchObject({ Unchanged: 1, OpeningPoints: 0 })
    expect(await cardOf('BK1')).toMatchObject({ Points: 0 })
    expect(await mismatches()).toEqual([])
  })

  it('need a location where several could be meant, and one that is the holder’s', async () => {
    expect((await start(`${HEAD}LO1,Ada,Lee,,,60\n`, { LocationId: undefined })).body.ResponseStatus?.Errors[0]?.Message).toBe(
      'Choose the location for opening points.',
    )
    const one = await room.at('card-front', ['can_viewloyalty', 'can_editloyalty'], [front])
    expect((await start(`${HEAD}LO1,Ada,Lee,,,60\n`, { LocationId: back }, one)).status).toBe(404)
    const { body } = await start(`${HEAD}LO1,Ada,Lee,,,60\n`, { LocationId: undefined }, one)
    expect(counts(await ended(body.RunId, one))).toMatchObject({ New: 1, OpeningPoints: 60 })
  })
})

describe('an import that is cut off', () => {
  const many = (n: number) => `${HEAD}${Array.from({ length: n }, (_, i) => `HW${i},Ada,Lee ${i},,,${i % 7 === 0 ? 'x' : 2}`).join('\n')}\n`

  it('goes on where it was, and stores and counts nothing twice', async () => {
    const { body } = await upload(many(1800))
    const inVenue = <T>(work: Parameters<typeof workInVenue<T>>[3]) => workInVenue(app.database, room.venueId, new Date(), work)
    const asked = { fileId: body.FileId, fileName: 'half.csv', mapping: body.Guess.Mapping, corrections: [], check: false, locationId: front }
    const runId = await inVenue((venue) => addCardRun(venue, asked))
    const bytes = Buffer.from(many(1800))
    await inVenue((venue) => beginCardRun(venue, runId))
    let batches = 0
    const dying: typeof inVenue = (work) =>
      inVenue(async (venue) => {
        const done = await work(venue)
        batches += 1
        // The process dies with the third batch written and not committed.
        if (batches === 3) throw new Error('killed')
        return done
      })
    const first = await inVenue((venue) => cardRunById(venue, runId))
    await expect(performCardFile(fileOf(bytes), first, { inVenue: dying })).rejects.toThrow('killed')
    const half = await inVenue((venue) => cardRunById(venue, runId))
    expect(half).toMatchObject({ throughLine: half.rowsRead + 1, counts: { new: half.rowsRead - half.rowsRejected } })
    expect([half.rowsRead > 500, half.rowsRead < 1800]).toEqual([true, true])
    const columns = await performCardFile(fileOf(bytes), half, { inVenue })
    await inVenue((venue) => endCardRun(venue, runId, columns))
    expect(await inVenue((venue) => cardRunById(venue, runId))).toMatchObject({
      status: 'done',
      rowsRead: 1800,
      rowsRejected: 258,
      counts: { ...NO_CARDS, new: 1542, openingCards: 1542, openingPoints: 3084 },
    })
    const [stored] = await app.database.readVenue(
      room.venueId,
      (sql) => sql<{ cards: number; points: number; wrong: number }[]>`
        select (select count(*)::int from loyalty_card where venue_id = ${room.venueId} and number_key like 'hw%') as cards,
          (select sum(points)::bigint from loyalty_movement where venue_id = ${room.venueId} and comments = 'half.csv') as points,
          (select count(*)::int from import_wrong_row where venue_id = ${room.venueId} and run_id = ${runId}) as wrong`,
    )
    expect(stored).toEqual({ cards: 1542, points: 3084, wrong: 258 })
    expect([await mismatches(), await accounts()]).toEqual([[], [{ sum: 0 }]])
  })

  it('sent at once by two people opens each card once', async () => {
    const file = `${HEAD}${Array.from({ length: 600 }, (_, i) => `AT${i},Ada,Lee,,,3`).join('\n')}\n`
    const runs = await Promise.all([run(file), run(file)])
    expect(runs.reduce((sum, { OpeningPoints }) => sum + OpeningPoints, 0)).toBe(1800)
    expect(runs.map(({ New, Unchanged }) => New + Unchanged)).toEqual([600, 600])
    expect(await mismatches()).toEqual([])
  })
})

describe('whoever may not', () => {
  it('change cards is refused, though they may bring in sales, and the other way round', async () => {
    const sales = await room.at('sales-only', ['can_editsettings', 'can_viewloyalty'])
    expect((await upload(HEAD, sales)).status).toBe(403)
    expect((await sales.call('GET', '/loyalty/imports/runs')).status).toBe(403)
    const done = await run(`${HEAD}PR1,Ada,Lee,,,\n`)
    expect((await sales.call('GET', `/imports/runs/${done.RunId}`)).status).toBe(404)
    const body = { FileId: done.FileId, Mapping: { Columns: { Date: 'Card number' } }, Check: true }
    expect((await sales.call('POST', '/imports/runs', { body })).status).toBe(404)
    expect((await sales.call<{ Runs: { RunId: string }[] }>('GET', '/imports/runs')).body.Runs).toEqual([])
    expect((await manager.call('GET', '/imports/runs')).status).toBe(403)
  })

  it('see every location sees only their own files and runs', async () => {
    const one = await room.at('card-back', ['can_viewloyalty', 'can_editloyalty'], [back])
    const done = await run(`${HEAD}PR2,Ada,Lee,,,\n`)
    expect((await one.call('GET', `/loyalty/imports/runs/${done.RunId}/rows`)).status).toBe(404)
    expect((await one.call<{ Runs: object[] }>('GET', '/loyalty/imports/runs')).body.Runs).toEqual([])
    expect(
      (await one.call('POST', '/loyalty/imports/runs', { body: { FileId: done.FileId, Mapping: { Columns: { CardNumber: 'Card number' } } } })).status,
    ).toBe(404)
  })
})
