import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { adminAt, outcome } from '#tests/staff-room.ts'
import type { Visitor } from '#tests/visitor.ts'
import { linkFor, openLinks } from './link.sql.ts'
import type { Tokens } from './link-provider.adapter.ts'
import { accessTokenOf, keepTokens, resealTokens } from './link-tokens.sql.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let back: number

beforeAll(async () => {
  house = await LinkHouse.open('Linked House')
  owner = await house.room.at('linker', ['can_linkpayment', 'can_editsettings'])
  ;[front = 0, back = 0] = house.room.locationIds
})
afterAll(() => house.close())

/** Every test begins with nothing linked. */
beforeEach(async () => {
  const sql = connectAsOwner(house.app.databaseUrl)
  await sql.unsafe(
    'delete from linked_account; delete from webhook_event; delete from link_authorisation; delete from link; delete from graphile_worker._private_jobs',
  )
  await sql.end()
  await fetch(`${house.stripe.standIn.url}/__sim/reset`, { method: 'POST' })
})

const links = async (who = owner) => (await who.call<{ Links: Record<string, unknown>[] }>('GET', `/venue/${house.room.venueId}/paymenttokens`)).body.Links
const exchanges = () => house.stripe.standIn.log.filter(({ path }) => path === '/oauth/token')

describe('signing in at a provider', () => {
  it('leads there with a state, and back to a link', async () => {
    const { status, body } = await house.begin(owner, front)
    expect(status).toBe(200)
    const url = new URL(body.AuthUrl)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'ca_standin',
      scope: 'read_write',
      redirect_uri: house.redirectUri,
      state: body.State,
    })
    house.stripe.account('acct_front', { name: 'Front Bar Pty Ltd', payoutsEnabled: false })
    const linked = await house.comeBack(owner, house.stripe.code('acct_front'), front, { State: body.State })
    expect(linked.status).toBe(200)
    expect(linked.body.Link).toMatchObject({
      LocationId: front,
      Status: 'Linked',
      AccountName: 'Front Bar Pty Ltd',
      AccountEnds: 'ront',
      LinkedBy: 'linker',
      Ready: { Charges: true, Payouts: false, Details: true },
    })
    expect(await links()).toHaveLength(1)
    expect(await house.room.audit('link.made')).toMatchObject([{ subject: 'Stripe', detail: { LocationId: front } }])
  })

  it('works with exactly the fields of the specification, on all four paths', async () => {
    const { venueId } = house.room
    const paths: [path: string, place: number | undefined, body: object][] = [
      [`/venue/${venueId}/paymenttokens`, undefined, { VenueId: venueId }],
      [`/location/${front}/paymenttokens`, front, { LocationId: front }],
      [`/venue/${venueId}/locations/${back}/paymenttokens`, back, { LocationId: back }],
      ['/paymenttokens', undefined, {}],
    ]
    for (const [path, place, body] of paths) {
      await house.begin(owner, place)
      const linked = await owner.call('POST', path, { body: { ...body, AuthorizationCode: house.stripe.code(`acct_${path.length}`) } })
      expect([path, linked.status]).toEqual([path, 200])
      expect([path, (await owner.call('DELETE', path)).status]).toEqual([path, 204])
      expect([path, (await owner.call('DELETE', path)).status]).toEqual([path, 204])
    }
  })

  it('consent denied: nothing is linked, and one may try again', async () => {
    const { body } = await house.begin(owner, front)
    const denied = new URL(body.AuthUrl)
    const page = await (await fetch(denied)).text()
    const cancel = /<a href="([^"]+)">Cancel/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const back_ = new URL((await fetch(house.stripe.standIn.url + cancel, { redirect: 'manual' })).headers.get('location') ?? '')
    expect(back_.searchParams.get('error')).toBe('access_denied')
    expect(back_.searchParams.get('state')).toBe(body.State)
    expect(await links()).toEqual([])
    expect((await house.link(owner, 'acct_again', front)).status).toBe(200)
  })

  it('state replayed: a sign-in works once', async () => {
    const { body } = await house.begin(owner, front)
    const first = house.stripe.code('acct_once')
    expect((await house.comeBack(owner, first, front, { State: body.State })).status).toBe(200)
    await owner.call('DELETE', `/location/${front}/paymenttokens`)
    expect(outcome(await house.comeBack(owner, house.stripe.code('acct_twice'), front, { State: body.State }))).toEqual([409, 'NoPendingAuthorisation'])
    expect(exchanges()).toHaveLength(1)
  })

  it('code twice: it is sent to the provider once, whichever sign-in brings it', async () => {
    await house.begin(owner, front)
    const code = house.stripe.code('acct_code')
    expect((await house.comeBack(owner, code, front)).status).toBe(200)
    await house.begin(owner, back)
    expect(outcome(await house.comeBack(owner, code, back))).toEqual([409, 'NoPendingAuthorisation'])
    expect(exchanges()).toHaveLength(1)
    expect(house.stripe.accounts.get('acct_code')?.isConnected).toBe(true)
  })

  it('one code at two venues of one person: it is sent once, at the same moment too', async () => {
    const elsewhere = await house.another('Elsewhere')
    const there = await elsewhere.at('linker-there', ['can_linkpayment'])
    for (const account of ['acct_after', 'acct_meanwhile']) {
      await house.begin(owner, front)
      const state = (await house.begin(there, elsewhere.locationIds[0])).body.State
      const code = house.stripe.code(account)
      const here = () => house.comeBack(owner, code, front)
      const away = () => house.comeBack(there, code, elsewhere.locationIds[0], { State: state })
      const answers = account === 'acct_after' ? [await here(), await away()] : await Promise.all([here(), away()])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(house.stripe.accounts.get(account)?.isConnected).toBe(true)
      await owner.call('DELETE', `/location/${front}/paymenttokens`)
      await there.call('DELETE', `/location/${elsewhere.locationIds[0]}/paymenttokens`)
    }
    expect(exchanges()).toHaveLength(2)
  })

  it('two at once with one code: one of them asks', async () => {
    await house.begin(owner, front)
    await house.begin(owner, front)
    const code = house.stripe.code('acct_race')
    const answers = await Promise.all([house.comeBack(owner, code, front), house.comeBack(owner, code, front)])
    expect(exchanges().length).toBe(1)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('two at once with one code and a state each: one of them asks', async () => {
    const states = [(await house.begin(owner, front)).body.State, (await house.begin(owner, front)).body.State]
    const code = house.stripe.code('acct_states')
    const answers = await Promise.all(states.map((State) => house.comeBack(owner, code, front, { State })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(exchanges()).toHaveLength(1)
  })

  it('a link to the wrong place is refused before anything is stored or asked', async () => {
    const { body } = await house.begin(owner, front)
    const code = house.stripe.code('acct_place')
    expect(outcome(await house.comeBack(owner, code, back, { State: body.State }))).toEqual([409, 'NoPendingAuthorisation'])
    expect(outcome(await house.comeBack(owner, code, undefined, { State: body.State }))).toEqual([409, 'NoPendingAuthorisation'])
    expect(exchanges()).toEqual([])
    expect(await links()).toEqual([])
    expect((await house.comeBack(owner, code, front, { State: body.State })).status).toBe(200)
  })

  it("somebody else's sign-in is nobody's", async () => {
    const other = await house.room.at('other-linker', ['can_linkpayment'])
    const { body } = await house.begin(owner, front)
    expect(outcome(await house.comeBack(other, house.stripe.code('acct_x'), front, { State: body.State }))).toEqual([409, 'NoPendingAuthorisation'])
  })

  it('is too late after ten minutes', async () => {
    await house.begin(owner, front)
    await house.app.database.inVenue(house.room.venueId, (sql) => sql`update link_authorisation set expires_at = now() - interval '1 second'`)
    expect(outcome(await house.comeBack(owner, house.stripe.code('acct_late'), front))).toEqual([409, 'NoPendingAuthorisation'])
  })

  it.each(['https://evil.example/stripe/connect', 'http://127.0.0.1:1/x', 'javascript:alert(1)', '//evil.example', 'no address'])(
    'is not begun for %s',
    async (RedirectURI) => {
      const refused = await owner.call('POST', '/oauth/start', { body: { Provider: 'Stripe', LocationId: front, RedirectURI } })
      expect(outcome(refused)).toEqual([400, 'ValidationFailed'])
    },
  )

  it('a code too old or not theirs is refused in words, and cannot be tried again', async () => {
    await house.begin(owner, front)
    const code = house.stripe.code('acct_old')
    house.stripe.standIn.moveClock(301)
    expect(outcome(await house.comeBack(owner, code, front))).toEqual([409, 'AuthorisationRefused'])
    expect(outcome(await house.comeBack(owner, code, front))).toEqual([409, 'NoPendingAuthorisation'])
    expect(await house.room.audit('link.failed')).toMatchObject([{ detail: { Code: 'AuthorisationRefused' } }])
  })

  it('answer lost: the code is not sent again, and one is told that nobody knows', async () => {
    await house.begin(owner, front)
    house.stripe.standIn.failNext({ route: '/oauth/token', dropConnection: true })
    const code = house.stripe.code('acct_lost')
    expect(outcome(await house.comeBack(owner, code, front))).toEqual([503, 'LinkUnknown'])
    expect(exchanges()).toHaveLength(1)
    expect(await links()).toEqual([])
    // Connected again, nothing is doubled.
    expect((await house.link(owner, 'acct_lost', front)).status).toBe(200)
    expect(await links()).toHaveLength(1)
  })

  it('200 with HTML, a redirect and broken JSON are no link', async () => {
    for (const failing of [
      { status: 200, body: '<html>Welcome</html>' },
      { status: 302, body: '', headers: { location: 'http://169.254.169.254/' } },
      { status: 200, body: '{"stripe_user_id":' },
    ]) {
      await house.begin(owner, front)
      house.stripe.standIn.failNext({ route: '/oauth/token', ...failing })
      expect(outcome(await house.comeBack(owner, house.stripe.code('acct_html'), front))).toEqual([503, 'LinkUnknown'])
    }
    expect(await links()).toEqual([])
  })

  it('an answer that lacks something is no link, and says what it lacks', async () => {
    await house.begin(owner, front)
    house.stripe.standIn.failNext({ route: '/oauth/token', status: 200, body: '{"stripe_user_id":"acct_x"}' })
    const answer = await house.comeBack(owner, house.stripe.code('acct_html'), front)
    expect([outcome(answer), answer.body.ResponseStatus?.Message]).toEqual([[503, 'LinkIncomplete'], expect.stringContaining('lacks livemode.')])
    expect(await links()).toEqual([])
  })

  it('a provider that is away changes nothing', async () => {
    await house.begin(owner, front)
    house.stripe.standIn.failNext({ route: '/oauth/token', status: 429, body: '{}', headers: { 'retry-after': '5' } })
    expect(outcome(await house.comeBack(owner, house.stripe.code('acct_away'), front))).toEqual([503, 'ProviderSilent'])
  })
})

describe('places and accounts', () => {
  it('a place that is linked is not linked again', async () => {
    await house.link(owner, 'acct_first', front)
    expect(outcome(await house.begin(owner, front))).toEqual([409, 'PlaceLinked'])
  })

  it('an account is linked at one place only, here and at other venues', async () => {
    await house.link(owner, 'acct_one', front)
    expect(outcome(await house.link(owner, 'acct_one', back))).toEqual([409, 'AccountLinkedElsewhere'])
    expect(await links()).toHaveLength(1)
    expect(house.stripe.accounts.get('acct_one')?.isConnected).toBe(true)
  })

  it('the whole venue takes all locations; a location takes that one', async () => {
    const few = await house.room.at('front-linker', ['can_linkpayment'], [front])
    expect(outcome(await house.begin(few))).toEqual([403, 'AllLocationsNeeded'])
    expect(outcome(await house.begin(few, back))).toEqual([404, 'LocationNotFound'])
    expect(outcome(await few.call('DELETE', `/venue/${house.room.venueId}/paymenttokens`))).toEqual([403, 'AllLocationsNeeded'])
    expect(outcome(await few.call('DELETE', `/location/${back}/paymenttokens`))).toEqual([404, 'LocationNotFound'])
    expect((await house.link(few, 'acct_few', front)).status).toBe(200)
    await house.link(owner, 'acct_back', back)
    expect((await links(few)).map(({ LocationId }) => LocationId)).toEqual([front])
  })

  it('Admin links a location of any venue, and the trail of that venue has it', async () => {
    const admin = await adminAt(house.app, house.room.venueId)
    expect((await house.link(admin, 'acct_admin', back)).status).toBe(200)
    expect((await admin.call('DELETE', `/location/${back}/paymenttokens`)).status).toBe(204)
    expect((await admin.call('DELETE', '/location/999999/paymenttokens')).status).toBe(404)
    const refused = [await admin.call('POST', '/paymenttokens', { body: { AuthorizationCode: 'a-code' } }), await admin.call('DELETE', '/paymenttokens')]
    expect(refused.map(outcome)).toEqual([
      [403, 'NotPermitted'],
      [403, 'NotPermitted'],
    ])
  })
})

describe('the end of a link', () => {
  it('is told to the provider', async () => {
    await house.link(owner, 'acct_end', front)
    await owner.call('DELETE', `/location/${front}/paymenttokens`)
    expect(await links()).toMatchObject([{ Status: 'Disconnecting' }])
    await house.work()
    expect(house.stripe.accounts.get('acct_end')?.isConnected).toBe(false)
    expect(await links()).toEqual([])
    expect(await house.room.audit('link.closed')).toMatchObject([{ detail: { How: 'told' } }])
  })

  it('disconnect while down: it has ended here at once, and the provider hears of it once it is back', async () => {
    await house.link(owner, 'acct_down', front)
    await house.work()
    await owner.call('DELETE', `/location/${front}/paymenttokens`)
    house.stripe.standIn.failNext({ route: '/oauth/deauthorize', status: 503 })
    await house.work()
    const [link] = await links()
    expect(link).toMatchObject({ Status: 'Disconnecting' })
    expect(Date.parse(String(link?.NextTry))).toBeGreaterThan(Date.now())
    await house.work({ evenLater: true })
    expect(house.stripe.accounts.get('acct_down')?.isConnected).toBe(false)
    expect(await links()).toEqual([])
  })

  it('linked again before the provider heard of the end, it stays linked', async () => {
    await house.link(owner, 'acct_backagain', front)
    await house.work()
    await owner.call('DELETE', `/location/${front}/paymenttokens`)
    expect((await house.link(owner, 'acct_backagain', front)).status).toBe(200)
    await house.work({ evenLater: true })
    expect(house.stripe.accounts.get('acct_backagain')?.isConnected).toBe(true)
    expect(await links()).toMatchObject([{ Status: 'Linked' }])
  })

  it('revoked at the provider: the link needs somebody, and works again once it is connected again', async () => {
    await house.link(owner, 'acct_gone', front)
    await house.work()
    house.stripe.account('acct_gone', { isConnected: false })
    await house.perform('links.nightly')
    await house.work()
    expect(await links()).toMatchObject([{ Status: 'Needs attention', Trouble: 'revoked-there' }])
    expect(await house.room.audit('link.trouble')).toHaveLength(1)
    expect((await house.link(owner, 'acct_gone', front)).body.Link).toMatchObject({ Status: 'Linked', Trouble: null })
    await house.work()
    expect(await links()).toMatchObject([{ Status: 'Linked' }])
  })
})

it('nothing that Stripe gave out shows in answers, in the trail or in the database', async () => {
  await house.link(owner, 'acct_secret', front)
  await house.work()
  const sql = connectAsOwner(house.app.databaseUrl)
  const tables = await sql<{ name: string }[]>`select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ text: string | null }[]>(`select string_agg(t::text, ' ') as text from "${name}" t`)
    expect([name, /sk_test_|rt_[0-9a-f]{8}|\bac_[0-9a-f]{8}/.exec(row?.text ?? '')?.[0]]).toEqual([name, undefined])
  }
  await sql.end()
  expect(JSON.stringify(await links())).not.toMatch(/sk_test_|rt_|acct_secret/)
})

describe('what a provider gave out to be kept', () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)]
  const hour = () => new Date(Date.now() + 3_600_000)
  const within = <T>(work: (venue: VenueScope) => Promise<T>) => workInVenue(house.app.database, house.room.venueId, new Date(), work)
  /** A link whose provider gives tokens out, as one with Deputy would. */
  const withTokens = async (tokens: Tokens): Promise<string> => {
    await house.link(owner, 'acct_Tokens', front)
    return within(async (venue) => {
      const linkId = (await openLinks(venue, 'Stripe'))[0]?.linkId ?? ''
      await keepTokens(venue, { linkId, provider: 'Stripe' }, tokens, [older])
      return linkId
    })
  }

  it('rests sealed, and goes under the newest key each night', async () => {
    const linkId = await withTokens({ access: 'first access', refresh: 'first refresh', expiresAt: hour() })
    const noRenewal = () => Promise.reject(new Error('Nothing is to be renewed.'))
    expect(await within((venue) => accessTokenOf(venue, linkId, [newer, older], noRenewal))).toBe('first access')
    expect(await within((venue) => resealTokens(venue, [newer, older]))).toBe(1)
    expect(await within((venue) => resealTokens(venue, [newer, older]))).toBe(0)
    expect(await within((venue) => accessTokenOf(venue, linkId, [newer], noRenewal))).toBe('first access')
    expect(await within((venue) => accessTokenOf(venue, linkId, [older], noRenewal))).toBeUndefined()
    await expect(house.app.database.readVenue(house.room.venueId, (sql) => sql`select access_token from link_secret`)).rejects.toThrow(/permission denied/)
  })

  it('two workers refreshing: the provider is asked once, and both have what it gave', async () => {
    const linkId = await withTokens({ access: 'stale', refresh: 'the only refresh', expiresAt: new Date(Date.now() + 1000) })
    let renewals = 0
    const renew = async (refresh: string): Promise<Tokens> => {
      renewals += 1
      expect(refresh).toBe('the only refresh')
      await new Promise((resolve) => setTimeout(resolve, 100))
      return { access: 'fresh', refresh: 'the next refresh', expiresAt: hour() }
    }
    const got = await Promise.all([1, 2, 3].map(() => within((venue) => accessTokenOf(venue, linkId, [older], renew))))
    expect({ got, renewals }).toEqual({ got: ['fresh', 'fresh', 'fresh'], renewals: 1 })
  })

  it('is gone once the link has ended', async () => {
    await withTokens({ access: 'a', refresh: null, expiresAt: null })
    await owner.call('DELETE', `/location/${front}/paymenttokens`)
    await house.work()
    const sql = connectAsOwner(house.app.databaseUrl)
    expect(await sql`select 1 from link_secret`).toHaveLength(0)
    await sql.end()
  })
})

it("a location's own link is used there instead of the venue's", async () => {
  await house.link(owner, 'acct_Venue')
  await house.link(owner, 'acct_Front', front)
  const used = (place: number) => workInVenue(house.app.database, house.room.venueId, new Date(), (venue) => linkFor(venue, 'Stripe', place))
  expect([(await used(front))?.accountId, (await used(back))?.accountId]).toEqual(['acct_Front', 'acct_Venue'])
  await owner.call('DELETE', `/location/${front}/paymenttokens`)
  expect((await used(front))?.accountId).toBe('acct_Venue')
})

it('a domain reaches every account that is linked, and one linked later', async () => {
  const register = (Domain: string) =>
    owner.call<{ Status: string; Methods: object[] }>('POST', `/venue/${house.room.venueId}/registerdomains`, { body: { Domain } })
  expect((await register('early.example.com.au')).body).toMatchObject({ Status: 'Kept', Methods: [] })
  await house.link(owner, 'acct_Shop', front)
  await house.work()
  const domains = () => [...(house.stripe.accounts.get('acct_Shop')?.domains.keys() ?? [])]
  expect(domains()).toEqual(['early.example.com.au'])
  expect((await register('https://pay.example.com.au/x')).body).toMatchObject({
    Status: 'Registered',
    Methods: [
      { Method: 'Apple Pay', Active: false, Why: 'The association file could not be read.' },
      { Method: 'Google Pay', Active: true, Why: null },
      { Method: 'Link', Active: true, Why: null },
    ],
  })
  expect(domains()).toEqual(['early.example.com.au', 'pay.example.com.au'])
  house.stripe.standIn.failNext({ route: '/v1/payment_method_domains', status: 500 })
  expect(outcome(await register('later.example.com.au'))).toEqual([503, 'ProviderSilent'])
  await house.perform('links.nightly')
  await house.work()
  expect(domains()).toContain('later.example.com.au')
})
