import * as z from 'zod/mini'
import { CARD_STATUSES } from '#features/loyalty/card-fields.rules.ts'
import { KINDS } from '#features/reports/receipts/invoices.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { Day, shortText } from '#shared/fields.ts'

/** How many of each kind are found: a few to choose from, not a list to go through. */
export const MOST_OF_A_KIND = 4

const FoundPerson = z.object({
  EmployeeId: z.int(),
  Name: z.string(),
  Roles: z.array(z.string()),
  /** Whether they may still sign in here. */
  Active: z.boolean(),
})
export type FoundPerson = z.infer<typeof FoundPerson>

const FoundCard = z.object({ CardNumber: z.string(), Name: z.string(), Status: z.enum(CARD_STATUSES) })
export type FoundCard = z.infer<typeof FoundCard>

const FoundReceipt = z.object({
  SaleId: z.string(),
  Receipt: z.string(),
  LocationId: z.int(),
  Location: z.string(),
  Terminal: z.string(),
  Kind: z.enum(KINDS),
  BusinessDate: Day,
  Currency: z.string(),
  Takings: z.number(),
})
export type FoundReceipt = z.infer<typeof FoundReceipt>

const FoundProduct = z.object({ Plu: z.string(), Name: z.string() })
export type FoundProduct = z.infer<typeof FoundProduct>

/** What one box finds beside the screens, which the browser knows by itself. */
export const find = contract({
  find: operation({
    method: 'GET',
    path: '/find',
    summary: `Products by name or PLU, people by name, cards by the card search, and receipts by number: at most ${MOST_OF_A_KIND} of each. Each kind needs its own tag (can_viewplu, can_viewemp, can_viewloyalty, can_viewsales).`,
    access: { anyOf: ['can_viewemp', 'can_viewloyalty', 'can_viewsales', 'can_viewplu'] },
    allowance: 'search',
    query: z.object({ Text: shortText(64, 2) }),
    response: z.object({ Products: z.array(FoundProduct), People: z.array(FoundPerson), Cards: z.array(FoundCard), Receipts: z.array(FoundReceipt) }),
    example: { as: 'owner', query: { Text: 'lee' } },
  }),
})
