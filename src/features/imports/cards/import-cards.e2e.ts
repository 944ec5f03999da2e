import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser
let visit: Visit

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterEach(async () => {
  const { trouble } = visit
  await visit.close()
  expect(trouble).toEqual([])
})
afterAll(() => app.close())

const open = async (who: string) => {
  visit = await Visit.open(browser, app.url)
  await visit.signInAt('/loyalty/search', who)
  return visit.page
}

const counts = () => visit.page.getByRole('table', { name: /^What (will happen|was imported)$/ })

const handOver = async (name: string, text: string) => {
  await visit.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await visit.page.getByRole('heading', { name: 'Columns', exact: true }).waitFor()
}

const file = (mark: string) => `Member no,First name,Last name,E-mail,Mobile,Balance
${mark}001,Ada,Lee,ada@example.com,0400 111 222,1250
${mark}002,花子,山田,,0400 111 333,300
${mark}003,Noor,Haddad,noor(at)example.com,,40
${mark}004,Sam,Ito,,,0
`

it('goes from the search over what cannot be read and columns and check to the cards, takes the wrong row corrected, and a second time adds nothing', async () => {
  const page = await open('owner')
  await page.getByRole('link', { name: 'Import cards' }).click()
  await page.getByText('No file of cards has been imported yet.').waitFor()
  await page.locator('input[type=file]').setInputFiles({ name: 'broken.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,"2\n') })
  await expect.poll(() => page.locator('.callout[role=alert]').innerText()).toContain('is never closed')
  await handOver('members.csv', file('EE'))
  await expect.poll(() => page.getByLabel('Balance').inputValue()).toBe('Points')
  await expect.poll(() => page.getByRole('button', { name: 'Check the file' }).isDisabled()).toBe(true)
  await page.getByText('Choose the location for opening points.').waitFor()
  await page.getByLabel('Location for opening points').selectOption('Harbour Bar')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect
    .poll(() => counts().innerText())
    .toMatch(/Rows read\s+4[\s\S]*Rows to correct\s+1[\s\S]*Unchanged\s+0[\s\S]*Changed\s+0[\s\S]*New cards\s+3[\s\S]*Opening points on 2 cards\s+1,550/)
  await page.getByText('A card that already exists gets the name, e-mail and phone in its row. Empty cells change nothing').waitFor()
  await page.getByText('The opening points will be posted at Harbour Bar as adjustments, under your name.').waitFor()
  await expect.poll(() => page.getByRole('cell', { name: /^E-mail: / }).innerText()).toBe('E-mail: "noor(at)example.com" is not an e-mail address.')
  await page.getByText('1 row is wrong and will be left out.').waitFor()

  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()])
  expect(saved.suggestedFilename()).toBe('members.csv.errors.csv')

  await page.getByRole('button', { name: 'Import 3 cards' }).click()
  await page.getByRole('heading', { name: 'What was imported' }).waitFor()
  await page.getByLabel('E-mail, line 4').fill('noor@example.com')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => counts().innerText()).toMatch(/Rows to correct\s+0[\s\S]*Unchanged\s+3[\s\S]*New cards\s+1[\s\S]*Opening points on 1 card\s+40/)

  await page.getByRole('button', { name: 'Import another file' }).click()
  await expect.poll(() => page.getByRole('table', { name: 'Imported files' }).locator('tbody tr').count()).toBe(2)
  await visit.walkTo('/loyalty/cards/EE001?tab=usage')
  await expect.poll(() => page.getByText('Opening points').first().isVisible()).toBe(true)
  await expect.poll(() => page.getByText('Ada Lee').first().isVisible()).toBe(true)
})

it('is not shown to whoever may not change cards', async () => {
  const page = await open('staff')
  await page.getByRole('searchbox').or(page.getByRole('textbox')).first().waitFor()
  expect(await page.getByRole('link', { name: 'Import cards' }).count()).toBe(0)
})
