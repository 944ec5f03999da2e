import { DeliverectFake } from '#integrations/deliverect/deliverect.fake.ts'
import type { FakeItem, FakeLocation, FakeOrder } from '#integrations/deliverect/deliverect-books.fake.ts'
import { LinkHouse } from './link-house.ts'
import { adminAt } from './staff-room.ts'
import type { StartAppOptions } from './start-app.ts'
import type { Answered, Visitor } from './visitor.ts'

export const BURGER: FakeItem = { plu: 'BRGR', name: 'Burger', price: 1850, quantity: 1, productType: 1 }
const DELIVERECT_SECRET = 'production-secret'

/** A house whose Deliverect is a stand-in, which knows one location at first. */
export class DeliverectHouse {
  readonly house: LinkHouse
  readonly fake: DeliverectFake
  readonly owner: Visitor
  readonly front: number
  readonly back: number
  bar: FakeLocation
  /** Sales stay; what was there before does not count. */
  #before: Record<string, number> = {}

  private constructor(house: LinkHouse, fake: DeliverectFake, owner: Visitor) {
    const [front = 0, back = 0] = house.room.locationIds
    this.front = front
    this.back = back
    this.house = house
    this.fake = fake
    this.owner = owner
    this.bar = fake.location('Harbour Bar', { channels: [7, 2] })
  }

  static async open(name: string, hmacSecret: string | undefined = DELIVERECT_SECRET, options: StartAppOptions = {}): Promise<DeliverectHouse> {
    const fake = new DeliverectFake({ clientId: 'deliverect-standin', clientSecret: 'deliverect-standin-secret', ...(hmacSecret ? { hmacSecret } : {}) })
    await fake.standIn.start()
    const house = await LinkHouse.open(name, { ...options, environment: { ...fake.settings, ...options.environment } })
    fake.sendOrdersTo(`${house.app.url}/api/webhooks/deliverect/orders`)
    const owner = await house.room.at(`owner-${house.room.venueId}`, ['can_linkpayment', 'can_viewsales', 'can_editsettings', 'can_viewbreakdown'])
    return new DeliverectHouse(house, fake, owner)
  }

  async close(): Promise<void> {
    await this.house.close()
    await this.fake.standIn.stop()
  }

  /** A stand-in as on its first day, with nothing linked and no order kept. */
  async afresh(): Promise<void> {
    const { app, room } = this.house
    await app.database.inVenue(0, async (sql) => {
      await sql`delete from webhook_event where provider = 'Deliverect'`
      await sql`delete from linked_account where provider = 'Deliverect'`
      await sql`delete from house_token`
    })
    await app.database.inVenue(room.venueId, async (sql) => {
      for (const table of ['deliverect_order', 'online_order', 'online_place', 'channel_commission', 'deliverect_registration', 'deliverect_tax_rate'])
        await sql.unsafe(`delete from ${table} where venue_id = ${room.venueId}`)
      await sql`update link set status = 'revoked' where venue_id = ${room.venueId} and provider = 'Deliverect'`
    })
    this.fake.reset()
    this.fake.standIn.log.length = 0
    this.bar = this.fake.location('Harbour Bar', { channels: [7, 2] })
    this.#before = await this.#sold()
  }

  /** Admin connects the installation. */
  async connect(): Promise<Answered> {
    const admin = await adminAt(this.house.app, this.house.room.venueId)
    return admin.call('POST', '/deliverect/tokens', { body: {} })
  }

  path(locationId: number, rest = ''): string {
    return `/venue/${this.house.room.venueId}/location/${locationId}/deliverect${rest}`
  }

  link(locationId: number, { accountId, locationId: DeliverectLocationId }: FakeLocation = this.bar, SendToLocation = false): Promise<Answered> {
    return this.owner.call('POST', this.path(locationId), { body: { DeliverectId: accountId, DeliverectLocationId, SendToLocation } })
  }

  /** Somebody orders, Daybook is told and works it off. */
  async ordered(basket: Parameters<DeliverectFake['order']>[1] = { items: [BURGER] }): Promise<FakeOrder> {
    const order = this.fake.order(this.bar, basket)
    await this.fake.send(order)
    await this.house.work()
    return order
  }

  /** Has what arrived for every link worked off, past the queue. */
  async takeArrivals(): Promise<void> {
    const { venueId: VenueId } = this.house.room
    const links = await this.house.app.database.inVenue(
      VenueId,
      (sql) => sql<{ id: string }[]>`select link_id::text as id from link where venue_id = ${VenueId} and provider = 'Deliverect' and status = 'connected'`,
    )
    for (const { id: LinkId } of links) await this.house.perform('links.deliverect-orders', { VenueId, LinkId })
  }

  async overview(): Promise<Record<string, Record<string, unknown>[]>> {
    const { status, body } = await this.owner.call<Record<string, Record<string, unknown>[]>>('GET', `/venue/${this.house.room.venueId}/deliverect`)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }

  /** What came to stand in the sales since the stand-in's first day, by location and day, in minor units. */
  async totals(): Promise<Record<string, number>> {
    const now = await this.#sold()
    const changes = Object.entries(now).map(([place, total]) => [place, total - (this.#before[place] ?? 0)] as const)
    return Object.fromEntries(changes.filter(([, change]) => change !== 0))
  }

  async #sold(): Promise<Record<string, number>> {
    const { venueId } = this.house.room
    const rows = await this.house.app.database.inVenue(
      venueId,
      (sql) => sql<{ place: string; total: number }[]>`
        select location_id || ' ' || business_date as place, sum(total)::int as total from sale where venue_id = ${venueId} group by 1 having sum(total) <> 0 order by 1`,
    )
    return Object.fromEntries(rows.map(({ place, total }) => [place, total]))
  }
}
