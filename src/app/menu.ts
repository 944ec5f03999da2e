import { apiKeyList } from '#features/api-keys/api-keys.menu.ts'
import { activity, houseActivity } from '#features/audit/audit.menu.ts'
import { dashboard } from '#features/dashboard/dashboard.menu.ts'
import { wall, wallScreens } from '#features/dashboard/wall/wall.menu.ts'
import { schedules } from '#features/delivery/delivery.menu.ts'
import { adminEmployees, employees } from '#features/employees/employees.menu.ts'
import { imports } from '#features/imports/imports.menu.ts'
import { journalAccounts } from '#features/journal/journal.menu.ts'
import { loyalty } from '#features/loyalty/loyalty.menu.ts'
import { door, logout, preferences } from '#features/membership/membership.menu.ts'
import { reports } from '#features/reports/reports.menu.ts'
import { stock } from '#features/stock/stock.menu.ts'
import { targetsSection } from '#features/targets/targets.menu.ts'
import { venue, venueList } from '#features/venues/venues.menu.ts'
import { deliverect } from '#integrations/deliverect/deliverect.menu.ts'
import { deputy } from '#integrations/deputy/deputy.menu.ts'
import { involv } from '#integrations/involv/involv.menu.ts'
import { marketplaceSection } from '#integrations/marketplace/marketplace.menu.ts'
import { shopify } from '#integrations/shopify/shopify.menu.ts'
import { stripe } from '#integrations/stripe/stripe.menu.ts'
import { tyro } from '#integrations/tyro/tyro.menu.ts'
import { activeSection, admission, isUnder, type Screen, type Section, visibleSections } from '#ui/screen.ts'
import type { StoredUser } from '#ui/stored-user.ts'

/** The menu of everyone but Admin, in the order of section 2 of the specification. */
const MENU: readonly Section[] = [reports, employees, loyalty, stripe, dashboard, logout]

/** Admin sees only these. */
const ADMIN_MENU: readonly Section[] = [venueList, apiKeyList, adminEmployees, logout]

const screenOf = (section: Section, path: string) => section.screens.filter((screen) => screen.path === path)

/** What the specification's menus do not list hangs under "Venue" at the foot of the rail. */
const VENUE: Section = {
  ...venue,
  screens: [
    ...screenOf(venue, '/venue/settings'),
    ...screenOf(venue, '/venue/setup'),
    ...screenOf(venue, '/venue/tillkeys'),
    ...screenOf(venue, '/venue/connections'),
    ...marketplaceSection.screens,
    ...targetsSection.screens,
    ...journalAccounts.screens,
    ...stock.screens,
    ...imports.screens,
    ...activity.screens,
    ...schedules.screens,
    ...wallScreens.screens,
    ...preferences.screens,
  ],
}

/** What Admin's menu does not list either. */
const ADMIN_EXTRA: readonly Section[] = [houseActivity]

/** Every screen there is; the router has a route for each. */
export const SCREENS: readonly Screen[] = [
  ...new Set([door, wall, ...MENU, ...ADMIN_MENU, ...ADMIN_EXTRA, VENUE, deputy, involv, shopify, deliverect, tyro].flatMap((section) => section.screens)),
]

/** Addresses that lead to the first screen of theirs that is open to the person. */
export const SECTIONS = ['/membership', '/employees', '/loyalty', '/admin', '/admin/employees', '/stripe', '/deputy', '/involv', '/shopify', '/venue'] as const

/** Where menu and footer are hidden. */
export const isBare = (path: string): boolean => path === '/' || (screenAt(path)?.bare ?? false)

/** The menu someone sees, the extra entries at its foot, and which of them the path belongs to. */
export const menuFor = (user: StoredUser, path: string): { menu: Section[]; extra: Section[]; active: Section | undefined } => {
  const isAdmin = user.Roles.includes('Admin')
  const menu = visibleSections(isAdmin ? ADMIN_MENU : MENU, user)
  const extra = visibleSections(isAdmin ? ADMIN_EXTRA : [VENUE], user)
  return { menu, extra, active: activeSection([...menu, ...extra], path) }
}

/** Everything someone sees of the menu, what hangs at its foot last. */
export const wholeMenu = (user: StoredUser): Section[] => {
  const { menu, extra } = menuFor(user, '')
  return [...menu, ...extra]
}

/** Where a top item leads: to its own landing page, else to its first screen. */
export const landingOf = (item: Section): string => (SCREENS.some((screen) => screen.path === item.path) ? item.path : (item.screens[0]?.path ?? item.path))

/** Admin lands on the venue list; others on the dashboard, else the first visible report, else the first screen of the menu. */
export const firstScreen = (user: StoredUser): Screen | undefined => {
  const { menu } = menuFor(user, '')
  const order = [dashboard.path, reports.path, ...menu.map((item) => item.path)]
  const open = order.flatMap((path) => menu.filter((item) => item.path === path)).filter((item) => item.path !== logout.path)
  return open[0]?.screens[0]
}

/** Where one lands: the view one chose to open at sign-in, while its screen is open to one; else the first screen. */
export const homeOf = (user: StoredUser): string | undefined => {
  const chosen = user.Config?.Home
  const screen = chosen ? screenAt(chosen.split('?', 1)[0] ?? '') : undefined
  return chosen && screen && admission(screen, user) === 'open' ? chosen : firstScreen(user)?.path
}

/** The first screen at or below an address that is open to the person; where none is, the first there is, whose guard refuses. */
export const firstScreenUnder = (prefix: string, user: StoredUser): Screen | undefined => {
  const under = SCREENS.filter((screen) => isUnder(screen.path, prefix) && !screen.offMenu)
  return under.find((screen) => admission(screen, user) === 'open') ?? under[0]
}

/** The screen of an address, parameters filled in. */
export const screenAt = (path: string): Screen | undefined =>
  SCREENS.find((screen) => new RegExp(`^${screen.path.replace(/\$\w+/g, '[^/]+')}$`).test(path.replace(/(.)\/$/, '$1')))

/** Screens of the menu that are open to the person and built. */
export const openScreens = (user: StoredUser): Screen[] =>
  wholeMenu(user)
    .flatMap((item) => item.screens)
    .filter((screen) => screen.page !== undefined && screen.path !== logout.path && screen.path !== preferences.path)

const CARRIED = ['range', 'cmp', 'cmpRange', 'loc']

/** Range, comparison and locations go along from report to report. */
export const carriedSearch = (from: { path: string; search: Record<string, string> }, to: string): Record<string, string> =>
  isUnder(from.path, reports.path) && isUnder(to, reports.path)
    ? Object.fromEntries(Object.entries(from.search).filter(([name]) => CARRIED.includes(name)))
    : {}
