import { firstDayOf } from '#integrations/link.rules.ts'
import type { TyroBooks } from '#integrations/tyro/tyro-books.fake.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { daysIn } from '#shared/day.ts'
import type { LinkHouse } from './link-house.ts'
import type { Answered, Visitor } from './visitor.ts'

/** A merchant at Tyro's stand-in. */
export const MID = '4201'

/** Forgets all links, payments and settlements of Tyro. @returns what a merchant has there whom nobody has linked */
export const freshTyro = async (house: LinkHouse): Promise<TyroBooks> => {
  const sql = connectAsOwner(house.app.databaseUrl)
  const tables = ['linked_account', 'webhook_event', 'link', 'terminal_payment', 'terminal_settlement', 'house_token', 'audit_event']
  for (const table of [...tables, 'graphile_worker._private_jobs']) await sql.unsafe(`delete from ${table}`)
  await sql.end()
  await fetch(`${house.tyro.standIn.url}/__sim/reset`, { method: 'POST' })
  return house.tyro.merchant(MID, 'Front Bar Pty Ltd').books
}

/** Links a location with a merchant. */
export const linkTyro = (who: Visitor, LocationId: number, TyroId = MID, more: object = {}): Promise<Answered<Record<string, unknown>>> =>
  who.call('POST', `/venue/${who.venueId}/location/${LocationId}/tyro`, { body: { TyroId, ...more } })

/** A day so many days ago, where the terminals of the tests are. */
export const terminalDay = (back: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney', dateStyle: 'short' }).format(new Date(Date.now() - back * 86_400_000))

/** The first day that is read of a merchant who was linked so many days ago. */
export const firstDayRead = (back = 0): string => firstDayOf(new Date(Date.now() - back * 86_400_000), [{ timeZone: 'Australia/Sydney', dayStart: '05:00' }])

/** Number of days that a first reading goes through. */
export const daysOfFirstReading = (): number => daysIn(firstDayRead(), terminalDay(0))
