import type { Page } from 'playwright-core'
import { employ, makePerson, PASSWORD } from '../people.ts'
import { staffRoom } from '../staff-room.ts'
import type { StartedApp } from '../start-app.ts'
import { lookAt, type Tour } from './tour.ts'

const OWNER = 'looks.owner'
const FRONT = 'looks.front'
const MANY = 'looks.many'

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
    title: 'somebody who acts as another',
    who: FRONT,
    password: PASSWORD,
    states: [
      {
        name: 'acting as somebody else',
        path: '/preferences',
        only: 'desk',
        open: async (page) => {
          await page.evaluate(() => {
            history.pushState({}, '', '/employees/list')
            dispatchEvent(new PopStateEvent('popstate'))
          })
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
