import { noteWorking, type OpenLink } from '#integrations/link.sql.ts'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { endWalk, noteWalked, walkOf } from '#integrations/link-sync.sql.ts'
import { type AccountReading, readAccount } from '#integrations/read-account.job.ts'
import type { LinkName } from '#platform/access/linked-accounts.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { JobGiven } from '#platform/jobs/jobs.ts'
import { waitingWebhooks, webhooksDone } from '#platform/web/webhook-store.ts'
import { domainsKept, noteDomain } from './domains.sql.ts'
import { daysByOldRates, recountPaymentDays } from './payment-days.sql.ts'
import { type Account, keepDisputes, keepEntries, keepPaidOut, keepPayments, keepPayouts, unsettled } from './payments.sql.ts'
import { isDomainRefused, objectAt, pageOf, stateOfAccount } from './stripe-api.adapter.ts'
import { Charge, chargesAmong, Dispute, Entry, PaidOut, Payout } from './stripe-payments.rules.ts'

/** What is read in one go; what is left is read by the next job. */
const MOST_PAGES = 600
const MOST_ROUNDS = 5

/**
 * Reads what an account has since it was read last, and what webhooks told of. Whatever they say, what is kept is what Stripe answers now,
 * so neither their order nor their repetition matters. It may be ended anywhere: the next one goes on from the last page that was stored.
 */
export const syncStripe = (given: JobGiven, name: LinkName): Promise<void> => readAccount(given, name, (account) => new Reading(given, name, account).all())

/** One page of a list: what it names, how to store it, and whether there is more. */
interface Page {
  ids: string[]
  /** When the last of it was created, in seconds. */
  last: number
  hasMore: boolean
  keep(venue: VenueScope): Promise<void>
}

/** The lists an account has, in the order they are read: payments before what belongs to them, and payouts after the entries they paid out. */
const STREAMS = [
  { stream: 'charges', path: '/v1/charges', shape: Charge, expand: undefined, keep: keepPayments },
  { stream: 'disputes', path: '/v1/disputes', shape: Dispute, expand: undefined, keep: keepDisputes },
  { stream: 'entries', path: '/v1/balance_transactions', shape: Entry, expand: 'data.source', keep: keepEntries },
  { stream: 'payouts', path: '/v1/payouts', shape: Payout, expand: undefined, keep: keepPayouts },
] as const

class Reading {
  readonly #given: JobGiven
  readonly #link: OpenLink
  readonly #venueId: number
  readonly #reading: AccountReading
  readonly #account: Account
  /** What was met in this round, and so needs not be asked for by itself. */
  readonly #met = new Set<string>()
  #pagesLeft = MOST_PAGES

  constructor(given: JobGiven, { venueId }: LinkName, reading: AccountReading) {
    const { link } = reading
    this.#given = given
    this.#venueId = venueId
    this.#link = link
    this.#reading = reading
    this.#account = { linkId: link.linkId, locationId: link.locationId }
  }

  get #settings() {
    return this.#given.service.settings.providers
  }

  /**
   * Everything, and what is told meanwhile.
   * @returns whether nothing is left
   */
  async all(): Promise<boolean> {
    const { house } = this.#given.service.database
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const told = await waitingWebhooks(house, this.#venueId, this.#link.linkId)
      if (round > 0 && told.length === 0) return true
      const state = await stateOfAccount(this.#settings, this.#link.accountId)
      await this.#reading.store((venue) => noteWorking(venue, this.#link.linkId, state))
      this.#met.clear()
      if (told.length === 0) await this.#tellDomains()
      // All lists end at one moment, so that every entry of a listed payout is listed too.
      await this.#reading.within((venue) => Promise.all(STREAMS.map(({ stream }) => walkOf(venue, this.#link, stream))))
      for (const { stream } of STREAMS) if (!(await this.#walk(stream))) return false
      const named = told.flatMap(({ objectId }) => (objectId ? [objectId] : []))
      const open = told.length === 0 ? await this.#reading.within((venue) => unsettled(venue, this.#account)) : []
      for (const id of new Set([...named, ...open])) if (!this.#met.has(id)) await this.#lookAt(id)
      await this.#reading.store(async (venue) => recountPaymentDays(venue, await daysByOldRates(venue)))
      await webhooksDone(
        house,
        'Stripe',
        told.map(({ eventId }) => eventId),
      )
    }
    return false
  }

  /**
   * Walks back through a list, from now to where the last walk began.
   * @returns whether it came to the end
   */
  async #walk(stream: (typeof STREAMS)[number]['stream']): Promise<boolean> {
    const { linkId } = this.#link
    const walk = await this.#reading.within((venue) => walkOf(venue, this.#link, stream))
    for (let after = walk.after; ; ) {
      if (this.#pagesLeft-- <= 0) return false
      const page = await this.#page(stream, {
        'created[gte]': Math.floor(walk.since.getTime() / 1000),
        'created[lte]': Math.ceil(walk.until.getTime() / 1000),
        starting_after: after ?? undefined,
      })
      const next = page.ids.at(-1)
      // A list that goes on and says nothing new has no end.
      if (page.hasMore && (next === undefined || next === after)) throw new ProviderTrouble('endless')
      await this.#reading.store((venue) => page.keep(venue))
      // The walk passes a payout only once its entries are stored.
      if (stream === 'payouts') for (const id of page.ids) await this.#readPayout(id)
      await this.#reading.store((venue) =>
        page.hasMore && next ? noteWalked(venue, linkId, stream, next, new Date(page.last * 1000)) : endWalk(venue, linkId, stream),
      )
      for (const id of page.ids) this.#met.add(id)
      if (!page.hasMore) return true
      after = next ?? null
    }
  }

  async #page(stream: (typeof STREAMS)[number]['stream'], fields: Record<string, string | number | undefined>): Promise<Page> {
    const { accountId } = this.#link
    const list = STREAMS.find((one) => one.stream === stream) as (typeof STREAMS)[number]
    const { items, hasMore } = await pageOf(this.#settings, accountId, list.path, list.shape as typeof Charge, { ...fields, 'expand[]': list.expand })
    const keep = list.keep as typeof keepPayments
    return {
      ids: items.map(({ id }) => id),
      last: items.at(-1)?.created ?? 0,
      hasMore,
      keep: async (venue) => {
        if (stream === 'entries') await keepPayments(venue, this.#account, chargesAmong(items as unknown as Entry[]))
        await keep(venue, this.#account, items)
      },
    }
  }

  /** Domains that were registered before the account was linked, or while Stripe was away. */
  async #tellDomains(): Promise<void> {
    for (const domain of await this.#reading.within(domainsKept)) {
      const isRefused = await isDomainRefused(this.#settings, this.#link.accountId, domain)
      await this.#reading.store((venue) => noteDomain(venue, this.#account, domain, isRefused))
    }
  }

  /** One thing as it stands now, by what its id says it is; others are met in the lists. */
  async #lookAt(id: string): Promise<void> {
    const { accountId } = this.#link
    if (/^(ch|py)_[A-Za-z0-9]+$/.test(id)) {
      const charge = await objectAt(this.#settings, accountId, `/v1/charges/${id}`, Charge)
      if (charge) await this.#reading.store((venue) => keepPayments(venue, this.#account, [charge]))
    } else if (/^(dp|du)_[A-Za-z0-9]+$/.test(id)) {
      const dispute = await objectAt(this.#settings, accountId, `/v1/disputes/${id}`, Dispute)
      if (dispute) await this.#reading.store((venue) => keepDisputes(venue, this.#account, [dispute]))
    } else if (/^po_[A-Za-z0-9]+$/.test(id)) {
      const payout = await objectAt(this.#settings, accountId, `/v1/payouts/${id}`, Payout)
      // Entries first: a payout that is stored as paid is not looked at again.
      if (!payout) return
      await this.#readPayout(id)
      await this.#reading.store(async (venue) => {
        await keepPayouts(venue, this.#account, [payout])
        await keepPaidOut(venue, id, [])
      })
    }
  }

  /** Which entries a payout paid out. */
  async #readPayout(id: string): Promise<void> {
    for (let after: string | undefined, pages = 0; pages < MOST_PAGES; pages += 1) {
      const { items, hasMore } = await pageOf(this.#settings, this.#link.accountId, '/v1/balance_transactions', PaidOut, { payout: id, starting_after: after })
      const ids = items.map((one) => one.id)
      if (ids.length > 0) await this.#reading.store((venue) => keepPaidOut(venue, id, ids))
      if (!hasMore) return
      if (ids.at(-1) === undefined || ids.at(-1) === after) throw new ProviderTrouble('endless')
      after = ids.at(-1)
    }
  }
}
