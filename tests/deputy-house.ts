import type { DeputyBooks } from '#integrations/deputy/deputy-books.fake.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { LinkHouse } from './link-house.ts'

/** A customer's server at Deputy's stand-in. */
export const DEPUTY_HOST = 'acme.au.deputy.com'

/** Forgets all links, shifts and people of Deputy. @returns a customer's server of two companies and three people, which nobody has linked */
export const freshDeputy = async (house: LinkHouse): Promise<DeputyBooks> => {
  const sql = connectAsOwner(house.app.databaseUrl)
  const tables = [
    'linked_account',
    'webhook_event',
    'link_authorisation',
    'sales_told',
    'link',
    'timesheet',
    'roster_shift',
    'roster_template',
    'attendance_day',
    'attendance_month',
  ]
  for (const table of [...tables, 'roster_area', 'roster_person', 'audit_event', 'graphile_worker._private_jobs']) await sql.unsafe(`delete from ${table}`)
  await sql.end()
  await fetch(`${house.deputy.standIn.url}/__sim/reset`, { method: 'POST' })
  const { books } = house.deputy.install(DEPUTY_HOST, 'Acme Hospitality')
  books.put('Company', { Id: 1, CompanyName: 'Front Bar', Active: true })
  books.put('Company', { Id: 2, CompanyName: 'The Cellar', Active: true })
  books.put('OperationalUnit', { Id: 11, Company: 1, OperationalUnitName: 'Bar', Active: true })
  books.put('OperationalUnit', { Id: 12, Company: 2, OperationalUnitName: 'Floor', Active: true })
  for (const [Id, DisplayName] of [
    [21, 'Ana Ruiz'],
    [22, 'Ben Cole'],
    [23, 'Kim Sato'],
  ] as const)
    books.put('Employee', { Id, DisplayName, Active: true })
  return books
}

/** A day so many days ago. */
export const daysAgo = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)

/** A span on a day, on Sydney's wall clock of the summer. */
export const span = (back: number, from: string, to: string, nights = 0): [string, string] => [
  `${daysAgo(back)}T${from}:00+11:00`,
  `${daysAgo(back - nights)}T${to}:00+11:00`,
]
