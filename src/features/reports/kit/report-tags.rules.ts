import type { Tag } from '#shared/permissions.ts'

/** The tags that open a report; holding one of them is what keeping views and having reports mailed asks for. */
export const REPORT_TAGS = [
  'can_viewsales',
  'can_viewbreakdown',
  'can_viewloyalty',
  'can_viewcontrolsheet',
  'can_viewplu',
  'can_viewstock',
  'can_viewmedia',
  'can_viewexcise',
  'can_viewtimesheet',
  'can_viewroster',
  'can_viewpayments',
] as const satisfies readonly [Tag, ...Tag[]]
