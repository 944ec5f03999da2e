import { CARD_STATUSES } from './card-fields.rules.ts'
import type { Details } from './loyalty.contract.ts'

/** A card as it is stored. */
export interface CardRow {
  card_id: string
  number: string
  name: string
  email: string | null
  phone: string | null
  tier: string | null
  status: number
  points: number
  owed: number
  joined: string
  last_used: string | null
  is_stub: boolean
  replaced_by_number: string | null
  member_id: string
}

/** A card as answers show it. */
export const detailsOf = (row: CardRow): Details => ({
  CardNumber: row.number,
  Name: row.name,
  Email: row.email,
  Phone: row.phone,
  Status: CARD_STATUSES[row.status - 1] ?? 'Active',
  Points: row.points,
  Owed: row.owed,
  Tier: row.tier,
  Joined: row.joined,
  LastUsed: row.last_used,
  ReplacedBy: row.replaced_by_number,
  Incomplete: row.is_stub,
})
