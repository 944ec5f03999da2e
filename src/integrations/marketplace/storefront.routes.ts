import { networkOf } from '#platform/access/sign-in-limits.ts'
import { readStorefront } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { implement, type Service } from '#platform/web/implement.ts'
import { KeptAnswer } from '#platform/web/kept-answer.ts'
import { CallsByNetwork } from '#platform/web/limits.ts'
import { failure } from '#shared/failure.ts'
import { Storefront, storefront } from './storefront.contract.ts'
import { openStorefrontNow } from './storefront.sql.ts'

/** How long an answer is given again before it is looked at anew: nothing tells this process what others changed. */
const FRESH_MS = 2_000
/** How long whoever read it may keep it. */
const KEPT_SECONDS = 5
/** Locations whose answer is kept, those that do not exist among them. */
const MOST_KEPT = 10_000

interface Kept {
  until: number
  answer: Promise<KeptAnswer<Storefront> | undefined>
}

/** What a process keeps of storefronts, and who asked how often. */
interface Shelf {
  kept: Map<number, Kept>
  calls: CallsByNetwork
}

/** One for each database: a test has several. */
const shelves = new WeakMap<Database, Shelf>()

const shelfOf = ({ database, settings }: Service): Shelf => {
  const shelf = shelves.get(database) ?? { kept: new Map(), calls: new CallsByNetwork(settings.limits.storefrontsPerMinute) }
  shelves.set(database, shelf)
  return shelf
}

export const storefrontImplementation = implement(storefront, {
  storefront: async ({ service, caller, params }) => {
    const { kept, calls } = shelfOf(service)
    calls.count(networkOf(caller.ip))
    const answer = await keptAnswer(service, kept, params.location)
    if (!answer) throw failure('NotFound')
    return answer
  },
})

/** Many who ask at once wait for one question. */
const keptAnswer = (service: Service, kept: Map<number, Kept>, locationId: number): Kept['answer'] => {
  const known = kept.get(locationId)
  if (known && known.until > performance.now()) return known.answer
  const answer = readAnswer(service, locationId)
  kept.delete(locationId)
  kept.set(locationId, { until: performance.now() + FRESH_MS, answer })
  answer.catch(() => kept.delete(locationId))
  const oldest = kept.size > MOST_KEPT ? kept.keys().next().value : undefined
  if (oldest !== undefined) kept.delete(oldest)
  return answer
}

const readAnswer = async ({ database, clock }: Service, locationId: number): Kept['answer'] => {
  const read = await readStorefront(database, locationId, clock?.(), (venue) => openStorefrontNow(venue, locationId))
  return read && new KeptAnswer(Storefront.parse(read), KEPT_SECONDS)
}
