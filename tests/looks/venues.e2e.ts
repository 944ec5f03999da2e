import type { Page } from 'playwright-core'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { mailInFolder } from '../mail-folder.ts'
import { employ, makePerson, makeVenue, PASSWORD } from '../people.ts'
import type { StartedApp } from '../start-app.ts'
import { signedIn, type Visitor } from '../visitor.ts'
import { lookAt, type Tour } from './tour.ts'

const BEGINNER = 'looks.beginner'
const LOOKER = 'looks.looker'

/** Gives the third location everything a storefront can have. */
const furnish = async (owner: Visitor) => {
  const path = '/venue/1/location/3/marketplace'
  const OpeningHours = [
    ...[1, 2, 3, 4, 5].map((Weekday) => ({ Weekday, Opens: '11:00', Closes: '14:30' })),
    ...[3, 4, 5, 6].map((Weekday) => ({ Weekday, Opens: '17:30', Closes: '00:30' })),
  ]
  const Settings = {
    Enabled: true,
    DisplayName: 'Cellar Door at home',
    Description: 'Wine and plates from the cellar, packed while you wait.',
    DeliveryEnabled: true,
    MinimumOrder: 25,
    PriceMarkupPercent: 12.5,
    CommissionPercent: 28,
    OpeningHours,
  }
  await owner.call('POST', path, { body: { Settings } })
  const { body } = await owner.call<{ Products: { Plu: string; ProductGroup: string }[] }>('GET', `${path}/products?Limit=40`)
  const groups = [...new Set(body.Products.map(({ ProductGroup }) => ProductGroup).filter(Boolean))].slice(0, 3)
  const Groups = groups.map((Name) => ({
    Name,
    Products: body.Products.filter(({ ProductGroup }) => ProductGroup === Name)
      .slice(0, 4)
      .map(({ Plu }) => ({ Plu })),
  }))
  await owner.call('POST', `${path}/menu`, { body: { Groups } })
}

/** A scheduled report that was sent once, and one to somebody outside who has not answered. Their links stand in the mails. */
const schedule = async (app: StartedApp, owner: Visitor) => {
  const report = {
    Path: '/reports/sales',
    Search: 'range=lastweek&by=day',
    Report: { Path: '/sales/day', Query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } },
    Every: 'week',
    OnDay: 7,
    Language: 'en',
    Attachment: 'xlsx',
    SkipEmpty: true,
  }
  const { body } = await owner.call<{ ScheduleId: number }>('POST', '/reports/schedules', {
    body: { ...report, Name: 'Every Monday', Recipients: [owner.userId] },
  })
  await owner.call('POST', `/reports/schedules/${body.ScheduleId}/test`)
  await owner.call('POST', '/venue/1/config/settings', { body: { Settings: { OutsideRecipients: true } } })
  await owner.call('POST', '/reports/schedules', {
    body: { ...report, Name: 'For the accountant', Recipients: [], Outside: ['accountant@ledgers.example'] },
  })
  const [owned] = await app.database.house<{ email: string }[]>`select email from app_user where user_name = 'owner'`
  links.unsubscribe = (await mailInFolder(app, owned?.email ?? '', '/reports/unsubscribe')).link
  links.recipients = (await mailInFolder(app, 'accountant@ledgers.example', '/reports/recipients')).link
}
const links = { unsubscribe: '', recipients: '' }

/** A link of a mail counts only where it is opened as such. */
const followLink = (path: keyof typeof links) => async (page: Page) => {
  await page.goto(new URL(links[path], page.url()).href)
  await page.locator('h1').waitFor()
  await page.locator('main button').first().waitFor()
}

const prepareOwner = async (app: StartedApp) => {
  const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  await furnish(owner)
  await schedule(app, owner)
}

/** A venue in which nothing is set up yet. */
const prepareBeginners = async (app: StartedApp) => {
  const { venueId } = await makeVenue(app.database, 'The Quiet Looks House', ['Front Bar'])
  await employ(app.database, await makePerson(app.database, BEGINNER), venueId, ['can_editsettings', 'can_viewdashboard', 'can_viewsales'])
  await employ(app.database, await makePerson(app.database, LOOKER), venueId, ['can_viewdashboard', 'can_viewsales'])
}

/** A tab with what it shows. */
const tab = async (page: Page) => {
  await page.locator('main nav a[aria-current]').last().waitFor()
  await page.locator('main :is(h2, h3, input, table)').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
}
const titled = (title: string | RegExp) => (page: Page) => page.getByRole('heading', { name: title }).first().waitFor()
const inDialog = async (page: Page) => page.getByRole('dialog').locator('button').last().waitFor()
const editSchedule = (page: Page) =>
  page
    .getByRole('row', { name: /Every Monday/ })
    .locator('button')
    .first()
    .click()

const venueTours: readonly Tour[] = [
  {
    title: 'settings of a venue and what it sends',
    who: 'owner',
    prepare: prepareOwner,
    states: [
      ...['points', 'settings', 'suppliers', 'domains', 'connections'].map((name) => ({
        path: `/venue/settings?tab=${name}`,
        open: tab,
      })),
      {
        name: 'a location with a name that is taken',
        path: '/venue/settings?tab=locations',
        open: async (page) => {
          await page.locator('main section h2 button').first().click()
          const taken = await page.locator('main section h2').nth(1).innerText()
          await page.locator('main section input').first().fill(taken.toUpperCase())
          await page.locator('[data-bar] .btn.primary, .acts .btn.primary').last().click()
          await page.locator('.wrong').first().waitFor()
        },
      },
      ...['settings', 'hours', 'menu', 'preview'].map((name) => ({ path: `/venue/connections/marketplace?location=3&tab=${name}`, open: tab })),
      { path: '/reports/schedules', open: (page) => page.getByRole('rowheader', { name: 'Every Monday' }).waitFor() },
      {
        name: 'a scheduled report',
        path: '/reports/schedules',
        open: async (page) => {
          await editSchedule(page)
          await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
        },
      },
      {
        name: 'the mail of a scheduled report',
        path: '/reports/schedules',
        open: async (page) => {
          await editSchedule(page)
          await page
            .getByRole('dialog')
            .getByRole('button', { name: /^Preview$|プレビュー/ })
            .click()
          await page.getByRole('heading', { name: 'Every Monday' }).waitFor()
        },
      },
      {
        name: 'what a scheduled report sent',
        path: '/reports/schedules',
        open: async (page) => {
          await page.getByRole('button', { name: /^(More for “Every Monday”|「Every Monday」のその他の操作)$/ }).click()
          await page.getByRole('menuitem').nth(2).click()
          await page.getByRole('dialog').getByRole('listitem').or(page.getByRole('dialog').getByRole('row')).first().waitFor()
        },
      },
      {
        name: 'a view of a report that is saved',
        path: '/reports/sales?range=last7',
        open: async (page) => {
          await page.getByRole('button', { name: /^Views$|^ビュー$/ }).click()
          await page.getByRole('menuitem').first().click()
          await inDialog(page)
        },
      },
      { name: 'the link that ends a scheduled report', path: '/preferences', open: followLink('unsubscribe') },
      { name: 'somebody outside is asked', path: '/preferences', open: followLink('recipients') },
    ],
  },
  {
    title: 'a venue that begins',
    who: BEGINNER,
    password: PASSWORD,
    prepare: prepareBeginners,
    states: [
      { name: 'the list of what to set up', path: '/membership/dashboard', open: titled(/The Quiet Looks House/) },
      {
        name: 'a till key that is shown once',
        path: '/venue/tillkeys',
        open: async (page) => {
          await page.locator('main .btn').first().click()
          await page.getByRole('dialog').locator('.btn.primary').click()
          await page.getByRole('alertdialog').locator('summary').click()
        },
      },
    ],
  },
  {
    title: 'a venue without sales',
    who: LOOKER,
    password: PASSWORD,
    states: [{ name: 'a dashboard without sales', path: '/membership/dashboard', open: titled(/^Nothing has been sold yet$|^まだ売上がありません$/) }],
  },
  {
    title: 'what Admin makes',
    who: 'admin',
    states: [
      {
        name: 'a new venue with wrong fields',
        path: '/admin/list?new=1',
        open: async (page) => {
          await page.getByRole('dialog').locator('.btn.primary').click()
          await page.locator('.wrong').first().waitFor()
        },
      },
      {
        name: 'a new key of a supplier with wrong fields',
        path: '/admin/apikeylist',
        open: async (page) => {
          await page.locator('.head .btn.primary').click()
          await page.getByRole('dialog').getByRole('checkbox').first().check()
          await page.getByRole('dialog').locator('button[type=submit]').click()
          await page.locator('.wrong').first().waitFor()
        },
      },
      {
        name: 'the venues of a key',
        path: '/admin/apikeylist',
        open: async (page) => {
          await page.locator('main tbody tr').first().locator('.text-btn').first().click()
          await page.getByRole('dialog').getByRole('checkbox').first().uncheck()
        },
      },
      {
        name: 'revoking a key',
        path: '/admin/apikeylist',
        open: async (page) => {
          await page.locator('main tbody tr').first().locator('.btn').last().click()
          await inDialog(page)
        },
      },
      {
        name: 'the filters of a list',
        path: '/admin/apikeylist',
        only: 'phone',
        open: (page) => page.getByRole('button', { name: /^(Filters|絞り込み)/ }).click(),
      },
    ],
  },
]

lookAt(venueTours)
