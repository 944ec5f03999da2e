import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { jobsDone } from '#tests/database-fingerprint.ts'
import { MailServer } from '#tests/mail-server.ts'
import { type Colleague, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import { askForDigests } from './fraud-digest.job.ts'
import { openCases } from './open-cases.job.ts'

/** A Friday evening in Sydney, and how often a night has passed since. */
const EVENING = new Date('2026-11-20T10:04:00Z')
let clock = EVENING

type Reader = Visitor & { colleague: Colleague }

const mailServer = new MailServer()
let app: StartedApp
let owner: Sql
let room: StaffRoom
let manager: Reader
let viewer: Reader
let silent: Reader
let front: number
let back: number
let made = 0

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => clock, environment: { SMTP_URL: await mailServer.start(), PUBLIC_URL: 'https://daybook.example' } })
  owner = connectAsOwner(app.databaseUrl)
  room = await staffRoom(app, 'The Watch')
  ;[front = 0, back = 0] = room.locationIds
  manager = await room.at('watcher', ['can_viewloyalty', 'can_editloyalty'])
  viewer = await room.at('back.watcher', ['can_viewloyalty'], [back])
  silent = await room.at('asked.for.nothing', ['can_viewloyalty'])
})
beforeEach(async () => {
  await ask(manager, false)
  await ask(viewer, false)
  mailServer.mails.length = 0
})
afterAll(async () => {
  await owner.end()
  await app.close()
  await mailServer.stop()
})

const ask = (by: Visitor, On: boolean) => by.call<{ On: boolean }>('POST', '/loyalty/fraud/digest', { body: { On } })
const isOn = async (by: Visitor) => (await by.call<{ On: boolean }>('GET', '/loyalty/fraud/digest')).body.On
/** A member whose card is used five times in a day: enough for a case. */
const suspicious = async (locationId = front) => {
  const card = `88${String(++made).padStart(6, '0')}`
  const day = clock.toISOString().slice(0, 10)
  const sales = ['12:01', '13:11', '14:21', '15:31', '16:41'].map((time) =>
    plainSale(`${day}T${time}:00+11:00`, 2345, {
      LoyaltyCard: card,
      Points: { Accrued: 23, Redeemed: 0 },
      ClerkId: `${made} ${time}`,
      ClerkName: `Clerk ${made} ${time}`,
    }),
  )
  await storeTrade(app.database, room.venueId, locationId, sales, clock)
  return card
}
/** The night passes: cases are opened, and mails go out. */
const night = async () => {
  clock = new Date(clock.getTime() + 86_400_000)
  await openCases(app.database, room.venueId, clock)
  const asked = await askForDigests(app.database, room.venueId, clock)
  await jobsDone(owner)
  return asked
}

it('each who asked is mailed the new cases of their own locations once, and nobody else is mailed', async () => {
  expect([await isOn(manager), (await ask(manager, true)).body.On, (await ask(viewer, true)).body.On]).toEqual([false, true, true])
  const card = await suspicious(front)
  await manager.call('POST', `/loyalty/${card}/details`, { body: { Details: { Name: 'Ruth Adeyemi', Email: 'ruth@example.com' } } })
  await suspicious(back)
  await night()
  const [mine, theirs] = [await mailServer.next(manager.colleague.email), await mailServer.next(viewer.colleague.email)]
  expect(mine.subject).toBe('Fraud check: 2 new cases · The Watch')
  expect(theirs.subject).toBe('Fraud check: 1 new case · The Watch')
  for (const form of [mine.text, mine.html]) {
    expect(form).toContain(`•••• ${card.slice(-4)}`)
    expect(form).toContain('Used often in one day')
    for (const personal of [card, 'Ruth', 'Adeyemi', 'ruth@example.com', 'Clerk']) expect(form).not.toContain(personal)
  }
  expect(theirs.text).not.toContain('Front Bar')
  expect(mine.text).toContain('https://daybook.example/loyalty/fraud-check?range=2026-11-20&state=New')
  expect(mailServer.mails).toEqual([])
  expect(await isOn(silent)).toBe(false)
})

it('nothing is sent where nothing is new, though cases are open', async () => {
  await ask(manager, true)
  await suspicious()
  await night()
  await mailServer.next(manager.colleague.email)
  expect(await night()).toBe(1)
  expect(mailServer.mails).toEqual([])
  await suspicious()
  await night()
  const mail = await mailServer.next(manager.colleague.email)
  expect(mail.subject).toContain('1 new case')
  expect(mail.text).toContain('earlier cases are still open.')
})

it('cases that were there before somebody asked are not new, and a second run on the same day sends nothing', async () => {
  await suspicious()
  await night()
  await ask(manager, true)
  await night()
  expect(mailServer.mails).toEqual([])
  await suspicious()
  await night()
  await mailServer.next(manager.colleague.email)
  await suspicious()
  await openCases(app.database, room.venueId, clock)
  expect(await askForDigests(app.database, room.venueId, clock)).toBe(0)
})

it('the mail is in the language its reader chose', async () => {
  await ask(manager, true)
  await manager.call('PUT', `/users/${manager.userId}/preferences`, { body: { Language: 'jp' } })
  await suspicious()
  await night()
  const mail = await mailServer.next(manager.colleague.email)
  expect(mail.subject).toBe('不正利用チェック: 新しい案件 1件・The Watch')
  expect(mail.text).toContain('1日に多数の利用')
  await manager.call('PUT', `/users/${manager.userId}/preferences`, { body: { Language: 'en' } })
})

it('whoever lost can_viewloyalty or a location since is asked about at the moment of sending, and is mailed no more', async () => {
  await ask(manager, true)
  await ask(viewer, true)
  await suspicious(back)
  const { employeeId } = viewer.colleague
  const grant = (tags: string[]) =>
    app.database.inVenue(room.venueId, (sql) => sql`update employee set tags = ${tags} where venue_id = ${room.venueId} and employee_id = ${employeeId}`)
  await grant(['can_viewsales'])
  await night()
  await mailServer.next(manager.colleague.email)
  expect(mailServer.mails).toEqual([])
  await grant(['can_viewloyalty'])
  expect(await isOn(viewer)).toBe(false)
})

it('whoever may not see loyalty cannot ask for it', async () => {
  const cook = await room.at('cook', ['can_viewsales'])
  expect((await ask(cook, true)).status).toBe(403)
})
