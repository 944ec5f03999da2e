import type { STARTING_ROLES } from '#shared/permissions.ts'

/** Who and what the sample venue is. Everything here is made up. */

export const SAMPLE_PASSWORD = 'harbour-and-vine'

/** The sample till's key: known to everybody, and so only ever made for sample data. */
export const SAMPLE_TILL_KEY = 'dbk_sample-till-of-the-harbour-bar'

/** A supplier of the sample, with a key as well known. */
export const SAMPLE_SUPPLIER = { name: 'Wharf Brewing', user: 'Wharf Brewing, orders', key: 'pat_test_SampleSupplierOfTheHarbour0000011aYfuR' } as const

/** It lies in Victoria, which has a liquor return and the clock of Sydney. */
export const SAMPLE_VENUE = { name: 'Harbour & Vine (sample)', currency: 'AUD', loyaltyName: 'Regulars', timeZone: 'Australia/Sydney', region: 'VIC' } as const

export const SAMPLE_LOCATIONS = [
  { name: 'Harbour Bar', address: '1 Wharf Street' },
  { name: 'Vine Bistro', address: '3 Wharf Street' },
  { name: 'Cellar Door', address: '12 Vineyard Lane' },
] as const

export const SAMPLE_PEOPLE: readonly {
  userName: string
  firstName: string
  surname: string
  /** Absent for Admin, who is an employee of no venue. */
  role?: keyof typeof STARTING_ROLES
  /** Which of SAMPLE_LOCATIONS they may see. */
  locations: 'all' | readonly number[]
}[] = [
  { userName: 'admin', firstName: 'Ada', surname: 'Fielding', locations: [] },
  { userName: 'owner', firstName: 'Mia', surname: 'Tanaka', role: 'Owner', locations: 'all' },
  { userName: 'manager', firstName: 'Leo', surname: 'Marsh', role: 'Manager', locations: 'all' },
  { userName: 'staff', firstName: 'Priya', surname: 'Nair', role: 'Staff', locations: [0] },
]
