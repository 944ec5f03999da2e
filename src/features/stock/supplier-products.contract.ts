import * as z from 'zod/mini'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Id, sentText, shortText } from '#shared/fields.ts'

/** Most products of one supplier. */
const MOST_PRODUCTS = 5000
/** Products in one answer, unless fewer are asked for. */
export const PRODUCTS_AT_ONCE = 1000

const SupplierParams = z.object({ venueId: Id, supplierId: Id })
const Products = z.object({ SupplierId: z.int(), Name: z.string(), Products: z.array(z.object({ Plu: z.string(), Name: z.string() })) })

const Product = z.object({
  Plu: z.string(),
  Name: z.string(),
  ProductGroup: z.string(),
  /** Whose it is; null where nobody has said so. */
  SupplierId: z.nullable(z.int()),
  SupplierName: z.nullable(z.string()),
})
export type Product = z.output<typeof Product>

const Limit = z.pipe(z.string().check(z.regex(/^\d{1,4}$/, 'must be a whole number')), z.transform(Number)).check(z.minimum(1), z.maximum(PRODUCTS_AT_ONCE))

const write = { venueParam: 'venueId', access: orAdmin(['can_editsettings']) } as const

/** Which of a venue's products are which supplier's: the venue says so, never the supplier. */
export const supplierProducts = contract({
  allProducts: operation({
    ...write,
    method: 'GET',
    path: '/venue/:venueId/suppliers/products',
    summary: "The venue's products by PLU, with the supplier of each, page by page. You can search them.",
    params: z.object({ venueId: Id }),
    query: z.object({
      /** Looked for in name and PLU. */
      Search: z.optional(shortText(100)),
      ProductGroup: z.optional(sentText(200, 1)),
      /** Only this supplier's. */
      Supplier: z.optional(Id),
      /** Only those that are nobody's. */
      Free: z.optional(z.enum(['true'])),
      /** The PLU the page before ended with. */
      After: z.optional(sentText(64, 1)),
      Limit: z.optional(Limit),
    }),
    response: z.object({
      Products: z.array(Product),
      /** Products that match, on all pages. */
      Total: z.int(),
      /** Sent as After, what comes next; null at the end. */
      Next: z.nullable(z.string()),
    }),
    example: { as: 'owner', params: { venueId: 1 }, query: { Search: 'ale', Limit: 50 } },
  }),
  products: operation({
    ...write,
    method: 'GET',
    path: '/venue/:venueId/suppliers/:supplierId/products',
    summary: "The venue's products that belong to a supplier. The supplier's API keys show only these.",
    params: SupplierParams,
    response: Products,
    example: { as: 'owner', params: { venueId: 1, supplierId: 1 } },
  }),
  setProducts: operation({
    ...write,
    method: 'PUT',
    path: '/venue/:venueId/suppliers/:supplierId/products',
    summary: "Set which of the venue's products belong to a supplier. A product of another supplier must be removed from that supplier first.",
    strict: true,
    barredWhileImpersonating: true,
    params: SupplierParams,
    body: z.object({ Plus: z.array(sentText(64, 1)).check(z.maxLength(MOST_PRODUCTS)) }),
    response: Products,
    example: { as: 'owner', params: { venueId: 1, supplierId: 1 }, body: { Plus: [] } },
  }),
})
