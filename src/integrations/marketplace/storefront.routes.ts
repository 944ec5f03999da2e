import { networkOf } from '#platform/access/sign-in-limits.ts'
import { readStorefront } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { implement, type Service } from '#platform/web/implement.ts'
import { KeptAnswer } from '#platform/web/kept-answer.ts'
import { CallsByNetwork } from '#platform/web/limits.ts'
import { ShortCache } from '#platform/web/short-cache.ts'
import { failure } from '#shared/failure.ts'
import { Storefront, storefront } from './storefront.contract.ts'
import { openStorefrontNow } from './storefront.sql.ts'

/** How long an answer is given again before it is looked at anew. */
const FRESH_MS = 2_000
/** How long whoever read it may keep it. */
const KEPT_SECONDS = 5
/** Locations whose answer is kept, those that do not exist among them. */
const MOST_KEPT = 10_000

/** What a process keeps of storefronts, and who asked how often. */
interface Shelf {
  answers: ShortCache<KeptAnswer<Storefront> | undefined>
  calls: CallsByNetwork
}

/** One for each database: a test has several. */
const shelves = new WeakMap<Database, Shelf>()

const shelfOf = ({ database, settings }: Service): Shelf => {
  const shelf = shelves.get(database) ?? { answers: new ShortCache(FRESH_MS, MOST_KEPT), calls: new CallsByNetwork(settings.limits.storefrontsPerMinute) }
  shelves.set(database, shelf)
  return shelf
}

export const storefrontImplementation = implement(storefront, {
  storefront: async ({ service, caller, params }) => {
    const { answers, calls } = shelfOf(service)
    calls.count(networkOf(caller.ip))
    const answer = await answers.read(params.location, () => answerNow(service, params.location))
    if (!answer) throw failure('NotFound')
    return answer
  },
})

const answerNow = async ({ database, clock }: Service, locationId: number): Promise<KeptAnswer<Storefront> | undefined> => {
  const read = await readStorefront(database, locationId, clock?.(), (venue) => openStorefrontNow(venue, locationId))
  return read && new KeptAnswer(Storefront.parse(read), KEPT_SECONDS)
}
