import * as z from 'zod/mini'
import { longText, NotTaken, sentText, shortText } from '#shared/fields.ts'

const LONGEST_NAME = 80
const LONGEST_DESCRIPTION = 500
const MOST_GROUPS = 50
export const MOST_ITEMS = 1000
const Plu = sentText(64, 1)
const GroupName = shortText(LONGEST_NAME, 1)

/** What of the menu a location publishes. */
export const MenuAnswer = z.object({
  Groups: z.array(
    z.object({
      Name: z.string(),
      Description: z.string(),
      Products: z.array(
        z.object({
          Plu: z.string(),
          /** What it is called here; null: as the product is. */
          Name: z.nullable(z.string()),
          Description: z.string(),
          ProductName: z.string(),
          /** Null: the till sent none, and the product is left out until it does. */
          ListPrice: z.nullable(z.number()),
          /** The list price with the markup. */
          Price: z.nullable(z.number()),
        }),
      ),
    }),
  ),
  Currency: z.string(),
  Version: z.int(),
})
export type MarketplaceMenu = z.output<typeof MenuAnswer>

const SentItem = z.object({
  Plu,
  Name: z.optional(z.nullable(GroupName)),
  Description: z.optional(longText(LONGEST_DESCRIPTION)),
  ProductName: NotTaken,
  ListPrice: NotTaken,
  Price: NotTaken,
})
const SentGroup = z.object({
  Name: GroupName,
  Description: z.optional(longText(LONGEST_DESCRIPTION)),
  Products: z.array(SentItem).check(z.maxLength(MOST_ITEMS)),
})
/** What somebody wants it to publish. */
export const SentMenu = z.object({
  Groups: z.array(SentGroup).check(z.maxLength(MOST_GROUPS)),
  Currency: NotTaken,
  Version: z.optional(z.int().check(z.minimum(0))),
})
export type SentMenu = z.output<typeof SentMenu>

/** A product that could be published. */
export const OfferedProduct = z.object({
  Plu: z.string(),
  Name: z.string(),
  ProductGroup: z.string(),
  ListPrice: z.nullable(z.number()),
})
export type OfferedProduct = z.output<typeof OfferedProduct>
export const PRODUCTS_AT_ONCE = 500
export const Limit = z
  .pipe(z.string().check(z.regex(/^\d{1,3}$/, 'must be a whole number')), z.transform(Number))
  .check(z.minimum(1), z.maximum(PRODUCTS_AT_ONCE))
