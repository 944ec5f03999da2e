import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reconcileLedger } from '#features/ledger/reconcile-ledger.job.ts'
import { jobGivenAt } from '#tests/dying-database.ts'
import { INVOLV_ACCOUNT as ACCOUNT, freshInvolv, netOf } from '#tests/involv-house.ts'
import { LinkHouse } from '#tests/link-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { InvolvConflicts } from './involv.contract.ts'
import type { FakeMember, InvolvBooks } from './involv-books.fake.ts'
import { syncInvolv } from './involv-sync.job.ts'

let house: LinkHouse
let owner: Visitor
let front: number

beforeAll(async () => {
  house = await LinkHouse.open('Random House')
  ;[front = 0] = house.room.locationIds
  owner = await house.room.at('random-owner', ['can_linkinvolv', 'can_viewloyalty', 'can_editloyalty'])
})
afterAll(() => house.close())

const CARDS = ['N1', 'N2', 'N3'] as const
/** Enough that nobody comes below zero. */
const BEGINNING = 1000

type Step =
  | { do: 'there'; card: number; points: number; late: boolean }
  | { do: 'here'; card: number; points: number }
  | { do: 'read' }
  | { do: 'kill'; after: number }
  | { do: 'lose'; route: 'adjustments' | 'transactions' | 'members'; how: 'answer' | 'question' }
  | { do: 'relink' }

const points = fc.integer({ min: -40, max: 40 }).filter((n) => n !== 0)
const card = fc.nat(CARDS.length - 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('there' as const), card, points, late: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('here' as const), card, points }) },
  { weight: 3, arbitrary: fc.constant({ do: 'read' as const }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('kill' as const), after: fc.nat(25) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('lose' as const),
      route: fc.constantFrom('adjustments' as const, 'transactions' as const, 'members' as const),
      how: fc.constantFrom('answer' as const, 'question' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'relink' as const }) },
)

it('no point is doubled or lost, whatever order reading and telling come in, how often, and wherever they are killed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 18 }), async (steps) => {
      const books = await freshInvolv(house)
      const members = CARDS.map((number) => books.member(number, { points_balance: BEGINNING }))
      const expected = CARDS.map(() => BEGINNING)
      const run = new Run(books, members)
      await run.begin()
      for (const one of steps) {
        if (one.do === 'there' || one.do === 'here') expected[one.card] = (expected[one.card] ?? 0) + one.points
        await run.take(one)
      }
      // What was to fail and was not asked for fails now.
      for (let left = steps.filter((one) => one.do === 'lose').length + 2; left > 0; left -= 1) await run.read()
      expect(await Promise.all(CARDS.map((number) => netOf(house, number)))).toEqual(expected)
      expect(members.map(({ points_balance }) => points_balance)).toEqual(expected)
      expect((await owner.call<InvolvConflicts>('GET', `/venue/${house.room.venueId}/involvconflicts`)).body.Conflicts).toEqual([])
      expect(await reconcileLedger(house.app.database, house.room.venueId, new Date())).toEqual([])
    }),
    { numRuns: 25 },
  )
}, 600_000)

/** One way things may go. */
class Run {
  readonly #books: InvolvBooks
  readonly #members: readonly FakeMember[]
  #linkId = ''
  /** Whoever died holds the account for a while: every reading is a minute later. */
  #minutes = 0

  constructor(books: InvolvBooks, members: readonly FakeMember[]) {
    this.#books = books
    this.#members = members
  }

  async begin(): Promise<void> {
    expect((await house.linkInvolv(owner, ACCOUNT)).status).toBe(200)
    const [link] = await house.app.database.readVenue(
      house.room.venueId,
      (sql) => sql<{ id: string }[]>`select link_id::text as id from link where venue_id = ${house.room.venueId} and status in ('connected', 'attention')`,
    )
    this.#linkId = link?.id ?? ''
    await this.read()
  }

  async take(one: Step): Promise<void> {
    if (one.do === 'there') {
      const { id } = this.#members[one.card] as FakeMember
      const late = { occurred_at: new Date(Date.now() - 20 * 86_400_000).toISOString() }
      this.#books.move(id, one.points > 0 ? 'accrue' : 'redeem', one.points, one.late ? late : {})
    } else if (one.do === 'here') {
      const sent = { body: { Points: one.points, LocationId: front, Comments: 'Test' } }
      expect((await owner.call('POST', `/loyalty/${CARDS[one.card]}/points`, sent)).status).toBe(200)
    } else if (one.do === 'read') await this.read()
    else if (one.do === 'kill') await this.read(one.after)
    else if (one.do === 'lose') {
      const { id } = this.#members[0] as FakeMember
      const route = one.route === 'members' ? '/api/members' : `/api/members/${id}/${one.route}`
      house.involv.standIn.failNext(one.how === 'answer' ? { route, dropConnection: true } : { route, status: 503 })
      await this.read()
    } else {
      await owner.call('DELETE', `/venue/${house.room.venueId}/involvtokens`)
      await house.work()
      await this.begin()
    }
  }

  /** Reads the account now. @param killedAfter so many transactions */
  async read(killedAfter?: number): Promise<void> {
    this.#minutes += 1
    const given = jobGivenAt(house.app, new Date(Date.now() + this.#minutes * 60_000), killedAfter)
    const read = syncInvolv(given, { venueId: house.room.venueId, linkId: this.#linkId })
    if (killedAfter === undefined) await read
    else await read.catch((error: Error) => expect(error.message).toBe('killed'))
  }
}
