import * as z from 'zod/mini'
import { ProviderText } from '#integrations/provider-text.rules.ts'
import { flatItems } from './deliverect-amounts.rules.ts'
import type { DeliverectOrder } from './deliverect-order.rules.ts'

const Text = z.optional(z.nullable(ProviderText))

/** Persons and wishes of an order, which the till alone needs: nothing of it is wrong, and none of it is kept for long. */
const ForTheTill = z.object({
  note: Text,
  pickupTime: Text,
  deliveryTime: Text,
  customer: z.optional(z.nullable(z.object({ name: Text, phoneNumber: Text, phoneAccessCode: Text, note: Text }))),
  deliveryAddress: z.optional(z.nullable(z.object({ street: Text, streetNumber: Text, postalCode: Text, city: Text, extraAddressInfo: Text }))),
})

/** What a till is handed of an order. */
export const TillContent = z.object({
  Note: z.string(),
  PickupAt: z.nullable(z.string()),
  DeliveryAt: z.nullable(z.string()),
  Customer: z.object({ Name: z.string(), Phone: z.string(), Note: z.string() }),
  Address: z.string(),
  Items: z.array(
    z.object({
      Plu: z.string(),
      Name: z.string(),
      Quantity: z.int(),
      /** Of one, in minor units. */
      Price: z.int(),
      Remark: z.string(),
      /** Where the item it belongs to stands in the list, from 0; null for one by itself. */
      Parent: z.nullable(z.int()),
    }),
  ),
})
export type TillContent = z.output<typeof TillContent>

/** What the till is handed of an order, in words and minor units of the location. */
export const tillContent = (body: unknown, order: DeliverectOrder, scaled: (amount: number) => number): TillContent => {
  const { note, pickupTime, deliveryTime, customer, deliveryAddress } = ForTheTill.safeParse(body).data ?? {}
  const { street, streetNumber, postalCode, city, extraAddressInfo } = deliveryAddress ?? {}
  const phone = [customer?.phoneNumber, customer?.phoneAccessCode && `(${customer.phoneAccessCode})`]
  return {
    Note: note ?? '',
    PickupAt: pickupTime ?? null,
    DeliveryAt: deliveryTime ?? null,
    Customer: { Name: customer?.name ?? '', Phone: words(phone), Note: customer?.note ?? '' },
    Address: words([street, streetNumber, postalCode, city, extraAddressInfo]),
    Items: flatItems(order.items).map(({ item, quantity, parent }) => ({
      Plu: item.plu ?? '',
      Name: item.name ?? '',
      Quantity: Math.min(quantity, 100_000),
      Price: scaled(item.price),
      Remark: item.remark ?? '',
      Parent: parent ?? null,
    })),
  }
}

const words = (parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' ')
