import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '#platform/version.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser
const visits = new Map<string, Visit>()
/** What the server refuses next, by the names of its fields; nothing while it answers itself. */
let refused: readonly string[] = []
/** What it answers in its place, by the end of the path. */
let answers: Readonly<Record<string, unknown>> = {}

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  for (const who of ['owner', 'admin', 'nobody']) {
    const visit = await Visit.open(browser, app.url)
    visit.page.setDefaultTimeout(15_000)
    if (who !== 'nobody') await visit.signInAt(ELSEWHERE, who)
    await visit.page.route('**/api/**', answer)
    visits.set(who, visit)
  }
}, 180_000)
afterAll(async () => {
  for (const visit of visits.values()) await visit.close()
  await app.close()
})

const answer = (route: Route) => {
  const request = route.request()
  const [, made] = Object.entries(answers).find(([end]) => new URL(request.url()).pathname.endsWith(end)) ?? []
  if (made && request.method() === 'GET') return route.fulfill({ json: made })
  if (request.method() === 'GET' || refused.length === 0) return route.continue()
  const Errors = refused.map((FieldName) => ({ FieldName, ErrorCode: 'Invalid', Message: 'This was refused.' }))
  return route.fulfill({ status: 400, json: { ResponseStatus: { ErrorCode: 'ValidationFailed', Message: 'Some fields are wrong.', Errors } } })
}

interface Form {
  /** The end of the file's path, without its ending. */
  file: string
  at: string
  who?: 'admin' | 'nobody'
  /** Buttons and entries of menus that lead to it. */
  opens?: readonly (string | RegExp)[]
  /** Whether it stands in a dialog, as what is opened mostly does. */
  dialog?: boolean
  /** What is filled in besides what is empty. */
  steps?: (page: Page) => Promise<unknown>
  /** Sent with nothing filled in that was empty: then what is missing is complained about before it is sent. */
  blank?: boolean
  send: string | RegExp
  /** The fields the server refuses. */
  refuses?: readonly string[]
  answers?: Readonly<Record<string, unknown>>
}

const GIVEN = { answers: { '/name': { Name: 'Ana', UserName: 'ana', Purpose: 'reset' } } }
const SETTINGS = '/venue/settings?tab='
const text = (label: string, value: string) => (page: Page) => page.getByLabel(label, { exact: true }).first().fill(value)

const FORMS: readonly Form[] = [
  { file: 'membership/sign-in.form', who: 'nobody', at: '/membership/auth', send: 'Sign in', blank: true },
  { file: 'membership/forgot-password.page', who: 'nobody', at: '/membership/forgotpassword', send: 'Send me a link', refuses: ['UserId'] },
  { file: 'membership/set-password.page', who: 'nobody', at: '/membership/password#a-link', send: 'Set password', refuses: ['Password'], ...GIVEN },
  { file: 'membership/begin/begin.page', who: 'nobody', at: '/membership/begin#a-link', send: 'Create venue', blank: true },
  {
    file: 'membership/change-password.page',
    at: '/membership/changepassword',
    steps: text('Current password', 'harbour-and-vine'),
    send: 'Change password',
    refuses: ['CurrentPassword', 'Password'],
  },
  {
    file: 'membership/own-login.part',
    at: '/preferences',
    opens: ['Change name or e-mail'],
    steps: text('Your name', 'Olive'),
    send: 'Save',
    refuses: ['DisplayName'],
  },
  { file: 'employees/role-dialogs.part', at: '/employees/roles', opens: ['New role'], send: /^(Create|Make|Save)/, refuses: ['Name'] },
  { file: 'employees/create-employee.page', at: '/employees/create', send: 'Create and give access', blank: true },
  {
    file: 'employees/correct-dialog.part',
    at: '/employees/list',
    opens: [/^Actions/, 'Edit details'],
    steps: text('First name', 'Leonard'),
    send: /^Save/,
    refuses: ['FirstName'],
  },
  { file: 'employees/person-dialogs.part', at: '/employees/list', opens: [/^Actions/, 'Impersonate'], send: /^Act|^Impersonate/, refuses: ['Reason'] },
  { file: 'loyalty/new-card.part', at: '/loyalty/search', opens: ['New card'], send: 'Create card', refuses: ['CardNumber', 'Details.Name', 'Details.Phone'] },
  {
    file: 'loyalty/details.form',
    at: '/loyalty/cards/4417?tab=details',
    steps: text('Card holder', 'Ana'),
    send: 'Save changes',
    refuses: ['Details.Name'],
    answers: { '/loyalty/4417/details': { Details: { CardNumber: '4417', Name: 'An', Status: 'Active', Points: 0, Owed: 0, Joined: '2026-01-01' } } },
  },
  { file: 'delivery/saved-views/view-dialog.part', at: '/reports/sales?range=lastweek', opens: ['Views', /^Save this view/], send: 'Save', refuses: ['Name'] },
  {
    file: 'delivery/schedules/schedule-form.part',
    at: '/reports/sales?range=lastweek',
    opens: ['Share', /^Send by e-mail/],
    blank: true,
    send: 'Save',
    refuses: ['Name'],
  },
  { file: 'stock/movements/enter-movement.part', at: '/venue/movements', opens: ['Write off'], send: 'Write off', blank: true },
  { file: 'stock/purchases/enter-invoice.part', at: '/reports/plu-purchases', opens: ['Add invoices', 'Enter an invoice'], send: 'Enter invoice', blank: true },
  { file: 'stock/excises/excise-rate.form', at: '/reports/excises', opens: ['Add rate'], send: 'Save rate', blank: true },
  { file: 'stock/excises/buyers.part', at: '/reports/excises', opens: [/^Liquor return/, 'Licensed buyers'], send: 'Add buyer', blank: true },
  { file: 'venues/till-keys/make-key.part', at: '/venue/tillkeys', opens: ['Make till key'], send: 'Make till key', refuses: ['Name'] },
  { file: 'venues/add-location.part', at: `${SETTINGS}locations`, opens: ['Add location'], dialog: false, send: 'Add location', blank: true },
  {
    file: 'venues/locations-tab.part',
    at: `${SETTINGS}locations`,
    opens: [/Harbour Bar/],
    dialog: false,
    steps: text('Name', 'Harbour'),
    send: 'Save',
    refuses: ['Locations.0.Name'],
  },
  { file: 'venues/config-fields.part', at: `${SETTINGS}general`, steps: text('Name of the venue', 'Harbour'), send: 'Save', refuses: ['Config.VenueName'] },
  { file: 'venues/points-tab.part', at: `${SETTINGS}points`, steps: text('Points per dollar', '2'), send: 'Save', refuses: ['Config.PointsPerDollar'] },
  {
    file: 'venues/settings-tab.part',
    at: `${SETTINGS}settings`,
    steps: text('Sender name of e-mails', 'Us'),
    send: 'Save',
    blank: true,
    refuses: ['Settings.MailSenderName'],
  },
  { file: 'venues/domains-tab.part', at: `${SETTINGS}domains`, send: 'Register domain', refuses: ['Domain'] },
  {
    file: 'venues/payment-tab.part',
    who: 'admin',
    at: '/admin/list?venue=1&tab=payment',
    steps: (page) => page.locator('main input[inputmode=decimal]').first().fill('7'),
    send: 'Save',
    refuses: ['PercentageFee'],
  },
  {
    file: 'venues/new-venue.part',
    who: 'admin',
    at: '/admin/list',
    opens: ['New venue'],
    send: 'Create venue',
    refuses: ['Name', 'Location.Name', 'Owner.Email'],
  },
  { file: 'api-keys/create-key.part', who: 'admin', at: '/admin/apikeylist', opens: ['Create key'], send: 'Create key', refuses: ['User.Expires'] },
  { file: 'dashboard/wall/claim-screen.part', at: '/membership/dashboard', opens: [/wall/i], send: 'Show dashboard', refuses: ['Code', 'Name'] },
  { file: 'tyro/link-tyro.form', at: '/venue/connections/tyro', opens: [/^Link Harbour Bar/], send: 'Link Harbour Bar', refuses: ['TyroId'] },
  {
    file: 'deliverect/link-deliverect.form',
    at: '/venue/connections/deliverect',
    opens: [/^Link Harbour Bar/],
    send: 'Link Harbour Bar',
    refuses: ['DeliverectId'],
  },
  { file: 'marketplace/market-settings.part', at: '/venue/connections/marketplace', send: 'Save', refuses: ['Settings.DisplayName'] },
]

/** Forms of the same piece that need what a new venue does not have, and where they are tried. */
const NOT_WALKED: Readonly<Record<string, string>> = {
  'employees/register-steps.part': 'needs a person without an address; the same piece as create-employee',
  'delivery/schedules/schedule-dialogs.part': 'needs a schedule; the same piece as schedule-form',
  'link-screen/begin-link.part': 'needs a provider that is set up; its one field is read as those of link-tyro are',
  'membership/tokens/assistant.page': 'needs an assistant, and proves the password before it is sent: assistant.e2e',
  'membership/tokens/make-token.part': 'proves the password before it is sent: tokens.e2e',
  'reports/payments/match-by-hand.part': 'needs a payment without a receipt: payments.e2e',
}

const press = async (page: Page, name: string | RegExp) => {
  const exact = typeof name === 'string'
  const found = ['button', 'menuitem', 'link'].map((role) => page.getByRole(role as 'button', { name, exact }))
  await found
    .slice(1)
    .reduce((all, one) => all.or(one), found[0] as Locator)
    .first()
    .click()
}

const ELSEWHERE = '/preferences'

/** Navigates without the values typed on the previous screen. */
const openScreen = async (visit: Visit, at: string) => {
  if (visit === visits.get('nobody')) {
    // The app reads the link once, while the page loads.
    await visit.page.goto('about:blank')
    await visit.goto(at)
    return visit.arrived()
  }
  const discard = visit.page.locator('[data-bar]').getByRole('button', { name: 'Discard' })
  if (await discard.isVisible()) await discard.click()
  for (const path of visit.path() === at.split('?')[0] ? [ELSEWHERE, at] : [at]) {
    // The previous screen stays until the next screen's module is loaded.
    await visit.page.evaluate(() => document.querySelector('h1')?.setAttribute('data-before', ''))
    await visit.walkTo(path)
    await visit.page.waitForFunction(() => document.querySelector('h1:not([data-before])') && !document.querySelector('[aria-busy=true]'))
  }
}

/** What is filled in: the dialog that opened, or the page. */
const formOf = async (page: Page, isDialog: boolean): Promise<Locator> => {
  const dialog = page.getByRole('dialog').last()
  if (!isDialog) return page.locator('main, body').first()
  await dialog.locator('input, select').first().waitFor()
  return dialog
}

/** Fills in what is empty, so that it may be sent. */
const fillIn = async (within: Locator): Promise<void> => {
  // Searchable lists replace a read-only field once their module is loaded.
  await within.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  for (const field of await within.locator('input:not([role=combobox]):visible:enabled, select:visible:enabled, textarea:visible:enabled').all()) {
    const [kind, value] = await field.evaluate((one) => [one instanceof HTMLInputElement ? one.type : one.tagName, (one as HTMLInputElement).value])
    if (kind === 'checkbox') await field.check()
    else if (kind === 'SELECT' && value === '') await field.selectOption({ index: 1 })
    else if (value !== '' || ['radio', 'SELECT', 'search', 'hidden'].includes(kind as string)) continue
    else if (kind === 'date') await field.fill('2026-11-02')
    else await field.fill(kind === 'email' ? 'ana@example.net' : kind === 'password' ? 'a brass bell at closing' : kind === 'number' ? '3' : 'pay.example.com')
  }
}

const isInvalid = (field: Locator) => field.evaluate((one) => one.getAttribute('aria-invalid') === 'true')

/** Changes a field as a person does. */
const change = async (field: Locator): Promise<void> => {
  const kind = await field.evaluate((one) => (one instanceof HTMLInputElement ? one.type : one.tagName))
  if (kind === 'SELECT') {
    const other = await field.evaluate((one) => {
      const { options, value } = one as HTMLSelectElement
      return [...options].map((option) => option.value).find((option) => option !== value && option !== '')
    })
    if (other !== undefined) await field.selectOption(other)
  } else if (kind === 'checkbox') await field.click()
  else if (kind === 'date') await field.fill('2026-11-03')
  else await field.fill(kind === 'number' ? '7' : kind === 'email' ? 'ana@example.com' : `${await field.inputValue()}7`)
}

it.each(FORMS)(
  '$file: a complaint goes when its field is changed',
  async ({ at, who = 'owner', opens = [], dialog = opens.length > 0, steps, blank, send, refuses = [], answers: given = {} }) => {
    const visit = visits.get(who) as Visit
    const { page } = visit
    ;[refused, answers] = [[], given]
    await openScreen(visit, at)
    for (const name of opens) await press(page, name)
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
    const form = await formOf(page, dialog)
    if (!blank) await fillIn(form)
    await steps?.(page)
    refused = refuses
    const button = (dialog ? form : page).getByRole('button', { name: send, exact: typeof send === 'string' })
    await button.last().click()
    const invalid = page.locator('[aria-invalid=true]')
    await invalid.first().waitFor()
    expect(await page.locator('.wrong').count(), 'complaints that say something').toBeGreaterThan(0)
    const found = await invalid.elementHandles()
    for (const [nth] of found.entries())
      await page.evaluate(([one, n]) => (one as Element).setAttribute('data-was-wrong', String(n)), [found[nth], nth] as const)
    for (const [nth] of found.entries()) {
      const field = page.locator(`[data-was-wrong="${nth}"]`)
      await change(field)
      await expect.poll(() => isInvalid(field), { message: `field ${nth + 1}` }).toBe(false)
    }
  },
)

it('every form of the product is walked, and what the server refuses is told by the shared piece alone', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const textOf = (name: string) => readFileSync(join(ROOT, 'src', name), 'utf8')
  const forms = files.filter((name) => name !== 'ui/form.tsx' && /\buse(Form|Refused)\(/.test(textOf(name))).map((name) => name.replace(/\.tsx$/, ''))
  const known = [...FORMS.map(({ file }) => file), ...Object.keys(NOT_WALKED)]
  expect(forms.filter((name) => !known.some((one) => name.endsWith(one)))).toEqual([])
  expect(files.filter((name) => name !== 'ui/form.tsx' && /\bfieldErrorText\(/.test(textOf(name)))).toEqual([])
})
