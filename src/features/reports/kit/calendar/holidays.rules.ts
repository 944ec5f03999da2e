import type { Holiday } from './holiday-days.rules.ts'
import { japan, NEW_ZEALAND } from './holidays-abroad.rules.ts'
import { AUSTRALIA } from './holidays-australia.rules.ts'

const BY_REGION: Readonly<Record<string, (year: number) => Holiday[]>> = { ...AUSTRALIA, ...NEW_ZEALAND, JP: japan }

/** The regions whose public holidays are known. */
export const REGIONS = Object.keys(BY_REGION)

/** Where a location lies that names no region we know, by its clock. */
const BY_ZONE: Readonly<Record<string, string>> = {
  'Australia/Sydney': 'NSW',
  'Australia/Lord_Howe': 'NSW',
  'Australia/Broken_Hill': 'NSW',
  'Australia/Melbourne': 'VIC',
  'Australia/Brisbane': 'QLD',
  'Australia/Lindeman': 'QLD',
  'Australia/Adelaide': 'SA',
  'Australia/Perth': 'WA',
  'Australia/Hobart': 'TAS',
  'Australia/Darwin': 'NT',
  'Pacific/Auckland': 'NZ',
  'Pacific/Chatham': 'NZ-CIT',
  'Asia/Tokyo': 'JP',
}

/** The region whose holidays a location keeps: the one it names, `NSW` or `AU-NSW`, else where its clock is; undefined where neither is known. */
export const regionOf = (named: string, timeZone: string): string | undefined => {
  const code = named.trim().toUpperCase().replace(/^AU-/, '')
  return BY_REGION[code] ? code : BY_ZONE[timeZone]
}

const years = new Map<string, readonly Holiday[]>()

/** The public holidays of a region in a year, in the order of their days. */
export const holidaysOf = (region: string, year: number): readonly Holiday[] => {
  const name = `${region} ${year}`
  const known = years.get(name)
  if (known) return known
  const made = (BY_REGION[region]?.(year) ?? []).sort((a, b) => (a.day < b.day ? -1 : 1))
  years.set(name, made)
  return made
}

/** The public holidays of a region between two days, both included. */
export const holidaysIn = (region: string, from: string, to: string): Holiday[] => {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => holidaysOf(region, first + i))
    .flat()
    .filter(({ day }) => from <= day && day <= to)
}
