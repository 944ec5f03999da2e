import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { FactId, IdNumber, LocationList, longText, sentText } from '#shared/fields.ts'

const MOST_LINES = 2000
const MOST_SUPPLIERS = 500
const Version = z.int().check(z.minimum(1))

/** Saved lists that somebody goes on from, as they knew them. */
export const KnownLists = z.array(z.object({ SavedId: FactId, Version })).check(z.maxLength(MOST_SUPPLIERS))

/** What a supplier is told with its order. */
export const Notes = z.array(z.object({ SupplierId: IdNumber, Note: longText(500) })).check(z.maxLength(MOST_SUPPLIERS))

const SavedOrder = z.object({
  SavedId: FactId,
  /** Counts up with every saving. */
  Version: z.int(),
  LocationId: z.int(),
  SupplierId: z.int(),
  Supplier: z.string(),
  Note: z.string(),
  SavedAt: z.string(),
  /** Who saved it last; null where that is nobody of the venue. */
  SavedBy: z.nullable(z.string()),
  Currency: z.string(),
  Packs: z.int(),
  /** Without tax. Null if the cost of a pack is not known. */
  Cost: z.nullable(z.number()),
  Lines: z.array(
    z.object({
      Plu: z.string(),
      Name: z.string(),
      SupplierCode: z.string(),
      Unit: z.string(),
      /** 0: suggested, and taken off by hand. */
      Packs: z.int(),
      /** As the product is bought now; null where nobody tells. */
      PackSize: z.nullable(z.number()),
      PackCost: z.nullable(z.number()),
    }),
  ),
})
export type SavedOrder = z.infer<typeof SavedOrder>

/** Order lists that are kept and not made yet. */
export const savedOrderCalls = contract({
  savedOrders: operation({
    method: 'GET',
    path: '/stock/saved-orders',
    alsoAt: '/stock/orders/saved',
    summary: 'Order lists saved for later at the locations granted to you, with who saved them and when. They do not count as on order.',
    access: ['can_viewstock'],
    query: z.object({ Locations: z.optional(LocationList) }),
    response: z.object({ Saved: z.array(SavedOrder) }),
    example: { as: 'owner' },
  }),
  saveOrders: operation({
    method: 'PUT',
    path: '/stock/saved-orders',
    alsoAt: '/stock/orders/saved',
    summary:
      "Saves an order list for each supplier of the products you send. It replaces the supplier's saved list at this location, which you name in Known with its Version. If someone else has saved, changed, ordered or deleted that list since, you get 409 and it stays as it is.",
    access: ['can_editstock'],
    strict: true,
    body: z.object({
      LocationId: IdNumber,
      Lines: z
        .array(z.object({ Plu: sentText(64, 1), Packs: z.int().check(z.minimum(0, 'cannot be less than 0'), z.maximum(9999)) }))
        .check(z.minLength(1), z.maxLength(MOST_LINES)),
      Notes: z.optional(Notes),
      Known: z.optional(KnownLists),
    }),
    response: z.object({ Saved: z.array(SavedOrder) }),
    example: { as: 'owner', body: { LocationId: 1, Lines: [{ Plu: '{saveable-product}', Packs: 2 }], Known: [] } },
  }),
  dropSavedOrder: operation({
    method: 'DELETE',
    path: '/stock/saved-orders/:savedId',
    alsoAt: '/stock/orders/saved/:savedId',
    summary: 'Deletes a saved order list. With Version, you get 409 if someone else has changed the list since, and it stays.',
    access: ['can_editstock'],
    params: z.object({ savedId: FactId }),
    query: z.object({ Version: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')), z.transform(Number))) }),
    example: { as: 'owner', params: { savedId: '{saved-order}' } },
  }),
})
