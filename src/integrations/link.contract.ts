import * as z from 'zod/mini'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Day, Id, IdNumber, shortText } from '#shared/fields.ts'
import type { Tag } from '#shared/permissions.ts'

/** Providers that are linked by signing in there, with the tag that linking takes. */
export const SIGN_IN_TAGS = {
  Stripe: 'can_linkpayment',
  Deputy: 'can_linkdeputy',
  Involv: 'can_linkinvolv',
  Shopify: 'can_linkshopify',
} as const satisfies Record<string, Tag>
export type SignInProvider = keyof typeof SIGN_IN_TAGS

/** Every provider that may be linked: the last two by naming a location's account there. */
export const LINK_TAGS = { ...SIGN_IN_TAGS, Deliverect: 'can_linkpayment', Tyro: 'can_linkpayment' } as const satisfies Record<string, Tag>
export type LinkedProvider = keyof typeof LINK_TAGS
const PROVIDER_NAMES = Object.keys(LINK_TAGS) as [LinkedProvider, ...LinkedProvider[]]

/** Why a link needs somebody, as codes that screens have sentences for. */
export const LINK_TROUBLES = ['revoked-there', 'refused', 'silent', 'busy', 'endless', 'unreadable'] as const
export type LinkTrouble = (typeof LINK_TROUBLES)[number]

/** A link as its screens show it. Nothing that a provider gave out to be kept secret. */
export const Link = z.object({
  /** Null: for the whole venue. */
  LocationId: z.nullable(z.int()),
  Status: z.enum(['Linked', 'Needs attention', 'Disconnecting']),
  AccountName: z.nullable(z.string()),
  /** The last four characters of what the provider calls the account; all of it where that is an address. */
  AccountEnds: z.string(),
  LinkedAt: z.string(),
  LinkedBy: z.nullable(z.string()),
  /** When the provider was last read without trouble. */
  LastSync: z.nullable(z.string()),
  Trouble: z.nullable(z.enum(LINK_TROUBLES)),
  TroubleSince: z.nullable(z.string()),
  /** Rows the provider answered that could not be read, such as "Roster/17"; all others were. They are looked at again until they can be, or are gone. */
  UnreadableRows: z.array(z.string()),
  /** When a provider that did not answer is told again that the link ended. */
  NextTry: z.nullable(z.string()),
  /** What the account may do by now, where the provider tells. */
  Ready: z.nullable(z.object({ Charges: z.boolean(), Payouts: z.boolean(), Details: z.boolean() })),
  /** How much of the last 90 days was fetched, in per cent; null once all of it was. */
  Fetched: z.nullable(z.int()),
  /** The first trading day that is fetched whole. Null before the first reading, and for a provider that is not read by days. */
  FirstDay: z.nullable(Day),
  /** What the provider allows Daybook there, in its own words. */
  Scopes: z.array(z.string()),
})
export type Link = z.output<typeof Link>

const Text = shortText(2000, 1)
const body = {
  /** What the provider sent the browser back with; the specification spells it both ways. */
  AuthorizationCode: z.optional(Text),
  AutorizationCode: z.optional(Text),
  RedirectURI: z.optional(Text),
  RedirectUri: z.optional(Text),
  /** As it was answered by oauth/start. Absent, the newest sign-in of this person that waits for the place is meant. */
  State: z.optional(shortText(200, 1)),
  VenueId: z.optional(IdNumber),
  LocationId: z.optional(IdNumber),
}
const needsCode = z.refine<{ AuthorizationCode?: string | undefined; AutorizationCode?: string | undefined }>(
  (sent) => sent.AuthorizationCode !== undefined || sent.AutorizationCode !== undefined,
  { error: 'is needed', path: ['AuthorizationCode'] },
)
/** What a provider that signs the way back sends with it; each is checked where it is sent. */
const signed = {
  Shop: z.optional(shortText(300, 1)),
  Hmac: z.optional(shortText(200, 1)),
  /** Seconds since 1970, as the provider wrote it. */
  Timestamp: z.optional(shortText(20, 1)),
  Host: z.optional(shortText(1000, 1)),
  /** Whatever else it sent back, as a query string: all of it is signed. */
  Rest: z.optional(shortText(2000, 1)),
}
const SignedExchange = z.object({ ...body, ...signed }).check(needsCode)
export type ExchangeBody = z.output<typeof SignedExchange>
/** Of providers that sign nothing those fields are refused like others there are none of. */
const Exchange = z.object(body).check(needsCode) as unknown as typeof SignedExchange
const LinkAnswer = z.object({ Link })
const LinksAnswer = z.object({
  /** Whether this server is set up for the provider. */
  Ready: z.boolean(),
  Links: z.array(Link),
})

const common = { barredWhileImpersonating: true } as const
const exchange = { ...common, method: 'POST', strict: true, asksOutside: true, body: Exchange, response: LinkAnswer } as const
const end = { ...common, method: 'DELETE' } as const
const ofVenue = { venueParam: 'id', params: z.object({ id: Id }) } as const
const ofLocation = { locationParam: 'id', params: z.object({ id: Id }) } as const
const ofBoth = { venueParam: 'id', placeParam: 'locationId', params: z.object({ id: Id, locationId: Id }) } as const

/**
 * The calls that link a provider and end the link, by what they are for: the venue and one location of it. One description for every
 * provider; what differs is the tag, the word in the path, and how the path of a location begins.
 * @param code an example of what a browser comes back with
 * @param signs the provider signs what it sends the browser back with
 */
export const tokenCalls = <const T extends Tag>(provider: string, tag: T, word: string, places: 'location' | 'locations', code: string, signs = false) => {
  const access = orAdmin([tag])
  const body = signs ? SignedExchange : Exchange
  return contract({
    links: operation({
      ...ofVenue,
      method: 'GET',
      path: `/venue/:id/${word}`,
      summary: `What is linked with ${provider}: the link of the whole venue, and those of the locations granted to you.`,
      access,
      response: LinksAnswer,
      example: { as: 'owner', params: { id: 1 } },
    }),
    linkVenue: operation({
      ...exchange,
      ...ofVenue,
      wholeVenue: true,
      path: `/venue/:id/${word}`,
      summary: `Link the whole venue with ${provider}, with the code it sent the browser back with. Needs access to all locations.`,
      access,
      body,
      example: { as: 'owner', params: { id: 1 }, body: { AuthorizationCode: code } },
    }),
    endVenue: operation({
      ...end,
      ...ofVenue,
      wholeVenue: true,
      path: `/venue/:id/${word}`,
      summary: `End the venue's link with ${provider}. Locations with a link of their own keep it.`,
      access,
      example: { as: 'owner', params: { id: 1 } },
    }),
    linkLocation: operation({
      ...exchange,
      ...ofLocation,
      path: `/${places}/:id/${word}`,
      summary: `Link one location with ${provider}. The location then uses this link instead of the venue's.`,
      access,
      body,
      example: { as: 'owner', params: { id: 1 }, body: { AuthorizationCode: code } },
    }),
    endLocation: operation({
      ...end,
      ...ofLocation,
      path: `/${places}/:id/${word}`,
      summary: `End a location's link with ${provider}. The location then uses the venue's link, if there is one.`,
      access,
      example: { as: 'owner', params: { id: 1 } },
    }),
  })
}

/** The further paths by which Stripe is linked: a location below its venue, and the open venue without naming it. */
export const morePaymentCalls = contract({
  linkPlace: operation({
    ...exchange,
    ...ofBoth,
    path: '/venue/:id/locations/:locationId/paymenttokens',
    summary: 'Link one location of a venue with Stripe.',
    access: orAdmin(['can_linkpayment']),
    example: { as: 'owner', params: { id: 1, locationId: 2 }, body: { AuthorizationCode: '{stripe-code}' } },
  }),
  endPlace: operation({
    ...end,
    ...ofBoth,
    path: '/venue/:id/locations/:locationId/paymenttokens',
    summary: "End one location's link with Stripe.",
    access: orAdmin(['can_linkpayment']),
    example: { as: 'owner', params: { id: 1, locationId: 2 } },
  }),
  linkOpenVenue: operation({
    ...exchange,
    path: '/paymenttokens',
    wholeVenue: true,
    summary: 'Link the open venue with Stripe. Needs access to all of its locations.',
    access: ['can_linkpayment'],
    example: { as: 'owner', body: { AuthorizationCode: '{stripe-code}' } },
  }),
  endOpenVenue: operation({
    ...end,
    path: '/paymenttokens',
    wholeVenue: true,
    summary: "End the open venue's link with Stripe.",
    access: ['can_linkpayment'],
    example: { as: 'owner' },
  }),
})

/** Where signing in at a provider begins, and how a link is looked at anew. */
export const oauth = contract({
  check: operation({
    ...common,
    method: 'POST',
    path: '/oauth/check',
    summary: 'Read a linked account now instead of waiting for the next webhook or tonight. The call returns at once, and the reading follows.',
    access: orAdmin({ anyOf: Object.values(LINK_TAGS) as [Tag, ...Tag[]] }),
    body: z.object({
      Provider: z.enum(PROVIDER_NAMES),
      /** Absent: the link of the whole venue. */
      LocationId: z.optional(IdNumber),
    }),
    example: { as: 'owner', body: { Provider: 'Stripe', LocationId: 1 } },
  }),
  start: operation({
    ...common,
    method: 'POST',
    path: '/oauth/start',
    summary: 'Start linking a provider. The answer is the address to send the browser to. The same person has ten minutes to come back, once.',
    access: orAdmin({ anyOf: Object.values(SIGN_IN_TAGS) as [Tag, ...Tag[]] }),
    strict: true,
    body: z.object({
      Provider: z.enum(Object.keys(SIGN_IN_TAGS) as [SignInProvider, ...SignInProvider[]]),
      /** Absent: the whole venue. */
      LocationId: z.optional(IdNumber),
      RedirectURI: Text,
      ShopUrl: z.optional(shortText(300, 1)),
    }),
    response: z.object({ AuthUrl: z.string(), State: z.string(), ExpiresAt: z.string() }),
    example: { as: 'owner', body: { Provider: 'Stripe', LocationId: 1, RedirectURI: '{origin}/stripe/connect' } },
  }),
})

/** What may have happened to a link, as its history shows it. */
const LINK_EVENTS = ['Linked', 'Renewed', 'Failed', 'Fetched', 'Trouble', 'Works', 'DomainRefused', 'DomainTaken', 'Ended', 'Closed', 'GivenUp'] as const

const LinkEvent = z.object({
  At: z.string(),
  What: z.enum(LINK_EVENTS),
  /** Who did it; null where the provider or Daybook did. */
  By: z.nullable(z.string()),
  /** Why it stopped working. */
  Trouble: z.nullable(z.enum(LINK_TROUBLES)),
  /** The domain that was refused, or is taken again. */
  Domain: z.nullable(z.string()),
  /** Names of those who were mailed; may be empty. */
  MailedTo: z.string(),
})
export type LinkEvent = z.output<typeof LinkEvent>

export const linkHistory = contract({
  history: operation({
    method: 'GET',
    path: '/venue/:id/links/history',
    venueParam: 'id',
    summary: 'What happened to the link of the whole venue or of a location with a provider: who linked it, when it stopped working and why, newest first.',
    access: orAdmin({ anyOf: [...(Object.values(LINK_TAGS) as [Tag, ...Tag[]]), 'can_editsettings'] }),
    params: z.object({ id: Id }),
    query: z.object({
      Provider: z.enum(PROVIDER_NAMES),
      /** Absent: the whole venue. */
      LocationId: z.optional(Id),
    }),
    response: z.object({ Events: z.array(LinkEvent) }),
    example: { as: 'owner', params: { id: 1 }, query: { Provider: 'Stripe' } },
  }),
})
