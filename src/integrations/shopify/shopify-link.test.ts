import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { freshShop, SHOP } from '#tests/shopify-house.ts'
import { outcome } from '#tests/staff-room.ts'
import type { Visitor } from '#tests/visitor.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let back: number

beforeAll(async () => {
  house = await LinkHouse.open('Shop House')
  ;[front = 0, back = 0] = house.room.locationIds
  owner = await house.room.at('shop-linker', ['can_linkshopify'])
})
afterAll(() => house.close())
beforeEach(async () => {
  await freshShop(house)
})

const links = async () => (await owner.call<{ Links: Record<string, unknown>[] }>('GET', `/venue/${house.room.venueId}/shopifytokens`)).body.Links
const asked = (path: string) => house.shopify.standIn.log.filter((one) => one.path === path)
const exchanges = () => asked(`/${SHOP}/admin/oauth/access_token`)
const redirectUrl = () => `${house.app.settings.publicUrl}/shopify/connect`
const field = ({ body }: { body: { ResponseStatus?: { Errors?: { FieldName: string }[] } } }) => body.ResponseStatus?.Errors?.[0]?.FieldName
const again = async (place?: number) => {
  await owner.call('POST', '/oauth/check', { body: { Provider: 'Shopify', ...(place === undefined ? {} : { LocationId: place }) } })
  await house.work()
}

describe('where signing in at a shop begins', () => {
  const ask = (path: string, query: Record<string, string>) => owner.call<{ AuthUrl: string; State: string }>('GET', `${path}?${new URLSearchParams(query)}`)
  const ofVenue = () => `/venue/${house.room.venueId}/shopifyauthurls`
  const ofLocation = (place: number) => `/venue/${house.room.venueId}/location/${place}/shopifyauthurls`

  it('is told for a shop by its address, as people write it, with what Daybook asks for', async () => {
    for (const shopifyURL of [SHOP, `https://${SHOP}/`, ` ${SHOP.toUpperCase()} `, 'https://admin.shopify.com/store/harbour-vine/orders']) {
      const { status, body } = await ask('/shopify/shopifyauthurls', { shopifyURL, redirectUrl: redirectUrl() })
      expect(status).toBe(200)
      const url = new URL(body.AuthUrl)
      expect(url.pathname).toBe(`/${SHOP}/admin/oauth/authorize`)
      expect(Object.fromEntries(url.searchParams)).toEqual({
        client_id: 'shopify-standin',
        scope: 'read_orders,read_products,read_locations,read_customers',
        redirect_uri: redirectUrl(),
        state: body.State,
      })
    }
  })

  it('is told for a venue or a location by the shop that is known there, and refused where none is', async () => {
    expect(outcome(await ask(ofVenue(), { redirectUrl: redirectUrl() }))).toEqual([409, 'ShopNotSet'])
    expect(outcome(await ask(ofLocation(front), { redirectUrl: redirectUrl() }))).toEqual([409, 'ShopNotSet'])
    await ask('/shopify/shopifyauthurls', { shopifyURL: SHOP, redirectUrl: redirectUrl() })
    expect((await ask(ofVenue(), { redirectUrl: redirectUrl() })).body.AuthUrl).toContain(`/${SHOP}/admin`)
    expect(outcome(await ask(ofLocation(front), { redirectUrl: redirectUrl() }))).toEqual([409, 'ShopNotSet'])
    await house.linkShopify(owner, SHOP, front)
    await owner.call('DELETE', `/location/${front}/shopifytokens`)
    expect((await ask(ofLocation(front), { redirectUrl: redirectUrl() })).body.AuthUrl).toContain(`/${SHOP}/admin`)
    expect(outcome(await ask(ofLocation(back), { redirectUrl: redirectUrl() }))).toEqual([409, 'ShopNotSet'])
  })

  it('takes the address that the connections have for the venue or a location, and a location without one takes the venue’s', async () => {
    const editor = await house.room.at('shop-editor', ['can_editsettings'])
    const connections = `/venue/${house.room.venueId}/config/connections`
    const set = (Config: object) => editor.call<{ Config: { Providers: object[]; Links: object[] } }>('POST', connections, { body: { Config } })
    const wrong = await set({ Providers: [{ Provider: 'Shopify', ShopUrl: 'https://evil.com' }] })
    expect([wrong.status, field(wrong as never)]).toEqual([400, 'Config.Providers.0.ShopUrl'])
    expect(outcome(await set({ Providers: [], Links: [{ Provider: 'Shopify', LocationId: 2_000_000_000, ShopUrl: SHOP }] }))).toEqual([404, 'LocationNotFound'])
    await set({ Providers: [{ Provider: 'Shopify', ShopUrl: `https://${SHOP.toUpperCase()}/` }] })
    for (const path of [ofVenue(), ofLocation(front)]) expect((await ask(path, { redirectUrl: redirectUrl() })).body.AuthUrl).toContain(`/${SHOP}/admin`)
    await set({ Providers: [], Links: [{ Provider: 'Shopify', LocationId: back, ShopUrl: 'back-bar.myshopify.com' }] })
    expect((await ask(ofLocation(back), { redirectUrl: redirectUrl() })).body.AuthUrl).toContain('/back-bar.myshopify.com/admin')
    const { body } = await editor.call<{ Config: { Providers: object[]; Links: object[] } }>('GET', connections)
    expect(body.Config.Providers).toContainEqual(expect.objectContaining({ Provider: 'Shopify', ShopUrl: SHOP }))
    expect(body.Config.Links).toEqual([expect.objectContaining({ LocationId: back, Status: 'Not linked', ShopUrl: 'back-bar.myshopify.com' })])
    await set({ Providers: [{ Provider: 'Shopify', ShopUrl: null }], Links: [{ Provider: 'Shopify', LocationId: back, ShopUrl: null }] })
    expect((await editor.call<{ Config: { Links: object[] } }>('GET', connections)).body.Config.Links).toEqual([])
  })

  it('keeps the address of a shop that is linked', async () => {
    const editor = await house.room.at('link-editor', ['can_editsettings'])
    const connections = `/venue/${house.room.venueId}/config/connections`
    await house.linkShopify(owner, SHOP)
    const { body } = await editor.call<{ Config: { Providers: { Provider: string; ShopUrl?: string }[] } }>('GET', connections)
    expect(body.Config.Providers).toContainEqual(expect.objectContaining({ Provider: 'Shopify', ShopUrl: SHOP }))
    const other = { Config: { Providers: [{ Provider: 'Shopify', ShopUrl: 'back-bar.myshopify.com' }] } }
    expect((await editor.call('POST', connections, { body: other })).status).toBe(400)
    expect((await editor.call('POST', connections, { body })).status).toBe(200)
  })

  it('is refused for a shop or a redirect address that is not allowed, and nothing is asked outside', async () => {
    const before = house.shopify.standIn.log.length
    for (const shopifyURL of [
      'evil.com',
      'a.myshopify.com.evil.com',
      '127.0.0.1',
      '[::1]',
      `user@${SHOP}`,
      `${SHOP}:8080`,
      `${SHOP}/admin`,
      `${SHOP}#.evil.com`,
      `${SHOP}?x=1`,
      `evil.com\\.myshopify.com`,
      'harbour。myshopify.com',
      'hаrbour.myshopify.com',
      '-a.myshopify.com',
      'a.b.myshopify.com',
      'https://admin.shopify.com/store/../evil',
      'javascript:alert(1)',
    ]) {
      const refused = await ask('/shopify/shopifyauthurls', { shopifyURL, redirectUrl: redirectUrl() })
      expect([shopifyURL, refused.status, field(refused as never)]).toEqual([shopifyURL, 400, 'shopifyURL'])
    }
    for (const url of ['https://evil.com/shopify/connect', `${house.app.settings.publicUrl}@evil.com/`, 'javascript:alert(1)', '//evil.com']) {
      const refused = await ask('/shopify/shopifyauthurls', { shopifyURL: SHOP, redirectUrl: url })
      expect([url, refused.status, field(refused as never)]).toEqual([url, 400, 'redirectUrl'])
    }
    const begun = await house.beginShopify(owner, 'evil.com')
    expect([begun.status, field(begun as never)]).toEqual([400, 'ShopUrl'])
    expect(house.shopify.standIn.log.length).toBe(before)
  })
})

describe('a link with a shop', () => {
  it('is made by what Shopify signed, for the venue or a location, and ended on both sides', async () => {
    const linked = await house.linkShopify(owner, SHOP, front)
    expect(linked).toMatchObject({
      status: 200,
      body: {
        Link: {
          LocationId: front,
          Status: 'Linked',
          AccountName: 'Harbour & Vine Online',
          AccountEnds: SHOP,
          Scopes: ['read_orders', 'read_products', 'read_locations', 'read_customers'],
        },
      },
    })
    await house.work()
    expect(
      house.shopify
        .shop(SHOP)
        .webhooks.map(({ topic }) => topic)
        .sort(),
    ).toEqual(['APP_UNINSTALLED', 'ORDERS_CANCELLED', 'ORDERS_CREATE', 'ORDERS_DELETE', 'ORDERS_UPDATED', 'REFUNDS_CREATE'])
    expect((await owner.call('DELETE', `/location/${front}/shopifytokens`)).status).toBe(204)
    await house.work()
    expect(house.shopify.shop(SHOP).isInstalled).toBe(false)
    expect(await links()).toEqual([])
    expect((await house.linkShopify(owner, SHOP)).status).toBe(200)
    const [kept] = await house.app.database.inVenue(house.room.venueId, (sql) => sql`select count(*)::int as n from link_secret`)
    expect(kept).toEqual({ n: 1 })
  })

  it('works with exactly the fields of the specification', async () => {
    const { venueId } = house.room
    for (const [path, place, body] of [
      [`/venue/${venueId}/shopifytokens`, undefined, { VenueId: venueId, AuthorizationCode: '' }],
      [`/location/${front}/shopifytokens`, front, { LocationId: front, AutorizationCode: '' }],
    ] as const) {
      await house.beginShopify(owner, SHOP, place)
      const code = house.shopify.code(SHOP)
      const given = 'AuthorizationCode' in body ? { AuthorizationCode: code } : { AutorizationCode: code }
      expect([path, (await owner.call('POST', path, { body: { ...body, ...given, RedirectURI: redirectUrl() } })).status]).toEqual([path, 200])
      expect([path, (await owner.call('DELETE', path)).status]).toEqual([path, 204])
      await house.work()
    }
  })

  it('consent denied: nothing comes back, nothing is linked, and one may try again', async () => {
    const { body } = await house.beginShopify(owner, SHOP)
    expect(await (await fetch(body.AuthUrl)).text()).toContain('Install in Harbour & Vine Online')
    expect(await links()).toEqual([])
    expect((await house.linkShopify(owner, SHOP)).status).toBe(200)
  })

  it('state replayed: a sign-in works once', async () => {
    const { body } = await house.beginShopify(owner, SHOP)
    expect((await house.backFromShopify(owner, house.shopify.back(SHOP, body.State))).status).toBe(200)
    await owner.call('DELETE', `/venue/${house.room.venueId}/shopifytokens`)
    expect(outcome(await house.backFromShopify(owner, house.shopify.back(SHOP, body.State)))).toEqual([409, 'NoPendingAuthorisation'])
    expect(exchanges()).toHaveLength(1)
  })

  it('code twice: it is sent once', async () => {
    const code = house.shopify.code(SHOP)
    const first = await house.beginShopify(owner, SHOP, front)
    expect((await house.backFromShopify(owner, house.shopify.back(SHOP, first.body.State, { code }), front)).status).toBe(200)
    const second = await house.beginShopify(owner, SHOP, back)
    expect(outcome(await house.backFromShopify(owner, house.shopify.back(SHOP, second.body.State, { code }), back))).toEqual([409, 'NoPendingAuthorisation'])
    expect(exchanges()).toHaveLength(1)
  })

  it('answer lost, or a page: nobody can tell, and the code is not sent again', async () => {
    for (const failing of [{ dropConnection: true }, { status: 200, body: '<html>Maintenance</html>' }]) {
      house.shopify.standIn.failNext({ route: `/${SHOP}/admin/oauth/access_token`, ...failing })
      const before = exchanges().length
      expect(outcome(await house.linkShopify(owner, SHOP))).toEqual([503, 'LinkUnknown'])
      expect(exchanges()).toHaveLength(before + 1)
    }
    expect(await links()).toEqual([])
  })

  it('is refused where the code is none, or is of another shop', async () => {
    house.shopify.shop('other.myshopify.com')
    for (const code of ['nonsense', house.shopify.code('other.myshopify.com')]) {
      const { body } = await house.beginShopify(owner, SHOP)
      expect(outcome(await house.backFromShopify(owner, house.shopify.back(SHOP, body.State, { code })))).toEqual([409, 'AuthorisationRefused'])
    }
  })

  it('is one at a time: a shop is linked at one place', async () => {
    await house.linkShopify(owner, SHOP, front)
    expect(outcome(await house.linkShopify(owner, SHOP, back))).toEqual([409, 'AccountLinkedElsewhere'])
  })
})

describe('what a browser comes back with', () => {
  const begun = async () => (await house.beginShopify(owner, SHOP)).body.State
  const comeBack = async (change: (sent: URLSearchParams) => void, given: { at?: number } = {}, more: object = {}) => {
    const sent = house.shopify.back(SHOP, await begun(), given)
    change(sent)
    const before = exchanges().length
    const answer = await house.backFromShopify(owner, sent, undefined, more)
    return { answer: [answer.status, field(answer as never)], asked: exchanges().length - before }
  }

  it('is looked through in order: state, shop, moment, signature; and nothing is sent on that does not fit', async () => {
    const now = Math.floor(Date.now() / 1000)
    const wrong = { answer: [400, 'Hmac'], asked: 0 }
    expect(await comeBack((sent) => sent.set('state', 'forged'))).toEqual({ answer: [409, undefined], asked: 0 })
    expect(await comeBack((sent) => sent.set('shop', 'other.myshopify.com'))).toEqual({ answer: [400, 'Shop'], asked: 0 })
    expect(await comeBack((sent) => sent.set('shop', 'evil.com'))).toEqual({ answer: [400, 'Shop'], asked: 0 })
    expect(await comeBack(() => undefined, { at: now - 100 })).toEqual({ answer: [400, 'Timestamp'], asked: 0 })
    expect(await comeBack(() => undefined, { at: now + 100 })).toEqual({ answer: [400, 'Timestamp'], asked: 0 })
    expect(await comeBack((sent) => sent.set('timestamp', 'soon'))).toEqual({ answer: [400, 'Timestamp'], asked: 0 })
    expect(await comeBack((sent) => sent.set('hmac', '0'.repeat(64)))).toEqual(wrong)
    expect(await comeBack((sent) => sent.set('hmac', 'é'.repeat(64)))).toEqual(wrong)
    expect(await comeBack((sent) => sent.set('code', 'another'))).toEqual(wrong)
    expect(await comeBack((sent) => sent.set('host', 'another'))).toEqual(wrong)
    expect(await comeBack((sent) => sent.delete('host'))).toEqual(wrong)
    expect(await comeBack(() => undefined, {}, { Rest: 'more=1' })).toEqual(wrong)
    expect(await links()).toEqual([])
  })

  it('that was refused does not use up the sign-in', async () => {
    const { body } = await house.beginShopify(owner, SHOP)
    const sent = house.shopify.back(SHOP, body.State)
    const forged = new URLSearchParams(sent)
    forged.set('hmac', '0'.repeat(64))
    expect((await house.backFromShopify(owner, forged)).status).toBe(400)
    expect((await house.backFromShopify(owner, sent)).status).toBe(200)
  })

  it('may hold what nobody knows yet, as long as it is signed', async () => {
    const { body } = await house.beginShopify(owner, SHOP)
    const sent = house.shopify.back(SHOP, body.State, { rest: { embedded: '1', locale: 'en AU' } })
    const Rest = new URLSearchParams([...sent].filter(([name]) => name === 'embedded' || name === 'locale')).toString()
    sent.delete('embedded')
    sent.delete('locale')
    expect((await house.backFromShopify(owner, sent, undefined, { Rest })).status).toBe(200)
  })
})

describe('the tokens of a shop', () => {
  const expire = async () => {
    const sql = connectAsOwner(house.app.databaseUrl)
    await sql`update link_secret set expires_at = now()`
    await sql.end()
    house.shopify.standIn.moveClock(4000)
  }

  it('expire after an hour, and two workers renew them once', async () => {
    await house.linkShopify(owner, SHOP)
    await house.work()
    await expire()
    const before = exchanges().length
    const payload = await house.app.database.inVenue(house.room.venueId, (sql) => sql<{ linkId: string }[]>`select link_id::text as "linkId" from link`)
    await Promise.all([1, 2].map(() => house.perform('links.sync', { VenueId: house.room.venueId, LinkId: payload[0]?.linkId })))
    expect(exchanges()).toHaveLength(before + 1)
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null }])
    await expire()
    await again()
    expect(exchanges()).toHaveLength(before + 2)
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null }])
  })

  it('are renewed once where one is refused before its end', async () => {
    await house.linkShopify(owner, SHOP)
    await house.work()
    house.shopify.shop(SHOP).access.clear()
    await again()
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null }])
  })

  it('revoked at the provider: the link needs somebody, and works again once it was linked anew', async () => {
    await house.linkShopify(owner, SHOP)
    await house.work()
    house.shopify.shop(SHOP).access.clear()
    house.shopify.shop(SHOP).refresh.clear()
    await again()
    expect(await links()).toMatchObject([{ Status: 'Needs attention', Trouble: 'revoked-there' }])
    expect((await house.linkShopify(owner, SHOP)).status).toBe(200)
    await house.work()
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null }])
  })

  it('disconnect while Shopify is down: it ends here at once, and there once it answers', async () => {
    await house.linkShopify(owner, SHOP)
    await house.work()
    house.shopify.standIn.failNext({ route: `/${SHOP}/admin/api_permissions`, status: 503 })
    expect((await owner.call('DELETE', `/venue/${house.room.venueId}/shopifytokens`)).status).toBe(204)
    await house.work()
    expect(await links()).toMatchObject([{ Status: 'Disconnecting' }])
    expect(house.shopify.shop(SHOP).isInstalled).toBe(true)
    // By then the token is over an hour old, and is renewed to tell it.
    await expire()
    await house.work({ evenLater: true })
    expect(await links()).toEqual([])
    expect(house.shopify.shop(SHOP).isInstalled).toBe(false)
  })

  it('are sealed where they rest, and named in no answer and in no trail', async () => {
    const linked = await house.linkShopify(owner, SHOP)
    await house.work()
    const sql = connectAsOwner(house.app.databaseUrl)
    const rows = await sql`select access_token::text as a, refresh_token::text as r from link_secret`
    const trail = await sql`select detail::text as d from audit_event`
    await sql.end()
    expect(JSON.stringify([linked.body, await links(), rows, trail])).not.toMatch(/shpat_|shprt_|shpss_/)
  })
})

describe('a shop that allows less than it was asked', () => {
  it('says what it allowed, and needs somebody where orders cannot be read', async () => {
    house.shopify.shop(SHOP).withheld.add('read_orders')
    const linked = await house.linkShopify(owner, SHOP)
    expect(linked.body.Link.Scopes).toEqual(['read_products', 'read_locations', 'read_customers'])
    await house.work()
    expect(await links()).toMatchObject([{ Status: 'Needs attention', Trouble: 'refused' }])
  })
})
