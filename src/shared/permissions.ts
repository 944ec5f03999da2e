/** Every permission tag of the product. The first fourteen are the specification's, the rest are settled in decisions. */
export const TAGS = [
  'can_viewsales',
  'can_viewtimesheet',
  'can_viewroster',
  'can_viewdashboard',
  'can_linkpayment',
  'can_linkdeputy',
  'can_linkinvolv',
  'can_linkshopify',
  'can_viewemp',
  'can_register',
  'can_revoke',
  'can_viewloyalty',
  'can_editloyalty',
  'can_viewpayments',
  'can_viewbreakdown',
  'can_viewcontrolsheet',
  'can_signcontrolsheet',
  'can_viewplu',
  'can_viewstock',
  'can_editstock',
  'can_viewmedia',
  'can_viewexcise',
  'can_impersonate',
  'can_editsettings',
  'can_viewaudit',
] as const

export type Tag = (typeof TAGS)[number]

/** The tags of the roles every venue begins with. A person holds roles, tags of their own, and granted locations. */
export const STARTING_ROLES: Record<'Owner' | 'Manager' | 'Supervisor' | 'Staff', readonly Tag[]> = {
  Owner: TAGS,
  Manager: TAGS.filter((tag) => !['can_impersonate', 'can_viewaudit', 'can_linkpayment'].includes(tag)),
  Supervisor: [
    'can_viewsales',
    'can_viewdashboard',
    'can_viewcontrolsheet',
    'can_viewplu',
    'can_viewmedia',
    'can_viewroster',
    'can_viewtimesheet',
    'can_viewloyalty',
    'can_editloyalty',
    'can_viewemp',
  ],
  Staff: ['can_viewloyalty', 'can_viewroster'],
}

/** What an operation or a screen asks for: all the tags of a list, or at least one of `anyOf`. */
export type TagRule = readonly [Tag, ...Tag[]] | { anyOf: readonly [Tag, ...Tag[]] }

/** Whether someone holding `held` satisfies the rule. Every tag of a list is needed; one of `anyOf` is enough. */
export const satisfies = (rule: TagRule, held: readonly string[]): boolean =>
  'anyOf' in rule ? rule.anyOf.some((tag) => held.includes(tag)) : rule.every((tag) => held.includes(tag))
