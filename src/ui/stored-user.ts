import { useSyncExternalStore } from 'react'
import type { Language } from '#shared/messages.ts'

/** How the open venue is set up, as far as screens need it. */
export interface VenueConfig {
  ShowBreakdownPage: boolean
  ShowControlSheet: boolean
  ShowExcise: boolean
  ShowTimeAndAttendanceModule: boolean
  LoyaltyName: string
  /** What the tax in prices is called. */
  TaxName: string
  VenueName: string
  Sample: boolean
  /** ISO 3166, or '' where it is not known. Sessions from before have none. */
  Country?: string
  Currency: string
  Language: Language
  /** ISO weekday, 1 = Monday. */
  WeekStart: number
  /** MM-DD. */
  FinancialYearStart: string
  /** Named parts of the trading day, in hours from midnight of the business date. */
  Dayparts: { Name: string; From: number; To: number }[]
  /** Whether the person may see all locations, including new ones. */
  AllLocations?: boolean
  /** Only the locations this person may see; Today is the location's business date, FirstSaleDay the first on which it sold something. */
  Locations: { LocationId: number; Name: string; TimeZone: string; DayStart: string; Currency: string; Today: string; FirstSaleDay: string | null }[]
  /** Nothing was sold at the venue yet, and its list of first steps is in sight. */
  FirstRun?: boolean
  /** The address that opens when the person signs in, if they chose one. */
  Home?: string | null
}

/** A venue the person may open. */
export interface StoredVenue {
  VenueId: number
  EmployeeId: number
  Name: string
  Sample: boolean
  Locations: number
  Roles: string[]
  LastOpened: string | null
}

/**
 * The signed-in user record of the specification, field for field; that it exists means signed in.
 * Permissions, Roles and Config only decide what is drawn: the server asks for itself on every call.
 */
export interface StoredUser {
  UserId: number
  UserName: string
  DisplayName: string
  /** Good for ten minutes and only to choose a venue; blank once there is a Token. */
  Auth: string
  Token: string
  ApiKey: string
  SessionId: string
  Venues: StoredVenue[]
  VenueId: number
  Permissions: { Tag: string }[]
  Roles: string[]
  Config: VenueConfig | null
  StripeRedirectUri: string
  StripeLocationId: number
  DeputyRedirectUri: string
  DeputyLocationId: number
  InvolvRedirectUri: string
  InvolvLocationId: number
  ShopifyRedirectUri: string
  ShopifyLocationId: number
}

export const STORED_USER_KEY = 'daybook.user'

const NOBODY: StoredUser = {
  UserId: 0,
  UserName: '',
  DisplayName: '',
  Auth: '',
  Token: '',
  ApiKey: '',
  SessionId: '',
  Venues: [],
  VenueId: 0,
  Permissions: [],
  Roles: [],
  Config: null,
  StripeRedirectUri: '',
  StripeLocationId: 0,
  DeputyRedirectUri: '',
  DeputyLocationId: 0,
  InvolvRedirectUri: '',
  InvolvLocationId: 0,
  ShopifyRedirectUri: '',
  ShopifyLocationId: 0,
}

const listeners = new Set<() => void>()
let seen: { written: string | null; user: StoredUser | undefined } = { written: null, user: undefined }

/** The stored record, or nothing where nobody is signed in or what is stored is not a record. */
export const storedUser = (): StoredUser | undefined => {
  const written = readStorage(STORED_USER_KEY)
  if (written !== seen.written) seen = { written, user: parsed(written) }
  return seen.user
}

/** Begins a record: whatever was stored before is cleared first. */
export const beginStoredUser = (fields: Partial<StoredUser>): void => {
  clearStoredUser()
  writeStorage(STORED_USER_KEY, JSON.stringify(onlyOurFields({ ...NOBODY, ...fields })))
  announce()
}

/** Changes fields of the record; a Token makes Auth blank. Does nothing where nobody is signed in. */
export const changeStoredUser = (fields: Partial<StoredUser>): void => {
  const user = storedUser()
  if (!user) return
  const changed = { ...user, ...fields }
  if (changed.Token) changed.Auth = ''
  writeStorage(STORED_USER_KEY, JSON.stringify(onlyOurFields(changed)))
  announce()
}

/** Logout: clears the fields the specification names, then removes the record, Token included. */
export const clearStoredUser = (): void => {
  const user = storedUser()
  if (user) {
    const cleared: StoredUser = { ...user, Auth: '', Config: null, Permissions: [], Roles: [], SessionId: '', UserId: 0, VenueId: 0 }
    writeStorage(STORED_USER_KEY, JSON.stringify(cleared))
  }
  removeStorage(STORED_USER_KEY)
  announce()
}

/** The stored record as a screen sees it, kept up to date. */
export const useStoredUser = (): StoredUser | undefined => useSyncExternalStore(listenToStoredUser, storedUser)

/** The tags of whoever is signed in. */
export const tagsOf = (user: StoredUser | undefined): string[] => user?.Permissions.map((permission) => permission.Tag) ?? []

/** Tells of every change of the record, by other tabs too. @returns what ends it */
export const listenToStoredUser = (listener: () => void): (() => void) => {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === STORED_USER_KEY || event.key === null) listener()
  }
  listeners.add(listener)
  addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', fromOtherTab)
  }
}

const announce = () => {
  for (const listener of listeners) listener()
}

const onlyOurFields = (user: StoredUser): StoredUser => {
  const kept = Object.keys(NOBODY).map((field) => [field, user[field as keyof StoredUser]])
  return Object.fromEntries(kept) as StoredUser
}

/** A person can edit their storage: what does not look like a record is nobody, and lists are lists. */
const parsed = (written: string | null): StoredUser | undefined => {
  if (!written) return undefined
  try {
    const user = { ...NOBODY, ...(JSON.parse(written) as Partial<StoredUser>) }
    const whole = Number.isInteger(user.UserId) && user.UserId > 0 && typeof user.UserName === 'string'
    return whole && [user.Venues, user.Permissions, user.Roles].every(Array.isArray) ? user : undefined
  } catch {
    return undefined
  }
}

const memory = new Map<string, string>()

/** Storage can be switched off or full: the record then lives as long as the page. */
const readStorage = (key: string): string | null => {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

const writeStorage = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value)
    memory.delete(key)
  } catch {
    memory.set(key, value)
  }
}

const removeStorage = (key: string): void => {
  memory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored there.
  }
}
