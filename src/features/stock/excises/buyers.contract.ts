import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { FactId, shortText } from '#shared/fields.ts'

export const STATES = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const

const BUYER = {
  Name: shortText(200, 1),
  /** The number of their liquor licence. */
  Licence: shortText(40, 1),
  /** The state that gave them the licence. */
  State: z.enum(STATES),
  Postcode: z.string().check(z.regex(/^(\d{4})?$/, 'must be a postcode of four digits')),
  /** The card that their purchases are rung up on. */
  CardNumber: shortText(40, 1),
} as const

const KeptBuyer = z.object({ BuyerId: FactId, ...BUYER })
export type KeptBuyer = z.infer<typeof KeptBuyer>
const SentBuyer = z.object(BUYER)
export type SentBuyer = z.infer<typeof SentBuyer>

const BuyersAnswer = z.object({ Buyers: z.array(KeptBuyer) })

const example = { Name: 'Corner Bottle Shop', Licence: '32000001', State: 'VIC', Postcode: '3000' } as const

/** Who buys to sell again: sales on their cards are wholesale, which a liquor return lists. */
export const buyerCalls = contract({
  licensedBuyers: operation({
    method: 'GET',
    path: '/stock/licensed-buyers',
    summary: 'Licensed buyers by name. Sales on their cards are wholesale.',
    access: ['can_viewexcise'],
    response: BuyersAnswer,
    example: { as: 'owner' },
  }),
  addLicensedBuyer: operation({
    method: 'POST',
    path: '/stock/licensed-buyers',
    summary: 'Adds a licensed buyer. Two buyers cannot have the same card.',
    access: ['can_viewexcise', 'can_editstock'],
    strict: true,
    body: SentBuyer,
    response: BuyersAnswer,
    example: { as: 'owner', body: { ...example, CardNumber: '{fresh}' } },
  }),
  changeLicensedBuyer: operation({
    method: 'PUT',
    path: '/stock/licensed-buyers/:buyerId',
    summary: 'Changes a licensed buyer. Returns of past years change too.',
    access: ['can_viewexcise', 'can_editstock'],
    strict: true,
    params: z.object({ buyerId: FactId }),
    body: SentBuyer,
    response: BuyersAnswer,
    example: { as: 'owner', params: { buyerId: '{licensed-buyer}' }, body: { ...example, CardNumber: '{fresh}' } },
  }),
  removeLicensedBuyer: operation({
    method: 'DELETE',
    path: '/stock/licensed-buyers/:buyerId',
    summary: 'Removes a licensed buyer. Their purchases count as retail sales again.',
    access: ['can_viewexcise', 'can_editstock'],
    params: z.object({ buyerId: FactId }),
    response: BuyersAnswer,
    example: { as: 'owner', params: { buyerId: '{licensed-buyer}' } },
  }),
})
