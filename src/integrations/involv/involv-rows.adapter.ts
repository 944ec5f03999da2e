import * as z from 'zod/mini'
import { CardNumber, HolderEmail, HolderName, HolderPhone, MOST_POINTS } from '#features/loyalty/card-fields.rules.ts'
import { ProviderId, ProviderText } from '#integrations/provider-text.rules.ts'
import { sentText } from '#shared/fields.ts'
import type { Profile } from './involv-conflict.rules.ts'

/** What the provider's answers hold. Ids may be numbers there; here they are texts. */

const Identity = z.pipe(z.union([ProviderId, z.int()]), z.transform(String))
const Points = z.int().check(z.minimum(-MOST_POINTS), z.maximum(MOST_POINTS))
const Words = z.optional(z.nullable(ProviderText))
const Cursor = z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(500))))
const Token = z.string().check(z.minLength(1), z.maxLength(4000))

/** A token answer of RFC 6749; some providers name the account beside. */
export const Granted = z.object({
  access_token: Token,
  token_type: z.string().check(z.regex(/^bearer$/i)),
  expires_in: z.optional(z.nullable(z.number().check(z.minimum(0)))),
  refresh_token: z.optional(z.nullable(Token)),
  scope: Words,
  account_id: z.optional(z.nullable(Identity)),
  account_name: Words,
})
export type Granted = z.output<typeof Granted>

export const Member = z.object({
  id: Identity,
  card_number: Words,
  first_name: Words,
  last_name: Words,
  email: Words,
  phone: Words,
  tier: Words,
  points_balance: Points,
})
export type Member = z.output<typeof Member>

/** What moved a member's points; `points` is what the balance changed by, below zero where it fell. */
export const Transaction = z.object({ id: Identity, type: ProviderText, points: Points, location: Words, occurred_at: z.iso.datetime({ offset: true }) })
export type Transaction = z.output<typeof Transaction>

/** A list, with the cursor of its next page or as it is. */
const pageOf = <const K extends string, S extends z.ZodMiniType>(name: K, shape: S) =>
  z.union([
    z.object({ [name]: z.array(shape), next: Cursor } as { [key in K]: z.ZodMiniArray<S> } & { next: typeof Cursor }),
    z.pipe(
      z.array(shape),
      z.transform((rows) => ({ [name]: rows, next: null }) as { [key in K]: z.output<S>[] } & { next: null }),
    ),
  ])
export const MembersPage = pageOf('members', Member)
export const TransactionsPage = pageOf('transactions', Transaction)
/** What is found by a card: a list, or the one member. */
export const MembersFound = z.union([
  z.pipe(
    MembersPage,
    z.transform(({ members }) => members),
  ),
  z.pipe(
    Member,
    z.transform((member) => [member]),
  ),
])
/** The transaction that an adjustment became. */
export const Adjusted = z.object({ id: Identity })

const fitting = <S extends z.ZodMiniType<string>>(shape: S, words: string | null | undefined): string | null => {
  const text = (words ?? '').trim()
  return text !== '' && shape.safeParse(text).success ? text : null
}
const Tier = sentText(40)

/** Whose card it is there, as far as a card of ours can hold it: what does not fit counts as not told. */
export const profileOf = ({ first_name, last_name, email, phone, tier }: Member): Profile => ({
  name: fitting(HolderName, `${first_name ?? ''} ${last_name ?? ''}`.replace(/\s+/g, ' ')) ?? '',
  email: fitting(HolderEmail, email),
  phone: fitting(HolderPhone, phone),
  tier: fitting(Tier, tier),
})

/** The card number there; empty where it can be none of ours. */
export const numberOf = ({ card_number }: Member): string => fitting(CardNumber, card_number) ?? ''
