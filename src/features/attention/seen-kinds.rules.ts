import { PROVIDER_TAGS } from '#integrations/connections.contract.ts'
import { satisfies, type Tag } from '#shared/permissions.ts'
import type { Kind, LossFigure } from './attention.rules.ts'

/** A venue's switch without which a screen is not there. */
type Switch = 'ShowBreakdownPage' | 'ShowControlSheet' | 'ShowTimeAndAttendanceModule'

/** Whoever looks: what they hold, and what the venue has switched on. */
export interface Looker extends Partial<Record<Switch, boolean>> {
  tags: readonly string[]
}

/** The tag of the screen on which something is put right, and its switch. What is told of sheets and of tills is of two kinds each. */
const SCREENS = {
  SheetsOpen: { tag: 'can_viewcontrolsheet', shownWhen: 'ShowControlSheet' },
  Silent: { tag: 'can_viewsales' },
  CardUse: { tag: 'can_viewloyalty' },
  StockOut: { tag: 'can_viewstock' },
  Restated: { tag: 'can_viewsales' },
  ShiftOpen: { tag: 'can_viewtimesheet', shownWhen: 'ShowTimeAndAttendanceModule' },
} as const satisfies Partial<Record<Kind, { tag: Tag; shownWhen?: Switch }>>

/** Whether somebody may see the screen of a kind; of links and losses there are several, and each is asked for by itself. */
export const maySeeKind = (kind: keyof typeof SCREENS, looker: Looker): boolean => {
  const { tag, shownWhen }: { tag: Tag; shownWhen?: Switch } = SCREENS[kind]
  return satisfies([tag], looker.tags) && (shownWhen === undefined || looker[shownWhen] === true)
}

export const lossesSeen = ({ tags, ShowBreakdownPage }: Looker): LossFigure[] => [
  ...(tags.includes('can_viewsales') ? (['Discounts'] as const) : []),
  ...(tags.includes('can_viewbreakdown') && ShowBreakdownPage ? (['Wastage'] as const) : []),
]

/** The providers somebody may link. */
export const providersSeen = ({ tags }: Looker): string[] => Object.entries(PROVIDER_TAGS).flatMap(([provider, tag]) => (tags.includes(tag) ? [provider] : []))
