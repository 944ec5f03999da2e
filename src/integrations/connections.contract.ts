import * as z from 'zod/mini'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Id } from '#shared/fields.ts'
import type { Tag } from '#shared/permissions.ts'
import { LINK_TAGS, Link, type LinkedProvider, SIGN_IN_TAGS, type SignInProvider } from './link.contract.ts'

/** Everything Connections lists, with the tag that linking takes; of a marketplace nothing is linked, there are settings of ours. */
export const PROVIDER_TAGS = { ...LINK_TAGS, Marketplace: 'can_linkpayment' } as const satisfies Record<string, Tag>
export type AnyProvider = keyof typeof PROVIDER_TAGS
export const ALL_PROVIDERS = Object.keys(PROVIDER_TAGS) as [AnyProvider, ...AnyProvider[]]
export const isLinkedBySigningIn = (provider: AnyProvider): provider is SignInProvider => provider in SIGN_IN_TAGS

/** A provider as Connections lists it. */
const ListedProvider = z.object({
  Provider: z.enum(ALL_PROVIDERS),
  /** Whether you may link it; the whole venue takes all locations. */
  MayLink: z.boolean(),
  /** Whether this server is set up for it. */
  Ready: z.boolean(),
  /** Settings it cannot work without that are missing, by name. */
  Missing: z.array(z.string()),
  /** Whether it is chosen to be linked for the venue or at each location. */
  Scope: z.enum(['venue', 'location']),
})
export type ListedProvider = z.output<typeof ListedProvider>

const ListedLink = z.extend(Link, {
  Provider: z.enum(Object.keys(LINK_TAGS) as [LinkedProvider, ...LinkedProvider[]]),
  /** Not linked: it was, and its history is still there. */
  Status: z.enum(['Linked', 'Needs attention', 'Disconnecting', 'Not linked']),
  /** Domains that the linked account does not take. */
  RefusedDomains: z.array(z.string()),
})
export type ListedLink = z.output<typeof ListedLink>

const anyOf = [...new Set<Tag>([...Object.values(PROVIDER_TAGS), 'can_editsettings'])] as [Tag, ...Tag[]]

/** What is linked, for one screen. */
export const connections = contract({
  list: operation({
    method: 'GET',
    path: '/venue/:id/links',
    venueParam: 'id',
    summary:
      'Every link of the venue and of the locations granted to you, with what needs attention. With can_editsettings it has all providers, otherwise those you may link.',
    access: orAdmin({ anyOf }),
    params: z.object({ id: Id }),
    response: z.object({
      Providers: z.array(ListedProvider),
      /** By provider, the link of the whole venue first. */
      Links: z.array(ListedLink),
      /** Whether you hold all locations, as linking the whole venue takes. */
      AllLocations: z.boolean(),
      /** Locations that publish a storefront, by the name it shows. Nothing is signed in for, so nothing can need somebody. */
      Storefronts: z.array(z.object({ LocationId: z.int(), Name: z.string() })),
      /** Domains payments are taken on; empty for those who may not link payments. */
      Domains: z.array(z.object({ Domain: z.string(), Shown: z.string() })),
      /** What Deputy names and nobody has matched yet; null where it is not linked, or you may not see all locations. */
      Unmatched: z.nullable(z.object({ People: z.int(), Areas: z.int() })),
      /** By provider: online orders that are no sales, since nobody matched their place or they were refused, and orders their till left for ten minutes. */
      Orders: z.array(z.object({ Provider: z.enum(['Shopify', 'Deliverect']), NoSales: z.int(), LeftByTill: z.int() })),
    }),
    example: { as: 'owner', params: { id: 1 } },
  }),
})
