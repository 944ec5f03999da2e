import { TAGS, type Tag } from '#shared/permissions.ts'

/** Permissions as they belong together, in the order of the menu. Every tag is in exactly one group. */
export const TAG_GROUPS = {
  sales: ['can_viewdashboard', 'can_viewsales', 'can_viewbreakdown', 'can_viewmedia', 'can_viewpayments', 'can_viewexcise'],
  counting: ['can_viewcontrolsheet', 'can_signcontrolsheet'],
  stock: ['can_viewplu', 'can_viewstock', 'can_editstock'],
  hours: ['can_viewroster', 'can_viewtimesheet'],
  guests: ['can_viewloyalty', 'can_editloyalty'],
  people: ['can_viewemp', 'can_register', 'can_revoke', 'can_impersonate', 'can_viewaudit'],
  venue: ['can_editsettings', 'can_linkpayment', 'can_linkdeputy', 'can_linkinvolv', 'can_linkshopify'],
} as const satisfies Record<string, readonly Tag[]>

export type TagGroup = keyof typeof TAG_GROUPS

export const GROUP_NAMES = Object.keys(TAG_GROUPS) as TagGroup[]

/** The tags in the order of their groups. */
export const GROUPED_TAGS: readonly Tag[] = GROUP_NAMES.flatMap((group) => [...TAG_GROUPS[group]])

/** A role as far as access is concerned. */
export interface RoleTags {
  Name: string
  Tags: readonly string[]
}

/** What somebody may do in the end: their own tags and those of their roles. */
export const effectiveTags = (own: readonly string[], roles: readonly string[], known: readonly RoleTags[]): Tag[] => {
  const held = new Set([...own, ...known.filter(({ Name }) => roles.includes(Name)).flatMap(({ Tags }) => Tags)])
  return TAGS.filter((tag) => held.has(tag))
}
