import type { ComponentType } from 'react'
import type { AnyOperation } from '#shared/endpoint.ts'
import type { Messages } from '#shared/messages.ts'
import { satisfies, type Tag, type TagRule } from '#shared/permissions.ts'
import type { StoredUser, VenueConfig } from './stored-user.ts'
import { tagsOf } from './stored-user.ts'
import type { UrlState } from './url-state.ts'

/** Who may open a screen. `otherThan`: holds at least one tag that is not of this list. */
export type Needs = 'public' | 'signed-in' | 'admin' | TagRule | { otherThan: readonly Tag[] }

type Flag = 'ShowBreakdownPage' | 'ShowControlSheet' | 'ShowExcise' | 'ShowTimeAndAttendanceModule'

/** A call of the API with what is asked. */
export interface AskedCall {
  operation: AnyOperation
  input: Record<string, unknown>
}

/** What a page's file holds. */
export interface PageFile {
  default: ComponentType
  /** The calls the page begins with at this address: they are sent while the app is still being drawn, which on a phone takes a while. */
  ahead?: (user: StoredUser, url: UrlState) => readonly AskedCall[]
}

/** A screen as a feature declares it; its texts are keys of the section's messages. */
interface DeclaredScreen<K extends string> {
  /** Parameters as `$name`. */
  path: string
  title: K
  /** One sentence: what it answers. */
  about?: K
  needs: Needs
  /** A venue's switch; `byDefault` holds while no configuration is known. */
  shownWhen?: { flag: Flag; byDefault: boolean }
  /** Reached from other screens, not from the menu. */
  offMenu?: boolean
  /** May be opened before a venue is chosen. */
  beforeVenue?: boolean
  /** Stands alone, without menu and footer. */
  bare?: boolean
  /** On the landing page of its section. */
  group?: K
  /** Absent: a later piece of work, whose page says what it will show. */
  page?: () => Promise<PageFile>
}

/** A screen, described once: the menus, the router and its guard read this value. */
export interface Screen extends DeclaredScreen<string> {
  words: Messages
}

/** A top item of a menu with what belongs under it. */
export interface Section {
  /** The top item is active on every path that begins with this. */
  path: string
  title: string
  words: Messages
  /** What the item asks for beside one visible screen. */
  needs?: Needs
  screens: readonly Screen[]
}

interface DeclaredSection<K extends string> extends Omit<Section, 'title' | 'words' | 'screens'> {
  title: K
  screens: readonly DeclaredScreen<K>[]
}

/** Declares a section; its titles and its screens' are keys of its own messages. */
export const section = <K extends string>(words: Messages<K>, declared: DeclaredSection<K>): Section => ({
  ...declared,
  words,
  screens: declared.screens.map((screen) => ({ ...screen, words })),
})

export type Admission = 'open' | 'sign-in' | 'choose-venue' | 'denied' | 'switched-off'

/** Whether someone may open a screen, and why not. The server asks again for itself. */
export const admission = (screen: Screen, user: StoredUser | undefined): Admission => {
  if (screen.needs === 'public') return 'open'
  if (!user) return 'sign-in'
  if (!user.Token && !screen.beforeVenue) return 'choose-venue'
  if (!holds(screen.needs, user)) return 'denied'
  return isSwitchedOn(screen, user.Config) ? 'open' : 'switched-off'
}

/** Whether the person has the tags or the role. Every tag of a list is needed. */
const holds = (needs: Needs, user: StoredUser): boolean => {
  if (needs === 'public' || needs === 'signed-in') return true
  if (needs === 'admin') return user.Roles.includes('Admin')
  const held = tagsOf(user)
  if ('otherThan' in needs) return held.some((tag) => !(needs.otherThan as readonly string[]).includes(tag))
  return satisfies(needs, held)
}

const isSwitchedOn = ({ shownWhen }: Screen, config: VenueConfig | null): boolean =>
  shownWhen === undefined || (config?.[shownWhen.flag] ?? shownWhen.byDefault)

/** What a menu shows to someone: items with nothing to show under them are left out, not greyed. */
export const visibleSections = (menu: readonly Section[], user: StoredUser): Section[] =>
  menu
    .filter((item) => item.needs === undefined || holds(item.needs, user))
    .map((item) => ({ ...item, screens: item.screens.filter((screen) => !screen.offMenu && admission(screen, user) === 'open') }))
    .filter((item) => item.screens.length > 0)

/** The top item a path belongs to: the longest prefix among the items' own paths, else among their screens' paths, which may hang under another item. */
export const activeSection = (menu: readonly Section[], path: string): Section | undefined => {
  const furthest = (pathsOf: (item: Section) => readonly string[]) => {
    const reach = (item: Section) => Math.max(0, ...pathsOf(item).map((prefix) => (isUnder(path, prefix) ? prefix.length : 0)))
    const [best] = menu.map((item) => ({ item, length: reach(item) })).sort((a, b) => b.length - a.length)
    return best && best.length > 0 ? best.item : undefined
  }
  return furthest((item) => [item.path]) ?? furthest((item) => item.screens.map((screen) => screen.path))
}

/** Whether a path is this address or below it. */
export const isUnder = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`)
