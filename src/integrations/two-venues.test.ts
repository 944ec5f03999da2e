import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import { BURGER, DeliverectHouse } from '#tests/deliverect-house.ts'
import { outcome, type StaffRoom } from '#tests/staff-room.ts'
import { linkTyro, MID, terminalDay } from '#tests/tyro-house.ts'
import type { Answered, Visitor } from '#tests/visitor.ts'

/** Somebody of a venue, and the location they link. */
interface Venue {
  who: Visitor
  venueId: number
  place: number
}

/** A provider's account: how it is linked and ended, how something happens there of which Daybook hears, and what a venue has of it. */
interface Account {
  link(at: Venue): Promise<Answered<never> | Answered>
  end: string
  happens(): Promise<unknown>
  has: string
}

const SHOP = 'mixed.myshopify.com'
const CLUB = 'club_mixed'

let at: DeliverectHouse
let one: Venue
let other: Venue

beforeAll(async () => {
  at = await DeliverectHouse.open('First House')
  const venue = async (room: StaffRoom, name: string): Promise<Venue> => {
    const who = await room.at(name, ['can_linkpayment', 'can_linkshopify', 'can_linkinvolv'])
    return { who, venueId: room.venueId, place: room.locationIds[0] ?? 0 }
  }
  one = await venue(at.house.room, 'first-linker')
  other = await venue(await at.house.another('Second House'), 'second-linker')
  at.house.shopify.shop(SHOP, { name: 'Mixed Online' })
  at.house.tyro.merchant(MID)
  at.house.involv.account(CLUB)
})
afterAll(() => at.close())

const SALES = 'select coalesce(sum(total), 0)::int as n from sale where venue_id = '

const ACCOUNTS: Record<string, Account> = {
  Shopify: {
    link: ({ who, place }) => at.house.linkShopify(who, SHOP, place),
    end: '/location/:place/shopifytokens',
    happens: async () => {
      const { id } = at.house.shopify.shop(SHOP).books.place([{ quantity: 1, unit: 1000 }], { at: new Date() })
      await at.house.shopify.tell(SHOP, 'orders/create', { id })
    },
    has: SALES,
  },
  Deliverect: {
    link: ({ who, venueId, place }) => {
      const { accountId: DeliverectId, locationId: DeliverectLocationId } = at.bar
      return who.call('POST', `/venue/${venueId}/location/${place}/deliverect`, { body: { DeliverectId, DeliverectLocationId } })
    },
    end: '/venue/:venue/location/:place/deliverect',
    happens: () => at.fake.send(at.fake.order(at.bar, { items: [BURGER] })),
    has: SALES,
  },
  Tyro: {
    link: ({ who, place }) => linkTyro(who, place),
    end: '/venue/:venue/location/:place/tyro',
    happens: async () => {
      const { transactionId } = at.house.tyro.merchant(MID).books.pay(terminalDay(0), { sale: 1000 })
      const { body, signature } = at.house.tyro.webhook('MERCHANT_UPDATED', transactionId, `pay-terminal/merchants/${MID}`)
      const headers = { 'content-type': 'application/json', 'tyro-connect-signature': signature }
      expect((await fetch(`${at.house.app.url}/api/webhooks/tyro`, { method: 'POST', headers, body })).status).toBe(200)
    },
    has: 'select coalesce(sum(total), 0)::int as n from terminal_payment where venue_id = ',
  },
  Involv: {
    link: ({ who, place }) => at.house.linkInvolv(who, CLUB, place),
    end: '/locations/:place/involvtokens',
    happens: async () => {
      const { books } = at.house.involv.account(CLUB)
      const member = [...books.members.values()][0] ?? books.member('MIXED-1')
      books.move(member.id, 'accrue', 10)
      for (const { who, place } of [one, other]) await who.call('POST', '/oauth/check', { body: { Provider: 'Involv', LocationId: place } })
    },
    has: 'select coalesce(sum(points - owed), 0)::int as n from loyalty_card where venue_id = ',
  },
}

it.each(Object.entries(ACCOUNTS))(
  'an account of %s that two venues want never mixes: one has it, and after the end of its link the other',
  async (_, account) => {
    const { link, end, happens, has } = account
    const sql = connectAsOwner(at.house.app.databaseUrl)
    const before = new Map<number, number>()
    const counted = async ({ venueId }: Venue) => (await sql.unsafe<{ n: number }[]>(`${has}${venueId}`))[0]?.n ?? 0
    for (const venue of [one, other]) before.set(venue.venueId, await counted(venue))
    const here = async () => [await counted(one), await counted(other)].map((n, i) => n - (before.get([one, other][i]?.venueId ?? 0) ?? 0))
    const happened = async () => {
      await happens()
      await at.house.work()
      return here()
    }
    try {
      expect((await link(one)).status).toBe(200)
      await at.house.work()
      const [first = 0, none] = await happened()
      expect([first > 0, none]).toEqual([true, 0])
      // Whoever asks for it second gets nothing of it, now or later.
      expect(outcome(await link(other))).toEqual([409, 'AccountLinkedElsewhere'])
      const [second = 0, stillNone] = await happened()
      expect([second > first, stillNone]).toEqual([true, 0])
      const ending = end.replace(':venue', String(one.venueId)).replace(':place', String(one.place))
      expect((await one.who.call('DELETE', ending)).status).toBe(204)
      await at.house.work({ evenLater: true })
      expect(await happened()).toEqual([second, 0])
      expect((await link(other)).status).toBe(200)
      await at.house.work()
      const [kept, theirs = 0] = await here()
      expect([kept, theirs > 0]).toEqual([second, true])
      const [after, more = 0] = await happened()
      expect([after, more > theirs]).toEqual([second, true])
    } finally {
      await sql.end()
    }
  },
)
