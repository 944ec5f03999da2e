import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { INVOLV_ACCOUNT as ACCOUNT, freshInvolv } from '#tests/involv-house.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { outcome, type StaffRoom } from '#tests/staff-room.ts'
import type { Visitor } from '#tests/visitor.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let back: number
let elsewhere: StaffRoom
let stranger: Visitor

beforeAll(async () => {
  house = await LinkHouse.open('Attacked House')
  ;[front = 0, back = 0] = house.room.locationIds
  owner = await house.room.at('attacked-owner', ['can_linkinvolv'])
  elsewhere = await house.another('House of the Attacker')
  stranger = await elsewhere.at('attacker', ['can_linkinvolv'])
})
afterAll(() => house.close())
beforeEach(async () => {
  await freshInvolv(house)
})

const NOTHING_WAITS = [409, 'NoPendingAuthorisation']
const links = async (who = owner) => (await who.call<{ Links: object[] }>('GET', `/venue/${who.venueId}/involvtokens`)).body.Links
const exchanges = () => house.involv.standIn.log.filter(({ path }) => path === '/oauth/token')
/** A sign-in that was begun, and the code it leads to. */
const begun = async (who: Visitor, place?: number, account = ACCOUNT) => {
  const { AuthUrl, State } = (await house.beginInvolv(who, place)).body
  return { State, code: house.involv.code(account, AuthUrl) }
}

describe('a sign-in at Involv', () => {
  it("state of somebody else: another person's sign-in is nobody's, at the same venue and at another, and stays theirs", async () => {
    const colleague = await house.room.at('attacked-colleague', ['can_linkinvolv'])
    const { State, code } = await begun(owner, front)
    expect(outcome(await house.giveInvolvCode(colleague, code, front, { State }))).toEqual(NOTHING_WAITS)
    expect(outcome(await house.giveInvolvCode(stranger, code, elsewhere.locationIds[0], { State }))).toEqual(NOTHING_WAITS)
    expect(exchanges()).toEqual([])
    expect((await house.giveInvolvCode(owner, code, front, { State })).status).toBe(200)
  })

  it('state replayed, code twice: each works once, by its own sign-in or a later one', async () => {
    const { State, code } = await begun(owner)
    expect((await house.giveInvolvCode(owner, code, undefined, { State })).status).toBe(200)
    await owner.call('DELETE', `/venue/${house.room.venueId}/involvtokens`)
    await house.work()
    const later = await begun(owner)
    expect(outcome(await house.giveInvolvCode(owner, later.code, undefined, { State }))).toEqual(NOTHING_WAITS)
    expect(outcome(await house.giveInvolvCode(owner, code, undefined, { State: later.State }))).toEqual(NOTHING_WAITS)
    const [his, hers] = await Promise.all([1, 2].map(() => house.giveInvolvCode(owner, later.code, undefined, { State: later.State })))
    expect([his?.status, hers?.status].sort()).toEqual([200, 409])
    expect(exchanges().map(({ status }) => status)).toEqual([200, 200])
  })

  it('code replayed by another venue: it is sent to Involv once, whoever was faster', async () => {
    const mine = await begun(owner, front)
    const theirs = await begun(stranger, elsewhere.locationIds[0])
    expect((await house.giveInvolvCode(owner, mine.code, front, { State: mine.State })).status).toBe(200)
    expect(outcome(await house.giveInvolvCode(stranger, mine.code, elsewhere.locationIds[0], { State: theirs.State }))).toEqual(NOTHING_WAITS)
    expect(exchanges()).toHaveLength(1)
    expect(await links(stranger)).toEqual([])
    expect(await links()).toMatchObject([{ LocationId: front, Status: 'Linked' }])
  })

  it('callback of another place or venue: it is refused before anything is stored or asked, and the sign-in can still be finished', async () => {
    const { State, code } = await begun(owner, front)
    expect(outcome(await house.giveInvolvCode(owner, code, back, { State }))).toEqual(NOTHING_WAITS)
    expect(outcome(await house.giveInvolvCode(owner, code, undefined, { State }))).toEqual(NOTHING_WAITS)
    expect((await owner.call('POST', `/locations/${elsewhere.locationIds[0]}/involvtokens`, { body: { AuthorizationCode: code, State } })).status).toBe(404)
    expect(outcome(await house.giveInvolvCode(owner, code, front, { State, LocationId: back }))).toEqual([400, 'PathBodyDisagree'])
    expect(outcome(await house.giveInvolvCode(owner, code, front, { State, RedirectURI: `${house.app.settings.publicUrl}/stripe/connect` }))).toEqual(
      NOTHING_WAITS,
    )
    expect(exchanges()).toEqual([])
    expect((await house.giveInvolvCode(owner, code, front, { State })).status).toBe(200)
  })

  it("a code with another's verifier: the attacker's code in the victim's sign-in links nothing, nor the victim's code in the attacker's", async () => {
    house.involv.account('club_of_the_attacker')
    const [victim, attacker] = [await begun(owner), await begun(stranger, undefined, 'club_of_the_attacker')]
    expect(outcome(await house.giveInvolvCode(owner, attacker.code, undefined, { State: victim.State }))).toEqual([409, 'AuthorisationRefused'])
    expect(outcome(await house.giveInvolvCode(stranger, victim.code, undefined, { State: attacker.State }))).toEqual([409, 'AuthorisationRefused'])
    expect([await links(), await links(stranger)]).toEqual([[], []])
    // Neither code has a second chance, whoever has its verifier.
    expect(outcome(await house.giveInvolvCode(owner, victim.code))).toEqual(NOTHING_WAITS)
    expect(await house.room.audit('link.failed')).toMatchObject([{ detail: { Code: 'AuthorisationRefused' } }])
  })
})
