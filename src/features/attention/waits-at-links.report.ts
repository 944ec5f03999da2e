import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Odd } from './attention.contract.ts'
import { keyOf, momentKey } from './attention.rules.ts'

/** What waits for somebody at links, asked of the integrations. */
export interface WaitsAtLinks {
  /** People and areas of Deputy that nobody matched; null where the reader is not told. */
  unmatched(scope: VenueScope): Promise<{ People: number; Areas: number; newest: number } | null>
  /** Online orders that are no sales, or that their till left. */
  orders(
    scope: VenueScope,
    providers: readonly Providers[],
  ): Promise<{ Provider: 'Shopify' | 'Deliverect'; NoSales: number; LeftByTill: number; newestAt: Date }[]>
}

type Providers = 'Deputy' | 'Shopify' | 'Deliverect'

const OF_ORDERS = ['Shopify', 'Deliverect'] as const

/** What waits at the links of these providers. One more of it is another occurrence, which comes up although the last one was dismissed. */
export const waitingAtLinks = async (scope: VenueScope, waits: WaitsAtLinks, providers: readonly string[]): Promise<Odd[]> => {
  const unmatched = providers.includes('Deputy') ? await waits.unmatched(scope) : null
  const ofOrders = OF_ORDERS.filter((provider) => providers.includes(provider))
  const orders = ofOrders.length > 0 ? await waits.orders(scope, ofOrders) : []
  return [
    ...orders.map(
      ({ Provider, NoSales, LeftByTill, newestAt }): Odd => ({
        ...{ Kind: 'Orders', Key: keyOf('Orders', null, Provider, momentKey(newestAt)), LocationId: null },
        ...{ Provider, NoSales, LeftByTill },
      }),
    ),
    ...(unmatched && unmatched.People + unmatched.Areas > 0
      ? [
          {
            ...({ Kind: 'Unmatched', LocationId: null, Provider: 'Deputy' } as const),
            Key: keyOf('Unmatched', null, 'Deputy', unmatched.newest),
            ...{ People: unmatched.People, Areas: unmatched.Areas },
          },
        ]
      : []),
  ]
}
