import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { ReservationsAnswer } from './reservations.contract.ts'

/** Half past eight of a Friday evening in Sydney. */
const NOW = new Date('2026-11-20T09:30:00Z')
let app: StartedApp
let owner: Visitor

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
})
afterAll(() => app.close())

interface Answer {
  Received: number
  Accepted: number
  Duplicates: number
  Replaced: number
  Rejected: number
  Results: { Index: number; ReservationId: string | null; Status: string; Errors: { ErrorCode: string; FieldName: string }[] }[]
}

const send = async (Reservations: unknown[], key = SAMPLE_TILL_KEY): Promise<Answer> => {
  const answer = await fetch(`${app.url}/api/pos/v1/reservations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ Reservations }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}

const booked = (ReservationId: string, day: string, more: object = {}) => ({
  ReservationId,
  Revision: 1,
  Status: 'Booked',
  DueAt: `${day}T19:00:00+11:00`,
  BookedAt: '2026-11-01T10:00:00+11:00',
  Covers: 4,
  ...more,
})

const ask = async (FromDate: string, ToDate: string, more: Record<string, string> = {}): Promise<ReservationsAnswer> => {
  const answer = await owner.call<ReservationsAnswer>('GET', `/sales/reservations?${new URLSearchParams({ FromDate, ToDate, ...more })}`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 400)).toBe(200)
  return answer.body as ReservationsAnswer
}

describe('taking reservations in', () => {
  it('each by itself, once, the newest revision staying', async () => {
    const first = booked('A1', '2026-11-10')
    expect(await send([first, booked('A2', '2026-11-10', { Covers: 2 })])).toMatchObject({ Received: 2, Accepted: 2, Rejected: 0 })
    expect(await send([first])).toMatchObject({ Accepted: 0, Duplicates: 1 })
    expect((await send([{ ...first, Covers: 5 }])).Results[0]).toMatchObject({ Status: 'conflict', Errors: [{ ErrorCode: 'Conflict' }] })
    expect(await send([{ ...first, Revision: 2, Status: 'NoShow' }])).toMatchObject({ Replaced: 1 })
    expect((await send([first])).Results[0]?.Status).toBe('stale')
    const { Totals } = await ask('2026-11-10', '2026-11-10')
    expect(Totals).toMatchObject({ Reservations: 2, ReservedCovers: 6, NoShows: 1, NoShowCovers: 4, Expected: 1, NoShowBase: 1, NoShowPercent: 100 })
  })

  it('at the location of the key alone', async () => {
    const key = await createLocationKey(app.database.house, 1, 2, 'second place')
    expect(await send([booked('P1', '2026-11-03')], key)).toMatchObject({ Accepted: 1 })
    const { Locations } = await ask('2026-11-03', '2026-11-03')
    expect(Locations.map(({ LocationId, Reservations }) => [LocationId, Reservations])).toEqual([
      [1, 0],
      [2, 1],
      [3, 0],
    ])
  })

  it('one that moves to another day leaves the first', async () => {
    await send([booked('B1', '2026-11-11')])
    await send([booked('B1', '2026-11-12', { Revision: 2 })])
    const { Totals } = await ask('2026-11-11', '2026-11-12')
    expect(Totals.ByPeriod.Reservations).toEqual([0, 1])
  })

  it('a table after midnight belongs to the evening before', async () => {
    await send([booked('C1', '2026-11-13', { DueAt: '2026-11-14T00:30:00+11:00' })])
    expect((await ask('2026-11-13', '2026-11-14')).Totals.ByPeriod.Reservations).toEqual([1, 0])
  })

  it('the same one twice at once is stored once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => send([booked('D1', '2026-11-15')])))
    expect(answers.map(({ Accepted }) => Accepted).sort()).toEqual([0, 0, 0, 0, 0, 1])
    expect((await ask('2026-11-15', '2026-11-15')).Totals.Reservations).toBe(1)
  })

  it.each([
    ['no time', { DueAt: undefined }, 'DueAt', 'Missing'],
    ['a status there is none of', { Status: 'Eaten' }, 'Status', 'Invalid'],
    ['nobody', { Covers: 0 }, 'Covers', 'TooSmall'],
    ['not told when it was booked', { BookedAt: undefined }, 'BookedAt', 'Missing'],
    ['booked after its time', { BookedAt: '2026-11-17T10:00:00+11:00' }, 'BookedAt', 'Invalid'],
    ['cancelled without a time', { Status: 'Cancelled' }, 'CancelledAt', 'Missing'],
    ['left before it was seated', { SeatedAt: '2026-11-16T19:00:00+11:00', LeftAt: '2026-11-16T18:00:00+11:00' }, 'LeftAt', 'Invalid'],
    ['a day that does not exist', { DueAt: '2026-02-30T19:00:00+11:00' }, 'DueAt', 'Invalid'],
    ['years ago', { DueAt: '2021-11-16T19:00:00+11:00', BookedAt: '2021-11-01T19:00:00+11:00' }, 'DueAt', 'Invalid'],
    ['another location', { LocationId: 2 }, 'LocationId', 'LocationNotFound'],
  ])('refuses %s and stores the rest', async (name, changes, FieldName, ErrorCode) => {
    const answer = await send([booked(`E ${name}`, '2026-11-16', changes), booked(`E ${name} beside`, '2026-11-16'), 'no reservation'])
    expect(answer).toMatchObject({ Accepted: 1, Rejected: 2 })
    expect(answer.Results[0]?.Errors).toContainEqual(expect.objectContaining({ FieldName, ErrorCode }))
  })

  it('is for tills, by their key', async () => {
    const answer = await fetch(`${app.url}/api/pos/v1/reservations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"Reservations":[]}',
    })
    expect(answer.status).toBe(401)
  })
})

describe('what became of them', () => {
  it('lead and turn times, cancellations, walk-ins', async () => {
    await send([
      booked('F1', '2026-11-17', { Status: 'Completed', SeatedCovers: 3, SeatedAt: '2026-11-17T19:05:00+11:00', LeftAt: '2026-11-17T20:35:00+11:00' }),
      booked('F2', '2026-11-17', { Status: 'Cancelled', CancelledAt: '2026-11-17T09:00:00+11:00', BookedAt: '2026-11-17T08:00:00+11:00' }),
      booked('F3', '2026-11-17', { Status: 'WalkIn', BookedAt: undefined, Covers: 2 }),
    ])
    const { Totals, Locations } = await ask('2026-11-17', '2026-11-17')
    expect(Totals).toMatchObject({
      Reservations: 2,
      Seated: 1,
      SeatedCovers: 3,
      CancelledLate: 1,
      CancelledEarly: 0,
      WalkIns: 1,
      WalkInGuests: 2,
      TurnMinutes: 90,
      NoShowPercent: 0,
    })
    expect(Totals.LeadTimes.filter(({ Reservations }) => Reservations > 0)).toEqual([
      { Lead: 'under-12-hours', Reservations: 1, Covers: 4 },
      { Lead: '14-31-days', Reservations: 1, Covers: 4 },
    ])
    expect(Locations.find(({ LocationId }) => LocationId === 2)?.Reservations).toBe(0)
  })

  it('today against last week: tables booked for the whole day, what became of them up to this minute', async () => {
    await send([
      booked('G1', '2026-11-20', { Status: 'Seated' }),
      booked('G2', '2026-11-20', { DueAt: '2026-11-20T21:30:00+11:00' }),
      booked('G3', '2026-11-13', { Status: 'Completed', DueAt: '2026-11-13T19:30:00+11:00' }),
      booked('G4', '2026-11-13', { Status: 'NoShow', DueAt: '2026-11-13T21:30:00+11:00' }),
      // Its time comes in this very minute.
      booked('G5', '2026-11-13', { Status: 'NoShow', DueAt: '2026-11-13T20:30:00+11:00' }),
    ])
    const { Totals, Compare } = await ask('2026-11-20', '2026-11-20', { Compare: 'same-days-last-week' })
    expect(Totals).toMatchObject({ Reservations: 2, Seated: 1, Expected: 1 })
    expect(Compare?.Totals).toMatchObject({ Reservations: 4, Seated: 1, NoShows: 1, Expected: 2 })
  })

  it('the same as XLSX and CSV', async () => {
    for (const format of ['csv', 'xlsx']) {
      const { status, headers } = await owner.call('GET', `/sales/reservations?FromDate=2026-11-10&ToDate=2026-11-17&format=${format}&View=detail`)
      expect([status, headers.get('content-disposition')?.includes(`.${format}`)]).toEqual([200, true])
    }
  })
})
