import type { Page } from 'playwright-core'
import { codeNow } from '../authenticator.ts'
import { mailInFolder } from '../mail-folder.ts'
import { employ, makePerson, PASSWORD } from '../people.ts'
import { staffRoom } from '../staff-room.ts'
import type { StartedApp } from '../start-app.ts'
import { lookAt, type Tour } from './tour.ts'

const OWNER = 'looks.owner'
const FRONT = 'looks.front'
const MANY = 'looks.many'
const INVITED = 'looks.invited'
const NEWCOMER = 'nora.new@people.example'

const prepare = async (app: StartedApp) => {
  const room = await staffRoom(app, 'The Looks Staff House')
  const [front = 0] = room.locationIds
  await room.hire(OWNER, [], 'all', ['Owner'])
  await room.hire(FRONT, ['can_viewemp', 'can_register', 'can_revoke', 'can_impersonate', 'can_viewsales', 'can_viewplu'], [front])
  await room.hire('front.ann', ['can_viewsales'], [front])
  await room.hire('both.ben', ['can_viewsales'], 'all', ['Supervisor'])
  await app.database.inVenue(
    room.venueId,
    (sql) => sql`insert into employee (venue_id, first_name, surname, display_name, email)
      values (${room.venueId}, 'New', 'Comer', 'New Comer', 'new.comer@people.example') returning 1`,
  )
}

/** Somebody of one venue whom another invites; and an assistant that asks them. */
const prepareInvited = async (app: StartedApp) => {
  const home = await staffRoom(app, 'The Looks Home House')
  const { email, userId } = await home.hire(INVITED, ['can_viewsales'])
  forgetFactor = () => app.database.house`delete from second_factor where user_id = ${userId}`
  const other = await staffRoom(app, 'The Looks Lantern')
  const giver = await other.at('looks.giver', [], 'all', ['Owner'])
  for (const Email of [email, NEWCOMER]) {
    const { body } = await giver.call<{ EmployeeId: number }>('POST', '/register', { body: { FirstName: 'Kim', Surname: 'Ito', Email } })
    await giver.call('POST', `/employees/${body.EmployeeId}/register`, {
      body: { Locations: other.locationIds.slice(0, 1), Permissions: [{ Tag: 'can_viewaudit' }], Roles: ['Supervisor'] },
    })
    invitations.push((await mailInFolder(app, Email, '/membership/password')).link)
  }
  const registered = await fetch(`${app.url}/api/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Atlas', redirect_uris: ['http://127.0.0.1:9/callback'] }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const request = {
    response_type: 'code',
    client_id,
    redirect_uri: 'http://127.0.0.1:9/callback',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  }
  assistant = `/membership/assistant?${new URLSearchParams(request)}`
}
const invitations: string[] = []
let assistant = ''
let forgetFactor: () => Promise<unknown>

/** More people than are listed at once. */
const prepareMany = async (app: StartedApp) => {
  const { venueId } = await staffRoom(app, 'The Looks Crowd')
  await employ(app.database, await makePerson(app.database, MANY), venueId, ['can_viewemp', 'can_register', 'can_revoke'])
  await app.database.inVenue(
    venueId,
    (sql) => sql`insert into employee (venue_id, first_name, surname, display_name, registered)
      select ${venueId}, 'Ann', 'Able ' || n, 'Ann Able ' || n, true from generate_series(1, 110) n returning 1`,
  )
}

const row = (page: Page, name: string) => page.locator('main tbody tr', { hasText: name })
const openActs = async (page: Page, name: string) => {
  await row(page, name).locator('button').last().click()
  await page.getByRole('menuitem').first().waitFor()
}
const nextStep = (page: Page) => page.locator('main form button[type=submit]').click()
/** Chooses the newcomer, and goes on as many steps. */
const register = (steps: number) => async (page: Page) => {
  await page.getByRole('option', { name: 'New Comer' }).click()
  await page.locator('main .btn.primary.big').click()
  await page.locator('main form input[type=checkbox]').first().check()
  for (let step = 1; step < steps; step += 1) await nextStep(page)
  if (steps === 2) await page.locator('main form input[type=checkbox]').last().check()
  await page.locator('main form').waitFor()
}
const followInvitation = (nth: number) => async (page: Page) => {
  await page.goto(new URL(invitations[nth] ?? '', page.url()).href)
  await page.locator('main dl').waitFor()
}
/** Begins to set up a second factor, as somebody who has none. */
const setUpFactor = async (page: Page) => {
  await forgetFactor()
  await page.goto(new URL('/membership/secondfactor', page.url()).href)
  await page.locator('main .btn.primary').first().click()
  await page.locator('main form code').waitFor()
}
const confirmFactor = async (page: Page) => {
  await page
    .locator('main form input')
    .last()
    .fill(codeNow(await page.locator('main form code').innerText()))
  await nextStep(page)
  await page.locator('main li code').nth(9).waitFor()
}

const peopleTours: readonly Tour[] = [
  {
    title: 'people of a venue',
    who: OWNER,
    password: PASSWORD,
    prepare,
    states: [
      {
        name: 'a person and their details',
        path: '/employees/list',
        open: async (page) => {
          await row(page, 'front.ann').getByRole('link').click()
          await page.getByRole('dialog').locator('dl').waitFor()
        },
      },
      {
        name: 'what a person may do',
        path: '/employees/list',
        open: async (page) => {
          await row(page, 'both.ben').getByRole('link').click()
          await page.getByRole('tab').nth(1).click()
          await page.getByRole('tabpanel').getByRole('listitem').first().waitFor()
        },
      },
      {
        name: 'the filters of a list on a phone',
        path: '/employees/list',
        only: 'phone',
        open: async (page) => {
          await page.getByRole('button', { name: /^(Filters|絞り込み)/ }).click()
          await page.getByRole('dialog').waitFor()
          // While the sheet slides in, axe takes the page behind it for the whole.
          await page.getByRole('dialog').evaluate((sheet) => Promise.all(sheet.getAnimations({ subtree: true }).map((moving) => moving.finished)))
        },
      },
      {
        name: 'revoking several at once',
        path: '/employees/list',
        open: async (page) => {
          await page.locator('main thead input[type=checkbox]').check()
          await page.locator('[data-bar] .btn.stop').click()
          await page.getByRole('dialog').locator('input').waitFor()
        },
      },
      { name: 'who is to be revoked', path: '/employees/revoke', open: (page) => page.getByRole('option', { name: 'front.ann' }).click() },
      { name: 'who gets a password link', path: '/employees/requestpassword', open: (page) => page.getByRole('option', { name: 'front.ann' }).click() },
      { name: 'where a new person works', path: '/employees/register', open: register(1) },
      { name: 'what a new person may do', path: '/employees/register', open: register(2) },
      { name: 'whether a new person’s access is right', path: '/employees/register', open: register(3) },
      {
        name: 'a new person with a wrong field',
        path: '/employees/create',
        open: async (page) => {
          await page.locator('main form input').first().fill('雪'.repeat(101))
          await page.locator('main form .btn.big').last().click()
          await page.locator('.wrong').first().waitFor()
        },
      },
      {
        name: 'changed permissions, read before they are saved',
        path: '/employees/permissions',
        open: async (page) => {
          await row(page, 'front.ann').locator('input[type=checkbox]:not(:checked):enabled').first().check()
          await page.locator('.acts .btn.primary').click()
          await page.getByRole('dialog').getByRole('listitem').first().waitFor()
        },
      },
    ],
  },
  {
    title: 'people at one location',
    who: FRONT,
    password: PASSWORD,
    states: [{ name: 'permissions out of reach', path: '/employees/permissions', open: (page) => row(page, 'both.ben').waitFor() }],
  },
  {
    title: 'acting as somebody else',
    who: FRONT,
    password: PASSWORD,
    states: [
      {
        name: 'a screen as somebody else',
        path: '/preferences',
        open: async (page) => {
          const stop = page.locator('.ribbon.acting button')
          if (await stop.isVisible()) await stop.click()
          await stop.waitFor({ state: 'detached' })
          await page.goto(new URL('/employees/list', page.url()).href)
          await openActs(page, 'front.ann')
          await page.getByRole('menuitem', { name: /^Impersonate$|代理/ }).click()
          await page.getByRole('dialog').locator('textarea, input').first().fill('To see what Ann sees')
          await page.getByRole('dialog').locator('.btn.primary').click()
          await page.locator('.ribbon.acting').waitFor()
        },
      },
    ],
  },
  {
    title: 'somebody invited',
    who: INVITED,
    password: PASSWORD,
    prepare: prepareInvited,
    states: [
      { name: 'an invitation', path: '/membership/invitations', open: (page) => page.getByRole('heading', { name: 'The Looks Lantern' }).waitFor() },
      { name: 'an invitation opened by its link', path: '/preferences', open: followInvitation(0) },
      { name: 'a newcomer’s invitation opened by its link', path: '/preferences', open: followInvitation(1) },
      { name: 'invitations at the choice of venues', path: '/membership/selectvenue', open: (page) => page.locator('main [role=status]').waitFor() },
      { name: 'setting up the second factor', path: '/preferences', open: setUpFactor },
      {
        name: 'codes that are shown once',
        path: '/preferences',
        open: async (page) => {
          await setUpFactor(page)
          await confirmFactor(page)
        },
      },
      {
        name: 'what an assistant may read',
        path: '/preferences',
        open: async (page) => {
          await page.goto(new URL(assistant, page.url()).href)
          await page.getByRole('radio').last().check()
          await page.getByRole('checkbox').first().waitFor()
        },
      },
      {
        // The last one: afterwards nobody is signed in.
        name: 'the code at the door',
        path: '/preferences',
        only: 'phone',
        open: async (page) => {
          await setUpFactor(page)
          await confirmFactor(page)
          await page.goto(new URL('/membership/logout', page.url()).href)
          await page.waitForFunction(() => localStorage.getItem('daybook.user') === null)
          await page.goto(new URL('/membership/auth', page.url()).href)
          await page.locator('input[name=username]').fill(INVITED)
          await page.locator('input[name=password]').fill(PASSWORD)
          await page.locator('button[type=submit]').click()
          await page.locator('input[name=code]').waitFor()
        },
      },
    ],
  },
  {
    title: 'many people',
    who: MANY,
    password: PASSWORD,
    prepare: prepareMany,
    states: [
      {
        name: 'one of many people, found and chosen',
        path: '/employees/revoke',
        open: (page) => page.getByRole('option', { name: 'Ann Able 50' }).click(),
      },
    ],
  },
]

lookAt(peopleTours)
