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
  const subject = 'Stripe has to be connected again: Back Bar · Mailed House'
  const both = [
    [local.colleague.email, subject],
    [owner.colleague.email, subject],
  ].sort()
  expect(subjects()).toEqual(both)
  const [mail] = mailServer.mails
  for (const form of [mail?.text, mail?.html]) {
    expect(form).toContain('somebody ended it at Stripe')
    expect(form).toContain('What was missed is fetched then.')
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
  expect(subjects()).toEqual([[owner.colleague.email, 'Stripeを再接続してください: 全店舗・Mailed House']])
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
