import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accessTokenOf } from '#integrations/link-tokens.sql.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { INVOLV_ACCOUNT as ACCOUNT, freshInvolv, netOf } from '#tests/involv-house.ts'
import { LinkHouse } from '#tests/link-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import { renewTokens } from './involv-api.adapter.ts'
import type { InvolvBooks } from './involv-books.fake.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let books: InvolvBooks

beforeAll(async () => {
  house = await LinkHouse.open('Club House')
  ;[front = 0] = house.room.locationIds
  owner = await house.room.at('club-owner', ['can_linkinvolv', 'can_viewloyalty', 'can_editloyalty'])
})
afterAll(() => house.close())

beforeEach(async () => {
  books = await freshInvolv(house)
})

const links = async () => (await owner.call<{ Links: Record<string, unknown>[] }>('GET', `/venue/${house.room.venueId}/involvtokens`)).body.Links
const asked = (path: string) => house.involv.standIn.log.filter((one) => one.path === path)
const again = async () => {
  await owner.call('POST', '/oauth/check', { body: { Provider: 'Involv' } })
  await house.work()
}
const asOwner = async <T>(work: (sql: ReturnType<typeof connectAsOwner>) => Promise<T>): Promise<T> => {
  const sql = connectAsOwner(house.app.databaseUrl)
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}
const expireTokens = async () => {
  await asOwner((sql) => sql`update link_secret set expires_at = now()`)
  house.involv.standIn.moveClock(4000)
}

describe('a link with Involv', () => {
  it('begins with a challenge of which the verifier rests sealed, and is made by the code that comes back', async () => {
    const { body } = await house.beginInvolv(owner, front)
    const sent = Object.fromEntries(new URL(body.AuthUrl).searchParams)
    expect(sent).toEqual({
      response_type: 'code',
      client_id: 'involv-standin',
      redirect_uri: `${house.app.settings.publicUrl}/involv/connect`,
      scope: 'members.read adjustments.write',
      state: body.State,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    const [kept] = await asOwner((sql) => sql<{ verifier: Buffer }[]>`select verifier from link_authorisation where provider = 'Involv'`)
    expect(kept?.verifier.length).toBeGreaterThan(43)
    expect(hash('sha256', kept?.verifier ?? '', 'base64url')).not.toBe(sent.code_challenge)
    expect(await house.giveInvolvCode(owner, house.involv.code(ACCOUNT, body.AuthUrl), front, { State: body.State })).toMatchObject({
      status: 200,
      body: { Link: { LocationId: front, Status: 'Linked', AccountName: 'Harbour & Vine club' } },
    })
  })

  it('consent denied: nothing is linked, and nothing was asked', async () => {
    const { body } = await house.beginInvolv(owner)
    const page = await (await fetch(body.AuthUrl)).text()
    const deny = /href="([^"]*choice=deny[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const back = await fetch(new URL(deny, house.involv.standIn.url), { redirect: 'manual' })
    const returned = new URL(back.headers.get('location') ?? '').searchParams
    expect([returned.get('error'), returned.get('state'), returned.has('code')]).toEqual(['access_denied', body.State, false])
    expect(await links()).toEqual([])
    expect(asked('/oauth/token')).toEqual([])
  })

  it('an answer without what is needed says what it lacks: nothing was lost', async () => {
    const { body } = await house.beginInvolv(owner)
    house.involv.standIn.failNext({ route: '/oauth/token', status: 200, body: JSON.stringify({ expires_in: 3600, access_token: '' }) })
    expect(await house.giveInvolvCode(owner, house.involv.code(ACCOUNT, body.AuthUrl))).toMatchObject({
      status: 503,
      body: { ResponseStatus: { ErrorCode: 'LinkIncomplete', Message: expect.stringMatching(/lacks access_token, token_type\./) } },
    })
    expect(await links()).toEqual([])
  })

  it('answer lost or 200 with HTML: one is told that nobody knows, and the code is not sent again', async () => {
    for (const failing of [{ dropConnection: true }, { status: 200, body: '<html>Maintenance</html>' }]) {
      const { body } = await house.beginInvolv(owner)
      house.involv.standIn.failNext({ route: '/oauth/token', ...failing })
      const before = asked('/oauth/token').length
      const code = house.involv.code(ACCOUNT, body.AuthUrl)
      expect(await house.giveInvolvCode(owner, code)).toMatchObject({ status: 503, body: { ResponseStatus: { ErrorCode: 'LinkUnknown' } } })
      expect(await house.giveInvolvCode(owner, code)).toMatchObject({ status: 409 })
      expect(asked('/oauth/token')).toHaveLength(before + 1)
    }
    expect(await links()).toEqual([])
  })

  it('is of one place only: an account that is linked elsewhere is refused', async () => {
    await house.linkInvolv(owner, ACCOUNT, front)
    expect(await house.linkInvolv(owner, ACCOUNT)).toMatchObject({ body: { ResponseStatus: { ErrorCode: 'AccountLinkedElsewhere' } } })
  })
})

describe('the tokens of a link', () => {
  it('two workers refreshing: Involv is asked once, by the token that works once, and both have what it gave', async () => {
    await house.linkInvolv(owner, ACCOUNT)
    await house.work()
    const [link] = await asOwner((sql) => sql<{ id: string }[]>`select link_id::text as id from link where status = 'connected'`)
    const { providers } = house.app.settings
    const token = () =>
      workInVenue(house.app.database, house.room.venueId, new Date(), (venue) =>
        accessTokenOf(venue, link?.id ?? '', providers.tokenKeys, (refresh) => renewTokens(providers, refresh)),
      )
    for (let time = 0; time < 2; time += 1) {
      await expireTokens()
      const before = asked('/oauth/token').length
      const [one, other] = await Promise.all([token(), token()])
      expect(one).toBe(other)
      expect(asked('/oauth/token')).toHaveLength(before + 1)
    }
    await again()
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null }])
  })

  it('are renewed where one is refused before its end', async () => {
    await house.linkInvolv(owner, ACCOUNT)
    await house.work()
    house.involv.account(ACCOUNT).access.clear()
    await again()
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null }])
    expect(asked('/oauth/token').map(({ status }) => status)).toEqual([200, 200])
  })

  it('revoked at the provider: the link needs somebody, and nothing is doubled or lost once it is linked anew', async () => {
    const member = books.member('R1', { points_balance: 50 })
    await house.linkInvolv(owner, ACCOUNT)
    await house.work()
    house.involv.revoke(ACCOUNT)
    books.move(member.id, 'accrue', 7)
    await again()
    expect(await links()).toMatchObject([{ Status: 'Needs attention', Trouble: 'revoked-there' }])
    expect(await netOf(house, 'R1')).toBe(50)
    await owner.call('POST', '/loyalty/R1/points', { body: { Points: 3, LocationId: front } })
    expect((await house.linkInvolv(owner, ACCOUNT)).status).toBe(200)
    await house.work()
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null }])
    expect([await netOf(house, 'R1'), member.points_balance]).toEqual([60, 60])
  })
})

describe('the end of a link', () => {
  const secrets = async () => (await asOwner((sql) => sql<{ n: number }[]>`select count(*)::int as n from link_secret`))[0]?.n

  it('ends the tokens at the provider, and nothing of them is kept', async () => {
    await house.linkInvolv(owner, ACCOUNT)
    await house.work()
    expect((await owner.call('DELETE', `/venue/${house.room.venueId}/involvtokens`)).status).toBe(204)
    await house.work()
    const { access, refresh } = house.involv.account(ACCOUNT)
    expect([access.size, refresh.size, await secrets(), await links()]).toEqual([0, 0, 0, []])
  })

  it('disconnect while down: it has ended here at once, and is finished later', async () => {
    await house.linkInvolv(owner, ACCOUNT)
    await house.work()
    house.involv.standIn.failNext({ route: '/oauth/revoke', status: 503, headers: { 'retry-after': '90' } })
    await owner.call('DELETE', `/venue/${house.room.venueId}/involvtokens`)
    await house.work()
    expect(await links()).toMatchObject([{ Status: 'Disconnecting', NextTry: expect.any(String) }])
    expect(house.involv.account(ACCOUNT).refresh.size).toBe(1)
    await house.work({ evenLater: true })
    expect(await links()).toEqual([])
    expect([house.involv.account(ACCOUNT).refresh.size, await secrets()]).toEqual([0, 0])
  })

  it('of the venue leaves the link of a location alone', async () => {
    house.involv.account('club_2', 'Bar club')
    await house.linkInvolv(owner, ACCOUNT)
    await house.linkInvolv(owner, 'club_2', front)
    await owner.call('DELETE', `/venue/${house.room.venueId}/involvtokens`)
    await house.work()
    expect(await links()).toMatchObject([{ LocationId: front, Status: 'Linked' }])
    expect((await owner.call('DELETE', `/locations/${front}/involvtokens`)).status).toBe(204)
  })
})

describe('reading Involv', () => {
  const trouble = async (route: string, failing: object, wanted: string) => {
    house.involv.standIn.failNext({ route, ...failing })
    await again()
    expect(await links()).toMatchObject([{ Trouble: wanted }])
  }
  const page = (members: object[], next: string | null) => ({ status: 200, body: JSON.stringify({ members, next }) })

  it('waits as long as the provider asks for, and goes on later', async () => {
    books.member('W1', { points_balance: 5 })
    await house.linkInvolv(owner, ACCOUNT)
    house.involv.standIn.failNext({ route: '/api/members', status: 429, headers: { 'retry-after': '120' } })
    await house.work()
    expect(await links()).toMatchObject([{ Trouble: 'busy', Status: 'Linked' }])
    const [job] = await asOwner(
      (sql) => sql<{ wait: number }[]>`select extract(epoch from run_at - now())::int as wait from graphile_worker._private_jobs where run_at > now()`,
    )
    expect(job?.wait).toBeGreaterThan(110)
    await house.work({ evenLater: true })
    expect([await netOf(house, 'W1'), await links()]).toMatchObject([5, [{ Trouble: null }]])
  })

  it('paging without end, 200 with HTML and answers that are none: it stops, says so, and goes on later', async () => {
    const member = books.member('E1', { points_balance: 5 })
    await house.linkInvolv(owner, ACCOUNT)
    await house.work()
    await trouble('/api/members', { status: 503 }, 'silent')
    await trouble('/api/members', { status: 200, body: '<html>Hello</html>' }, 'unreadable')
    await trouble('/api/members', page([{ id: '../../admin', points_balance: 1 }], null), 'unreadable')
    await trouble('/api/members', page([{ id: 'm1', points_balance: 1.5 }], null), 'unreadable')
    await trouble('/api/members', { status: 302, headers: { location: 'http://127.0.0.1:9/members' }, body: '' }, 'unreadable')
    expect(house.involv.standIn.log.some(({ path }) => path.includes('admin'))).toBe(false)
    house.involv.standIn.failNext({ route: '/api/members', ...page([], 'x') })
    await trouble('/api/members', page([], 'x'), 'endless')
    await asOwner((sql) => sql`update link_sync set after = '2000 y', until = now()`)
    await trouble('/api/members', page([], 'z'), 'endless')
    await asOwner((sql) => sql`update link_sync set after = null`)
    books.move(member.id, 'accrue', 1)
    const transactions = { status: 200, body: JSON.stringify({ transactions: [], next: 'x' }) }
    house.involv.standIn.failNext({ route: `/api/members/${member.id}/transactions`, ...transactions })
    await trouble(`/api/members/${member.id}/transactions`, transactions, 'endless')
    await again()
    expect([await netOf(house, 'E1'), await links()]).toMatchObject([6, [{ Status: 'Linked', Trouble: null }]])
  })

  it('goes over many pages, also when it breaks off in the middle', async () => {
    for (let n = 0; n < 230; n += 1) books.member(`P${n}`, { points_balance: n })
    await house.linkInvolv(owner, ACCOUNT)
    house.involv.standIn.failNext({ route: '/api/members/mem_150', status: 500 })
    await house.work()
    expect(await links()).toMatchObject([{ Trouble: 'silent' }])
    await house.work({ evenLater: true })
    const [kept] = await house.app.database.readVenue(
      house.room.venueId,
      (sql) => sql`select count(*)::int as cards, sum(points)::int as points from loyalty_card where venue_id = ${house.room.venueId}`,
    )
    expect(kept).toEqual({ cards: 230, points: (229 * 230) / 2 })
  })
})
