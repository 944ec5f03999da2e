import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { FactId, shortText } from '#shared/fields.ts'

/** States by whose law somebody holds a licence. */
export const LICENCE_STATES = ['VIC', 'WA', 'TAS', 'ACT', 'NSW', 'NT', 'QLD', 'SA'] as const

const BUYER = {
  Name: shortText(200, 1),
  /** The number of their liquor licence. */
  Licence: shortText(40, 1),
  Postcode: z.string().check(z.regex(/^(\d{4})?$/, 'must be a postcode of four digits')),
  State: z.enum(LICENCE_STATES),
  /** The card on which the till rings up what they buy. */
  CardNumber: shortText(40, 1),
} as const
const Buyer = z.object({ BuyerId: z.string(), ...BUYER })
const Answer = z.object({ Buyers: z.array(Buyer), MayChange: z.boolean() })
export type BuyersAnswer = z.infer<typeof Answer>
const Body = z.object({ ...BUYER, Postcode: z.optional(BUYER.Postcode) })
export type SentBuyer = z.output<typeof Body>

const example = { as: 'owner' } as const

/** Who buys to sell again: sales on their card are wholesale, which a liquor return lists. */
export const licensedBuyers = contract({
  licensedBuyers: operation({
    method: 'GET',
    path: '/stock/licensed-buyers',
    summary: 'Buyers who hold a liquor licence: sales on their cards are wholesale, and a liquor return lists them.',
    access: ['can_viewexcise'],
    response: Answer,
    example,
  }),
  keepLicensedBuyer: operation({
    method: 'PUT',
    path: '/stock/licensed-buyers',
    summary: 'Adds a licensed buyer, or changes the one with this card.',
    access: ['can_viewexcise', 'can_editstock'],
    strict: true,
    body: Body,
    response: Buyer,
    example: { ...example, body: { Name: 'Corner Bottle Shop', Licence: '32000001', Postcode: '3000', State: 'VIC', CardNumber: '{fresh}' } },
  }),
  removeLicensedBuyer: operation({
    method: 'DELETE',
    path: '/stock/licensed-buyers/:buyerId',
    summary: 'Takes a licensed buyer off the list. What they bought, and buy, is no longer wholesale.',
    access: ['can_viewexcise', 'can_editstock'],
    params: z.object({ buyerId: FactId }),
    example: { ...example, params: { buyerId: '{licensed-buyer}' } },
  }),
})
