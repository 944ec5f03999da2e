import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { LinkHouse } from '#tests/link-house.ts'
import { MailServer } from '#tests/mail-server.ts'
import type { Colleague } from '#tests/staff-room.ts'
import type { Visitor } from '#tests/visitor.ts'

const mailServer = new MailServer()
let house: LinkHouse
let owner: Visitor & { colleague: Colleague }
let local: Visitor & { colleague: Colleague }
let front: number
let back: number

beforeAll(async () => {
  house = await LinkHouse.open('Mailed House', { environment: { SMTP_URL: await mailServer.start(), PUBLIC_URL: 'https://daybook.example' } })
  ;[front = 0, back = 0] = house.room.locationIds
  owner = await house.room.at('owner-of-links', ['can_linkpayment', 'can_editsettings'])
  local = await house.room.at('back-linker', ['can_linkpayment'], [back])
  await house.room.hire('no-linker', ['can_viewpayments', 'can_linkdeputy'])
  const silent = await house.room.hire('without-address', ['can_linkpayment'])
  await house.app.database.house`update app_user set email = null, email_key = null where user_id = ${silent.userId}`
})
afterAll(async () => {
  await house.close()
  await mailServer.stop()
})
beforeEach(() => {
  mailServer.mails.length = 0
})

/** The account stops letting Daybook in, and Daybook looks again as every night. */
const fallsIll = async (account: string) => {
  house.stripe.account(account, { isConnected: false })
  await house.perform('links.nightly')
  await house.work()
}
const recovers = async (account: string) => {
  house.stripe.account(account, { isConnected: true })
  await house.perform('links.nightly')
  await house.work()
}
const subjects = () => mailServer.mails.map(({ subject, to }) => [to?.[0]?.address, subject]).sort()

it('a link that stops working is told once to everybody who may link it there, and again only if it worked in between', async () => {
  await house.link(owner, 'acct_back', back)
  await house.work()
  await fallsIll('acct_back')
  const subject = 'Connect Stripe again: Back Bar · Mailed House'
  const both = [
    [local.colleague.email, subject],
    [owner.colleague.email, subject],
  ].sort()
  expect(subjects()).toEqual(both)
  const [mail] = mailServer.mails
  for (const form of [mail?.text, mail?.html]) {
    expect(form).toContain('Someone ended it at Stripe')
    expect(form).toContain('Daybook then fetches the data it missed.')
    expect(form).toContain('https://daybook.example/venue/connections')
    expect(form).not.toMatch(/acct_|undefined|null|\{\w+\}/)
  }
  await fallsIll('acct_back')
  expect(subjects(), 'still ill: no further mail').toEqual(both)
  await recovers('acct_back')
  await fallsIll('acct_back')
  expect(mailServer.mails).toHaveLength(4)
  expect((await house.room.audit('link.trouble')).map(({ detail }) => detail.MailedTo)).toEqual(Array(2).fill('back-linker, owner-of-links'))
  await owner.call('DELETE', `/location/${back}/paymenttokens`)
})

it("the venue's link is told to those of all locations alone, in the language each chose", async () => {
  await owner.call('PUT', `/users/${owner.userId}/preferences`, { body: { Language: 'jp' } })
  await house.link(owner, 'acct_whole')
  await house.work()
  await fallsIll('acct_whole')
  expect(subjects()).toEqual([[owner.colleague.email, 'Stripeを再接続してください: 事業者全体・Mailed House']])
  expect(mailServer.mails[0]?.text).toContain('Stripe側で連携が解除されています。')
  await owner.call('PUT', `/users/${owner.userId}/preferences`, { body: { Language: 'en' } })
  await owner.call('DELETE', `/venue/${house.room.venueId}/paymenttokens`)
})

it('what passes by itself is told to nobody', async () => {
  await house.link(owner, 'acct_away', front)
  await house.work()
  house.stripe.standIn.failNext({ route: '/v1/accounts', status: 503 })
  await house.perform('links.nightly')
  await house.work()
  expect(mailServer.mails).toEqual([])
  await owner.call('DELETE', `/location/${front}/paymenttokens`)
})

it('a domain the account does not take is told once, keeps nothing from being read, and is told again once it was taken in between', async () => {
  const register = (Domain: string) => owner.call('POST', `/venue/${house.room.venueId}/registerdomains`, { body: { Domain } })
  house.stripe.refusedDomains.add('pay.wrong.example.com')
  expect((await register('pay.wrong.example.com')).status).toBe(200)
  await house.link(owner, 'acct_shop', back)
  house.stripe.account('acct_shop').books.charge({ amount: 1200, at: house.stripe.standIn.seconds - 60 })
  await house.work()
  expect(subjects().map(([, subject]) => subject)).toEqual(Array(2).fill('Stripe refused the domain pay.wrong.example.com · Mailed House'))
  expect(mailServer.mails[0]?.text).toContain('Card payments still work.')
  const [link] = (await owner.call<{ Links: { Status: string; Trouble: string | null }[] }>('GET', `/venue/${house.room.venueId}/paymenttokens`)).body.Links
  expect(link).toMatchObject({ Status: 'Linked', Trouble: null })
  const payments = () =>
    house.app.database.readVenue(house.room.venueId, (sql) => sql`select amount from payment where venue_id = ${house.room.venueId} and provider = 'Stripe'`)
  expect(await payments()).toEqual([{ amount: 1200 }])
  const nightly = async () => {
    await house.perform('links.nightly')
    await house.work()
  }
  await nightly()
  expect(mailServer.mails, 'still refused').toHaveLength(2)
  const refused = await register('pay.wrong.example.com')
  expect([refused.status, refused.body.ResponseStatus?.Errors?.[0]?.Message]).toEqual([400, expect.stringContaining('Stripe refused this domain.')])
  house.stripe.refusedDomains.clear()
  await nightly()
  expect(await house.room.audit('link.domain-taken')).toHaveLength(1)
  house.stripe.account('acct_shop').domains.clear()
  house.stripe.refusedDomains.add('pay.wrong.example.com')
  await nightly()
  expect(mailServer.mails).toHaveLength(4)
  house.stripe.refusedDomains.clear()
  await owner.call('DELETE', `/location/${back}/paymenttokens`)
})

it('what happened to a link is told in order to whoever may see it, and of no place that is not theirs', async () => {
  const history = (who: Visitor, place?: number) =>
    who.call<{ Events: { What: string; By: string | null; Trouble: string | null; Domain: string | null; MailedTo: string }[] }>(
      'GET',
      `/venue/${house.room.venueId}/links/history?Provider=Stripe${place === undefined ? '' : `&LocationId=${place}`}`,
    )
  const { Events } = (await history(owner, back)).body
  const both = 'back-linker, owner-of-links'
  const told = Events.map(({ What, By, Trouble, Domain, MailedTo }) => [What, By, Trouble, Domain, MailedTo].filter(Boolean).join(' '))
  expect(told.reverse().slice(0, 12)).toEqual([
    'Linked owner-of-links',
    `Trouble revoked-there ${both}`,
    'Works',
    `Trouble revoked-there ${both}`,
    'Ended owner-of-links',
    'Closed',
    'Linked owner-of-links',
    `DomainRefused pay.wrong.example.com ${both}`,
    'DomainTaken pay.wrong.example.com',
    `DomainRefused pay.wrong.example.com ${both}`,
    'Ended owner-of-links',
  ])
  expect((await history(owner)).body.Events.map(({ What }) => What)).toEqual(['Closed', 'Ended', 'Trouble', 'Linked'])
  expect((await history(local, back)).status).toBe(200)
  expect((await history(local, front)).status).toBe(404)
  const settler = await house.room.at('settler', ['can_editsettings'], [front])
  expect((await history(settler, front)).status).toBe(200)
  expect((await history(settler, back)).status).toBe(404)
  const deputy = await house.room.at('deputy-linker', ['can_linkdeputy'])
  expect((await history(deputy, back)).status).toBe(403)
})

it('whether it still does not work, and whether one may still link it, is asked as the mail is sent', async () => {
  await house.link(owner, 'acct_late', back)
  await house.work()
  mailServer.refusing = true
  await expect(fallsIll('acct_late')).rejects.toThrow()
  mailServer.refusing = false
  const { employeeId, userId } = local.colleague
  const sendAgain = async (employee = employeeId, user = userId) => {
    const [link] = await house.app.database.readVenue(
      house.room.venueId,
      (sql) => sql<{ id: string }[]>`select link_id::text as id from link where venue_id = ${house.room.venueId} and account_id = 'acct_late'`,
    )
    const payload = { VenueId: house.room.venueId, LinkId: link?.id, EmployeeId: employee, UserId: user, Since: new Date().toISOString() }
    await house.perform('link-trouble-mail', payload)
  }
  await sendAgain()
  expect(mailServer.mails).toHaveLength(1)
  const grant = (tags: string[]) =>
    house.app.database.inVenue(
      house.room.venueId,
      (sql) => sql`update employee set tags = ${tags} where venue_id = ${house.room.venueId} and employee_id = ${employeeId}`,
    )
  await grant(['can_viewsales'])
  await sendAgain()
  expect(mailServer.mails, 'the tag was taken away').toHaveLength(1)
  await recovers('acct_late')
  mailServer.mails.length = 0
  await sendAgain(owner.colleague.employeeId, owner.colleague.userId)
  expect(mailServer.mails, 'it works again').toEqual([])
})
