import { expect } from 'vitest'
import type { SheetAnswer, SheetsAnswer } from '#features/till/control-sheets.contract.ts'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { type StaffRoom, staffRoom } from './staff-room.ts'
import type { StartedApp } from './start-app.ts'
import { plainSale, storeTrade } from './stored-trade.ts'
import type { Visitor } from './visitor.ts'

/** Half past eleven of a Friday evening in Sydney. */
export const TILL_NOW = new Date('2026-11-20T12:30:00Z')
export const TILL_DAY = '2026-11-20'

export interface SentSessions {
  Accepted: number
  Rejected: number
  Results: { SessionId: string | null; Status: string; Errors: { ErrorCode: string; FieldName: string; Message: string }[] }[]
}

let tills = 0

/** A venue with a location's till key, for tests of control sheets. */
export class TillHouse {
  readonly app: StartedApp
  readonly room: StaffRoom
  readonly key: string

  private constructor(app: StartedApp, room: StaffRoom, key: string) {
    this.app = app
    this.room = room
    this.key = key
  }

  static async open(app: StartedApp, name: string): Promise<TillHouse> {
    const room = await staffRoom(app, name)
    return new TillHouse(app, room, await createLocationKey(app.database.house, room.venueId, room.locationIds[0] ?? 0, 'Till'))
  }

  newTill(): string {
    return `T${++tills}`
  }

  session(TerminalId: string, more: object = {}) {
    const own = { SessionId: `${TerminalId}-1`, TerminalId, ZNumber: 1, ClerkId: '9', ClerkName: 'Robin Vale', OpeningFloat: 30_000 }
    return { ...own, OpenedAt: `${TILL_DAY}T10:00:00+11:00`, ClosedAt: `${TILL_DAY}T22:00:00+11:00`, ...more }
  }

  /** Sends sessions as a till does. */
  async send(...ControlSheets: unknown[]): Promise<SentSessions> {
    const answer = await fetch(`${this.app.url}/api/pos/v1/control-sheets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.key}` },
      body: JSON.stringify({ ControlSheets }),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as SentSessions
  }

  sell(TerminalId: string, cents: number, changes: object = {}, at = `${TILL_DAY}T18:00:00+11:00`) {
    return storeTrade(this.app.database, this.room.venueId, this.room.locationIds[0] ?? 0, [plainSale(at, cents, { TerminalId, ...changes })], TILL_NOW)
  }

  /** The sheets of a till over some days, the newest first. */
  async sheetsOf(till: string, by: Visitor, from = TILL_DAY, to = TILL_DAY): Promise<SheetsAnswer['Sheets']> {
    const answer = await by.call<SheetsAnswer>('GET', `/reports/control-sheets?FromDate=${from}&ToDate=${to}`)
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(200)
    return (answer.body as SheetsAnswer).Sheets.filter(({ TerminalId }) => TerminalId === till)
  }

  /** The path of the one sheet a till has today. */
  async pathOf(till: string, by: Visitor): Promise<string> {
    const found = await this.sheetsOf(till, by)
    expect(found).toHaveLength(1)
    return `/controlsheets/${found[0]?.SheetId}`
  }

  async open(till: string, by: Visitor): Promise<SheetAnswer> {
    const answer = await by.call<SheetAnswer>('GET', await this.pathOf(till, by))
    expect(answer.status).toBe(200)
    return answer.body as SheetAnswer
  }
}
