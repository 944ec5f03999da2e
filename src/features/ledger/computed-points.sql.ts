import { type Draft, KIND } from '#features/intake/sale-facts.rules.ts'
import { CODE_DIM } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { decimalsOf } from '#shared/money.ts'
import type { LoyaltySettings } from './points-settings.sql.ts'
import { onePoint, takenBack, worthOf } from './sale-points.rules.ts'

/** Whether points are to be worked out: the till told a card and no points, and the venue has rates. */
const isToBeComputed = ({ cardNumber, pointsSource, kind }: Draft, { rate, ratesByGroup }: LoyaltySettings): boolean =>
  cardNumber !== null && pointsSource === 0 && (kind === KIND.sale || kind === KIND.refund) && (rate > 0 || ratesByGroup.size > 0)

/**
 * Works out the points of sales for which the till sent none, floor per sale, and writes them on the sales. A refund that names its sale
 * takes back what the sale gave, exactly.
 * @returns what each is worth before cutting to whole points, by draft
 */
export const computePoints = async (
  scope: VenueScope,
  locationId: number,
  drafts: readonly Draft[],
  settings: LoyaltySettings,
): Promise<Map<Draft, number>> => {
  const computing = drafts.filter((draft) => isToBeComputed(draft, settings))
  const worths = new Map<Draft, number>()
  if (computing.length === 0) return worths
  const [groups, left] = await Promise.all([groupsOf(scope, computing), leftOfOriginals(scope, locationId, computing)])
  const { currency } = scope.locations.find((one) => one.locationId === locationId) ?? scope.venue
  const unit = onePoint(decimalsOf(currency))
  for (const draft of computing) {
    const worth = worthOf(
      draft.lines.map((line) => ({ ...line, productGroup: groups.get(line.plu) ?? line.place?.[2] ?? '' })),
      settings,
    )
    if (worth === 0) continue
    draft.pointsSource = 2
    const own = keyOf(draft.terminal, draft.receipt)
    if (worth > 0) {
      draft.pointsAccrued = Math.floor(worth / unit)
      worths.set(draft, worth)
      left.set(own, worth)
    } else {
      const original = draft.originalReceipt === null ? undefined : keyOf(draft.terminal, draft.originalReceipt)
      const back = takenBack(original === undefined ? undefined : left.get(original), -worth, unit)
      draft.pointsAccrued = back.points === 0 ? 0 : -back.points
      worths.set(draft, -back.worth)
      if (original !== undefined && left.has(original)) left.set(original, (left.get(original) ?? 0) - back.worth)
    }
  }
  return worths
}

const keyOf = (terminal: string, receipt: string): string => `${terminal}\u0001${receipt}`

/** The product group of each PLU that a person placed in the menu; elsewhere the till's word counts. */
const groupsOf = async ({ sql, venueId }: VenueScope, drafts: readonly Draft[]): Promise<Map<string, string>> => {
  const plus = [...new Set(drafts.flatMap(({ lines }) => lines.map(({ plu }) => plu)))]
  const rows = await sql<{ plu: string; group: string; mapped: boolean }[]>`
    select p.plu, c.product_group as group, p.mapped from unnest(${texts(plus)}::text[]) as w(plu)
    join product p on p.venue_id = ${venueId} and p.plu = w.plu join product_class c on c.venue_id = ${venueId} and c.class_id = p.class_id`
  const placed = new Set(drafts.flatMap(({ lines }) => lines.flatMap(({ plu, place }) => (place && place[2] !== '' ? [plu] : []))))
  return new Map(rows.filter(({ plu, mapped }) => mapped || !placed.has(plu)).map(({ plu, group }) => [plu, group]))
}

/** What is left of the worth of sales that refunds name, by till and receipt; those whose points were not computed are not in it. */
const leftOfOriginals = async ({ sql, venueId }: VenueScope, locationId: number, drafts: readonly Draft[]): Promise<Map<string, number>> => {
  const named = drafts.filter(({ kind, originalReceipt }) => kind === KIND.refund && originalReceipt !== null)
  if (named.length === 0) return new Map()
  const rows = await sql<{ terminal: string; receipt: string; left: number }[]>`
    select w.terminal, w.receipt, sum(m.worth)::bigint as left
    from (select distinct * from unnest(${texts(named.map(({ terminal }) => terminal))}::text[], ${texts(named.map(({ originalReceipt }) => originalReceipt))}::text[]) as u(terminal, receipt)) w
    join dimension_key d on d.venue_id = ${venueId} and d.dim = ${CODE_DIM.terminal} and d.code = w.terminal
    join sale s on s.venue_id = ${venueId} and s.location_id = ${locationId} and s.terminal_key = d.key
      and (s.receipt = w.receipt or (s.original_receipt = w.receipt and s.kind = 2)) and s.kind in (1, 2)
    join loyalty_movement m on m.venue_id = ${venueId} and (m.movement_id = s.sale_id or m.reverses = s.sale_id) and m.worth is not null
    group by 1, 2`
  return new Map(rows.map(({ terminal, receipt, left }) => [keyOf(terminal, receipt), left]))
}
