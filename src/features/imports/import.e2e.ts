import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'

let app: StartedApp
let browser: Browser
let visit: Visit

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  visit = await Visit.open(browser, app.url)
  await visit.signInAt('/venue/imports', 'owner')
})
beforeEach(() => visit.walkTo('/venue/imports'))
afterEach(() => expect(visit.trouble.splice(0)).toEqual([]))
afterAll(() => app.close())

/** What a file came to, or would come to. */
const counts = () => visit.page.getByRole('table', { name: /^What (will happen|was imported)$/ })

const handOver = async (name: string, text: string) => {
  await visit.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await visit.page.getByRole('heading', { name: 'Columns', exact: true }).waitFor()
}

const FILE = `Receipt,Day,At,Where,Item,Qty,Amount,Paid
T-1,2/11/2026,12:30,Harbour Bar,Wharf Lager,2,19.60,Cash
T-1,2/11/2026,12:30,Harbour Bar,Chips,1,9.00,Cash
T-2,2/11/2026,13:05,Harbour Bar,Fish of the day,1,"1,024.00",Card
T-3,3/11/2026,18:20,Vine Bistro,House red,1,nineteen,Card
T-4,3/11/2026,19:00,Vine Bistro,House red,1,12.50,Card
`

it('maps its columns, shows what would happen, brings it in, and takes the wrong row corrected', async () => {
  const { page } = visit
  await page.getByText('No file has been imported yet.').waitFor()
  await handOver('november.csv', FILE)

  // What the headings do not tell is said by hand.
  await expect.poll(() => page.getByLabel('Item', { exact: true }).inputValue()).toBe('Name')
  await page.getByLabel('At', { exact: true }).selectOption('Time')
  await page.getByLabel('Where', { exact: true }).selectOption('Location')
  await page.getByLabel('Paid', { exact: true }).selectOption('Tender')
  await page.getByLabel('Date format').selectOption('D/M/YYYY')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('heading', { name: 'What will happen' }).waitFor()
  await expect.poll(() => counts().innerText()).toMatch(/Rows read\s+5[\s\S]*Rows to correct\s+1[\s\S]*New sales\s+3[\s\S]*Total AUD\s+1,065.10/)
  await expect.poll(() => page.getByRole('cell', { name: /^Amount: / }).innerText()).toBe('Amount: "nineteen" is not a number.')
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()])
  expect(saved.suggestedFilename()).toBe('november.csv.errors.csv')

  await page.getByLabel('Save this column mapping as').fill('Till export')
  await page.getByRole('button', { name: 'Import 3 sales' }).click()
  await page.getByRole('heading', { name: 'What was imported' }).waitFor()

  await page.getByLabel('Amount, line 5').fill('19.00')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => counts().innerText()).toMatch(/Rows to correct\s+0/)
  await expect.poll(() => counts().innerText()).toMatch(/Already imported, left unchanged\s+3[\s\S]*New sales\s+1[\s\S]*19.00/)

  await page.getByRole('link', { name: 'Open the Sales Summary' }).click()
  await page.waitForURL(/\/reports\/sales\?range=2026-11-03/)
  await visit.walkTo('/venue/imports')
  await page.getByRole('link', { name: 'november.csv' }).first().waitFor()
  await expect.poll(() => page.getByRole('table', { name: 'Imported files' }).locator('tbody tr').count()).toBe(2)

  // The next file like it is known.
  await handOver('december.csv', FILE)
  await expect.poll(() => page.getByLabel('Column mapping', { exact: true }).inputValue()).toBe('Till export')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('heading', { name: 'What will happen' }).waitFor()
  await expect.poll(() => counts().innerText()).toMatch(/Already imported, left unchanged\s+3[\s\S]*New sales\s+0/)
})

it('changes the figures of reports that were looked at a moment before; undone from its page, it changes them back and may come again, to be undone from the list', async () => {
  const { page } = visit
  const bringIn = async () => {
    await visit.walkTo('/venue/imports')
    await handOver('pies.csv', 'Receipt,Date,Time,Location,Item,Qty,Amount,Tender\nPIE-1,2026-10-14,12:30,Harbour Bar,Handmade pie,1,33.00,Cash\n')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('button', { name: 'Import 1 sale' }).click()
    await page.getByRole('heading', { name: 'What was imported' }).waitFor()
    return page.url()
  }
  const shows = async (net: string) => {
    for (const report of ['sales', 'plu-sales']) {
      await visit.walkTo(`/reports/${report}?range=2026-10-14`)
      await expect.poll(async () => /Net sales[\s\S]{0,30}?([\d,]+\.\d\d)/.exec(await page.locator('main').innerText())?.[1], { message: report }).toBe(net)
    }
  }
  await storeTrade(app.database, 1, 1, [plainSale('2026-10-14T02:30:00Z', 2200)], new Date())
  await shows('22.00')
  const run = await bringIn()
  await shows('55.00')
  await visit.walkTo(run)
  await page.getByRole('button', { name: 'Undo this import…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Undo the import of pies.csv' })
  await sheet.getByText('This takes 1 sale (33.00 AUD) on Wed 14 Oct 2026 at Harbour Bar out of every report.').waitFor()
  await sheet.getByRole('button', { name: 'Undo 1 sale' }).click()
  await page.getByText(/^Undone by .+ on \d+ \w+ 20\d\d, \d\d:\d\d$/).waitFor()
  await page.getByText('1 sale (33.00 AUD) was reversed.').waitFor()
  expect(await page.getByRole('button', { name: 'Undo this import…' }).count()).toBe(0)
  await shows('22.00')
  await bringIn()
  await visit.walkTo('/venue/imports')
  const row = page
    .getByRole('table', { name: 'Imported files' })
    .getByRole('row', { name: /pies\.csv/ })
    .first()
  await row.getByRole('button', { name: 'Undo this import…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 1 sale' }).click()
  await row.getByText(/Undone by /).waitFor()
})

it('leads to the sales in their own currency, at the locations it made', async () => {
  const { page } = visit
  const heading =
    'transaction_id,transaction_date,transaction_time,transaction_qty,store_id,store_location,product_id,unit_price,product_category,product_type,product_detail'
  await handOver('coffee.csv', `${heading}\n1,2023-01-01,07:06:11,2,5,Lower Manhattan,32,3.0,Coffee,Gourmet brewed coffee,Ethiopia Rg\n`)
  await expect.poll(() => page.getByLabel('Column mapping', { exact: true }).inputValue()).toBe('coffee')
  await page.getByRole('button', { name: 'Check the file' }).click()
  // A mapping of the product says how to read a file, not which locations a venue should have.
  await expect.poll(() => page.getByLabel('Lower Manhattan', { exact: true }).isChecked()).toBe(false)
  await expect.poll(() => page.getByRole('button', { name: /^Import \d/ }).isDisabled()).toBe(true)
  await page.getByLabel('Lower Manhattan', { exact: true }).check()
  // The mapping says in which currency the amounts are, and so that is what they begin with.
  const currency = page.getByRole('combobox', { name: 'Currency of the new locations' })
  await expect.poll(() => currency.inputValue()).toBe('USD – US Dollar')
  await currency.fill('AUD')
  await currency.press('Tab')
  await page.getByText('The column mapping says that the amounts are in USD.').waitFor()
  await currency.fill('USD')
  await page.getByLabel('Trading day starts at').fill('4')
  await page.getByLabel('Time zone of the new locations', { exact: true }).first().fill('America/New_York')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: /^Check/ }).click()
  await page.getByRole('button', { name: 'Import 1 sale' }).click()
  await page.getByRole('link', { name: 'Open the Sales Summary' }).click()
  await page.waitForURL(/\/reports\/sales\?range=2023-01-01.*cur=USD/)
  await expect.poll(() => page.locator('.hero .fig').innerText()).toBe('$6.00')
  const [place] = await app.database.inVenue(1, (sql) => sql`select time_zone, day_start::text from location where venue_id = 1 and name = 'Lower Manhattan'`)
  expect(place).toEqual({ time_zone: 'America/New_York', day_start: '04:00:00' })
  await expect.poll(() => page.locator('.callout.warn').count()).toBe(0)
})

it('shows what each column is taken for and why, how the dates are read, and what the values mean', async () => {
  const { page } = visit
  const day = (i: number) => `${String(1 + (i % 28)).padStart(2, '0')}/${i < 28 ? '09' : '10'}/2026 18:40`
  const rows = Array.from(
    { length: 56 },
    (_, i) => `${1000 + i},${day(i)},Dish ${i % 9},${i === 7 ? '' : 1},9.50,${['Pick up', 'Delivery', 'UNKNOWN', 'Curbside'][i % 3]}`,
  )
  await handOver(
    'takeaway.csv',
    `Order Number,Order Date,Item Name,Quantity,Product Price,Order type\n${rows.join('\n')}\n2000,10/29/2026 19:08,Dish 1,1,9.50,Delivery\n`,
  )
  const columns = page.getByRole('region', { name: 'How the columns are read' })
  await columns
    .getByRole('row', { name: /^Item Name/ })
    .getByText('No code column: the name is the key')
    .waitFor()
  await columns
    .getByRole('row', { name: /^Order Date/ })
    .getByText('Check')
    .waitFor()
  const formats = page.getByRole('region', { name: 'Two date formats in one column' })
  await formats.getByText('10/29/2026 19:08 in line 58').waitFor()
  await expect.poll(() => formats.getByRole('row', { name: /could be either day/ }).innerText()).toContain('Refused')
  await formats.getByLabel('Import dates that could be either day, all read as: Day before month').check()
  await expect.poll(() => formats.getByRole('row', { name: /could be either day/ }).innerText()).toContain('Imported')
  await expect.poll(() => page.getByRole('region', { name: 'Rows by month' }).innerText()).toMatch(/Sept? 2026\s+28[\s\S]*Oct 2026\s+28/)

  // What says nothing is marked, and what is usual is translated.
  await expect.poll(() => page.getByLabel('What "Pick up" means as Order type').inputValue()).toBe('Takeaway')
  await expect.poll(() => page.getByLabel('What "UNKNOWN" means as Order type').inputValue()).toBe('')
  await page.getByLabel('What "UNKNOWN" means as Order type').selectOption('Delivery')

  await page.getByLabel('Location', { exact: true }).selectOption('Harbour Bar')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect.poll(() => counts().innerText()).toMatch(/Rows to correct\s+2[\s\S]*New sales\s+55/)
  await page.getByText('There is no quantity. Correct the row, or choose what a blank quantity means.').first().waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'Sales by month' }).innerText()).toMatch(/Sept? 2026\s+27\s+256\.50[\s\S]*Oct 2026\s+28\s+266\.00/)

  // A default takes the blank in.
  const blanks = page.getByRole('region', { name: 'Some rows have no Quantity' })
  await expect.poll(() => blanks.getByLabel('Leave them out').isChecked()).toBe(true)
  await blanks.getByLabel('A blank counts as').check()
  await expect.poll(() => blanks.getByLabel('Quantity where it is blank').inputValue()).toBe('1')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect.poll(() => counts().innerText()).toMatch(/Rows to correct\s+1[\s\S]*New sales\s+56/)
  await page.getByRole('button', { name: 'To check' }).click()
  await expect.poll(() => columns.getByRole('row').count()).toBe(3)
})

it('reads one column as two fields, and a field that is in no column from what is set here', async () => {
  const { page } = visit
  await handOver('two-fields.csv', 'Date,Location,Product,Amount\n2026-11-05,Harbour Bar,Two-fields lager,9.00\n')
  await page.getByRole('button', { name: 'Product, also read as' }).click()
  await page.getByRole('combobox', { name: 'Product, also read as' }).last().selectOption('Category')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const here = page.getByRole('region', { name: 'Not in the file, set here' })
  await here.getByLabel('Set another field for the whole file').selectOption('Tender')
  await here.getByLabel('Paid by', { exact: true }).fill('Cash')
  await expect.poll(() => here.innerText()).toContain('Paid by Cash')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import 1 sale' }).click()
  await page.getByRole('heading', { name: 'What was imported' }).waitFor()
  const [run] = await app.database.readVenue(
    1,
    (sql) => sql<{ mapping: object }[]>`select mapping from import_run where venue_id = 1 and file_name = 'two-fields.csv' and not check_only limit 1`,
  )
  expect(run?.mapping).toMatchObject({ Columns: { Name: 'Product', Category: 'Product' }, Defaults: { Tender: 'Cash' } })
})

it('says in a sentence what cannot be read, and that a mapping does not fit', async () => {
  const { page } = visit
  await page.locator('input[type=file]').setInputFiles({ name: 'broken.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,"2\n') })
  await expect.poll(() => page.locator('.callout[role=alert]').innerText()).toContain('a quotation mark that opens in line 2 is never closed')
  await handOver('odd.csv', 'Colour,Shape\nred,round\n')
  await expect.poll(() => page.getByText('Choose the column for the date.').isVisible()).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: 'Check the file' }).isDisabled()).toBe(true)
})

it('goes on where it was after a lost connection and after a reload, and can be called off', async () => {
  const { page } = visit
  // Few rows, and yet two parts.
  const noise = Array.from({ length: 600 }, (_, i) => `N-${i},2026-11-07,Harbour Bar,${randomBytes(4500).toString('base64')},1.00`)
  const buffer = gzipSync(`Receipt,Day,Location,Product,Amount\n${noise.join('\n')}\n`, { level: 1 })
  const choose = (name: string) => page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/gzip', buffer })
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url().split('/').at(-1) ?? ''))
  // The second part does not come through.
  await page.route('**/parts/1', (route) => route.abort())
  await choose('noise.csv.gz')
  await page.getByText(/^Waiting for the connection\. noise\.csv\.gz goes on at \d+ %\.$/).waitFor()

  await page.reload()
  await page.getByRole('region', { name: 'Unfinished uploads' }).getByText('noise.csv.gz').waitFor()
  await page.unroute('**/parts/1')
  sent.length = 0
  await choose('noise.csv.gz')
  await page.getByRole('heading', { name: 'Columns', exact: true }).waitFor()
  expect(sent).not.toContain('0')
  expect(sent).toContain('1')
  // What is shown of the file stands in the address.
  await page.reload()
  await page.getByRole('heading', { name: 'Columns', exact: true }).waitFor()

  await visit.walkTo('/venue/imports')
  await page.route('**/parts/1', (route) => route.abort())
  await choose('called-off.csv.gz')
  await page.getByText(/^Waiting for the connection/).waitFor()
  await page.getByRole('button', { name: 'Cancel the upload' }).click()
  await page.getByText('Drop a file of sales here').waitFor()
  await expect.poll(() => app.database.readVenue(1, (sql) => sql`select from import_file where venue_id = 1 and file_name = 'called-off.csv.gz'`)).toEqual([])
  await expect.poll(() => page.getByRole('region', { name: 'Unfinished uploads' }).count()).toBe(0)
  await page.unroute('**/parts/1')
})
