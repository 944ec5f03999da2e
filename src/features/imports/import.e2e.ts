import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit, type WindowOptions } from '#tests/in-browser.ts'
import { LOOKS } from '#tests/looks.ts'
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
afterAll(async () => {
  await app.close()
})

const open = async (options?: WindowOptions) => {
  visit = await Visit.open(browser, app.url, options)
  await visit.signInAt('/venue/imports', 'owner')
  return visit.page
}

/** What a file came to, or would come to. */
const counts = () => visit.page.getByRole('table', { name: /^What (will happen|was imported)$|^取り込み後の内容$/ })

const handOver = async (name: string, text: string) => {
  await visit.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await visit.page.getByRole('heading', { name: /^Columns$|^列の対応付け$/ }).waitFor()
}

const FILE = `Receipt,Day,At,Where,Item,Qty,Amount,Paid
T-1,2/11/2026,12:30,Harbour Bar,Wharf Lager,2,19.60,Cash
T-1,2/11/2026,12:30,Harbour Bar,Chips,1,9.00,Cash
T-2,2/11/2026,13:05,Harbour Bar,Fish of the day,1,"1,024.00",Card
T-3,3/11/2026,18:20,Vine Bistro,House red,1,nineteen,Card
T-4,3/11/2026,19:00,Vine Bistro,House red,1,12.50,Card
`

describe('bringing in a file', () => {
  it('maps its columns, shows what would happen, brings it in, and takes the wrong row corrected', async () => {
    const page = await open()
    await page.getByText('No file has been imported yet.').waitFor()
    expect(await visit.axe()).toEqual([])
    await visit.shoot('imports-start')
    await handOver('november.csv', FILE)
    await visit.shoot('imports-columns')

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
    expect(await visit.axe()).toEqual([])
    await page.getByRole('table', { name: '1 row to correct' }).scrollIntoViewIfNeeded()
    await visit.shoot('imports-checked')

    await page.getByLabel('Save this column mapping as').fill('Till export')
    await page.getByRole('button', { name: 'Import 3 sales' }).click()
    await page.getByRole('heading', { name: 'What was imported' }).waitFor()
    expect(await visit.axe()).toEqual([])
    await visit.shoot('imports-done')

    await page.getByLabel('Amount, line 5').fill('19.00')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => counts().innerText()).toMatch(/Rows to correct\s+0/)
    await expect.poll(() => counts().innerText()).toMatch(/Already imported, left unchanged\s+3[\s\S]*New sales\s+1[\s\S]*19.00/)

    await page.getByRole('link', { name: 'Open the Sales Summary' }).click()
    await page.waitForURL(/\/reports\/sales\?range=2026-11-03/)
    await visit.goto('/venue/imports')
    await page.getByRole('link', { name: 'november.csv' }).first().waitFor()
    await expect.poll(() => page.getByRole('table', { name: 'Imported files' }).locator('tbody tr').count()).toBe(2)

    // The next file like it is known.
    await handOver('december.csv', FILE)
    await expect.poll(() => page.getByLabel('Column mapping', { exact: true }).inputValue()).toBe('Till export')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('heading', { name: 'What will happen' }).waitFor()
    await expect.poll(() => counts().innerText()).toMatch(/Already imported, left unchanged\s+3[\s\S]*New sales\s+0/)
  })

  it('changes the figures of reports that were looked at a moment before, and undoing it changes them back', async () => {
    const page = await open()
    const bringIn = async (receipt: string, amount: number) => {
      await visit.walkTo('/venue/imports')
      await handOver(
        `${receipt}.csv`,
        `Receipt,Date,Time,Location,Item,Qty,Amount,Tender\n${receipt},2026-10-14,12:30,Harbour Bar,Handmade pie,1,${amount},Cash\n`,
      )
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
    await bringIn('PIE-1', 22)
    await shows('22.00')
    const run = await bringIn('PIE-2', 33)
    await shows('55.00')
    await visit.walkTo(run)
    await page.getByRole('button', { name: 'Undo this import…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo 1 sale' }).click()
    await page.getByText(/Undone by /).waitFor()
    await shows('22.00')
    // Also where it is undone from the list.
    await bringIn('PIE-3', 44)
    await shows('66.00')
    await visit.walkTo('/venue/imports')
    const row = page.getByRole('row', { name: /PIE-3\.csv/ })
    await row.getByRole('button', { name: /^Undo/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo 1 sale' }).click()
    await row.getByText(/Undone by /).waitFor()
    await shows('22.00')
  })

  it('leads to the sales in their own currency, at the locations it made', async () => {
    const page = await open()
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
    await page.getByText('The column mapping says that the amounts are in USD.').waitFor()
    await currency.fill('USD')
    await page.getByLabel('Trading day starts at').fill('4')
    await page.getByLabel('Time zone of the new locations', { exact: true }).first().fill('America/New_York')
    await page.keyboard.press('Tab')
    expect(await visit.axe()).toEqual([])
    await visit.shoot('imports-new-locations')
    await page.getByRole('button', { name: /^Check/ }).click()
    await page.getByRole('button', { name: 'Import 1 sale' }).click()
    await page.getByRole('link', { name: 'Open the Sales Summary' }).click()
    await page.waitForURL(/\/reports\/sales\?range=2023-01-01.*cur=USD/)
    await expect.poll(() => page.locator('.hero .fig').innerText()).toBe('$6.00')
    const [place] = await app.database.inVenue(1, (sql) => sql`select time_zone, day_start::text from location where venue_id = 1 and name = 'Lower Manhattan'`)
    expect(place).toEqual({ time_zone: 'America/New_York', day_start: '04:00:00' })
    await expect.poll(() => page.locator('.callout.warn').count()).toBe(0)
  })

  it('ticks no new location by itself, and makes the one that is ticked in the currency of the venue', async () => {
    const page = await open()
    await handOver('kiosks.csv', 'Date,Location,Product,Amount\n2026-11-05,Kiosk,Lager,9.00\n2026-11-05,Kiosc,Lager,9.00\n2026-11-05,Harbour Bar,Chips,7.00\n')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('heading', { name: 'Locations this venue does not have' }).waitFor()
    for (const name of ['Kiosk', 'Kiosc']) await expect.poll(() => page.getByLabel(name, { exact: true }).isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Import 1 sale' }).waitFor()
    await page.getByLabel('Kiosk', { exact: true }).check()
    await page.getByRole('button', { name: /^Check/ }).click()
    await page.getByText('Locations to be added: Kiosk').waitFor()
    await page.getByLabel('Save this column mapping as').fill('Kiosk export')
    await page.getByRole('button', { name: 'Import 2 sales' }).click()
    await page.getByText('Locations added: Kiosk').waitFor()
    const made = await app.database.readVenue(1, (sql) => sql`select name, currency from location where venue_id = 1 and name like 'Kios%'`)
    expect(made).toEqual([{ name: 'Kiosk', currency: 'AUD' }])

    // What is kept for the next file makes no locations either.
    await visit.goto('/venue/imports')
    await handOver('kiosks-2.csv', 'Date,Location,Product,Amount\n2026-11-06,Stand,Lager,9.00\n2026-11-06,Kiosk,Lager,9.00\n')
    await expect.poll(() => page.getByLabel('Column mapping', { exact: true }).inputValue()).toBe('Kiosk export')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect.poll(() => page.getByLabel('Stand', { exact: true }).isChecked()).toBe(false)
  })

  it('shows what each column is taken for and why, how the dates are read, and what the values mean', async () => {
    const page = await open()
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
    expect(await visit.axe()).toEqual([])
    await visit.shoot('imports-found')

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
    const page = await open()
    await handOver('two-fields.csv', 'Date,Location,Product,Amount\n2026-11-05,Harbour Bar,Two-fields lager,9.00\n')
    await page.getByRole('button', { name: 'Product, also read as' }).click()
    await page.getByRole('combobox', { name: 'Product, also read as' }).last().selectOption('Category')
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const here = page.getByRole('region', { name: 'Not in the file, set here' })
    await here.getByLabel('Set another field for the whole file').selectOption('Tender')
    await here.getByLabel('Paid by', { exact: true }).fill('Cash')
    await expect.poll(() => here.innerText()).toContain('Paid by Cash')
    expect(await visit.axe()).toEqual([])
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('button', { name: 'Import 1 sale' }).click()
    await page.getByRole('heading', { name: 'What was imported' }).waitFor()
    const [run] = await app.database.readVenue(
      1,
      (sql) => sql<{ mapping: object }[]>`select mapping from import_run where venue_id = 1 and file_name = 'two-fields.csv' and not check_only limit 1`,
    )
    expect(run?.mapping).toMatchObject({ Columns: { Name: 'Product', Category: 'Product' }, Defaults: { Tender: 'Cash' } })
  })

  it('takes an order whole whose rows lie far apart, and says what to do where each row was to be a sale', async () => {
    const page = await open()
    const row = (id: string) => `${id},2026-11-07,Harbour Bar,Lager,1.00`
    const rows = [row('A-1'), ...Array.from({ length: 2100 }, (_, i) => row(`B-${i}`)), row('A-1').replace('1.00', '2.00')]
    await handOver('far-apart.csv', `Receipt,Day,Store,Item,Amount\n${rows.join('\n')}\n`)
    await page.getByLabel('Each row is').selectOption('OneSaleEach')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect.poll(() => page.locator('.callout.warn').innerText()).toMatch(/^1 order number \(3\.00 AUD\) is on several rows/)
    expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0)
    expect(await visit.axe()).toEqual([])
    await page.getByLabel('Each row is').selectOption('SameSaleId')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('button', { name: /^Import 2,101/ }).waitFor()
    await visit.shoot('imports-far-apart')
  })

  it('says in a sentence what cannot be read, and that a mapping does not fit', async () => {
    const page = await open()
    await page.locator('input[type=file]').setInputFiles({ name: 'broken.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,"2\n') })
    await expect.poll(() => page.locator('.callout[role=alert]').innerText()).toContain('a quotation mark that opens in line 2 is never closed')
    await handOver('odd.csv', 'Colour,Shape\nred,round\n')
    await expect.poll(() => page.getByText('Choose the column for the date.').isVisible()).toBe(true)
    await expect.poll(() => page.getByRole('button', { name: 'Check the file' }).isDisabled()).toBe(true)
  })

  it('is undone from its page, says by whom, and the file can come again', async () => {
    const page = await open()
    const bringIn = async (name: string) => {
      await handOver(name, 'Receipt,Date,Location,Product,Amount\nZ-1,2026-11-02,Harbour Bar,Lager,9.00\nZ-2,2026-11-03,Harbour Bar,Chips,7.00\n')
      await page.getByRole('button', { name: 'Check the file' }).click()
      await page.getByRole('button', { name: 'Import 2 sales' }).click()
      await page.getByRole('heading', { name: 'What was imported' }).waitFor()
    }
    await bringIn('wrong-month.csv')
    await page.getByRole('button', { name: 'Undo this import…' }).click()
    const sheet = page.getByRole('dialog', { name: 'Undo the import of wrong-month.csv' })
    await expect
      .poll(() => sheet.innerText())
      .toMatch(/This takes 2 sales \(16\.00 AUD\) from Mon 2 Nov 2026 to Tue 3 Nov 2026 at Harbour Bar out of every report\./)
    expect(await visit.axe()).toEqual([])
    await visit.shoot('imports-undo')
    await sheet.getByRole('button', { name: 'Undo 2 sales' }).click()
    await page.getByText(/^Undone by .+ on \d+ \w+ 20\d\d, \d\d:\d\d$/).waitFor()
    await page.getByText('2 sales (16.00 AUD) were reversed.').waitFor()
    expect(await page.getByRole('button', { name: 'Undo this import…' }).count()).toBe(0)
    expect(await visit.axe()).toEqual([])

    await visit.goto('/venue/imports')
    const row = page.getByRole('table', { name: 'Imported files' }).getByRole('row', { name: /wrong-month\.csv/ })
    await expect.poll(() => row.innerText()).toMatch(/Undone by /)
    await bringIn('right-month.csv')
    await visit.goto('/venue/imports')
    await page
      .getByRole('table', { name: 'Imported files' })
      .getByRole('row', { name: /right-month\.csv/ })
      .getByRole('button', { name: 'Undo this import…' })
      .click()
    await page.getByRole('dialog', { name: 'Undo the import of right-month.csv' }).getByRole('button', { name: 'Undo 2 sales' }).waitFor()
  })

  it('saves the wrong rows as a file to correct', async () => {
    const page = await open()
    await handOver('one.csv', 'Date,Product,Amount\n2026-11-04,Lager,nine\n')
    await page.getByLabel('Location', { exact: true }).selectOption('Harbour Bar')
    await page.getByRole('button', { name: 'Check the file' }).click()
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()])
    expect(saved.suggestedFilename()).toBe('one.csv.errors.csv')
    const chunks: Buffer[] = []
    for await (const chunk of await saved.createReadStream()) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString()).toBe(
      '\ufeffDate,Product,Amount,Import line,Import reason\r\n2026-11-04,Lager,nine,2,"Amount: ""nine"" is not a number."\r\n',
    )
  })

  it('goes on where it was after a lost connection and after a reload, and can be called off', async () => {
    const page = await open()
    const noise = Array.from({ length: 20_000 }, (_, i) => `N-${i},2026-11-07,Harbour Bar,${randomBytes(130).toString('base64')},1.00`)
    const buffer = gzipSync(`Receipt,Day,Location,Product,Amount\n${noise.join('\n')}\n`, { level: 1 })
    const choose = (name: string) => page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/gzip', buffer })
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url().split('/').at(-1) ?? ''))
    // The second part does not come through.
    await page.route('**/parts/1', (route) => route.abort())
    await choose('noise.csv.gz')
    await page.getByText(/^Waiting for the connection\. noise\.csv\.gz goes on at \d+ %\.$/).waitFor()
    expect(await visit.axe()).toEqual([])
    await visit.shoot('imports-uploading')

    await page.reload()
    await page.getByRole('region', { name: 'Unfinished uploads' }).getByText('noise.csv.gz').waitFor()
    expect(await visit.axe()).toEqual([])
    await visit.shoot('imports-unfinished')
    await page.unroute('**/parts/1')
    sent.length = 0
    await choose('noise.csv.gz')
    await page.getByRole('heading', { name: 'Columns', exact: true }).waitFor()
    expect(sent).not.toContain('0')
    expect(sent).toContain('1')
    // What is shown of the file stands in the address.
    await page.reload()
    await page.getByRole('heading', { name: 'Columns', exact: true }).waitFor()

    await visit.goto('/venue/imports')
    await page.route('**/parts/1', (route) => route.abort())
    await choose('called-off.csv.gz')
    await page.getByText(/^Waiting for the connection/).waitFor()
    await page.getByRole('button', { name: 'Cancel the upload' }).click()
    await page.getByText('Drop a file of sales here').waitFor()
    await expect.poll(() => app.database.readVenue(1, (sql) => sql`select from import_file where venue_id = 1 and file_name = 'called-off.csv.gz'`)).toEqual([])
    await expect.poll(() => page.getByRole('region', { name: 'Unfinished uploads' }).count()).toBe(0)
  })

  it.each(LOOKS)('is sound at %j', async (options) => {
    const page = await open(options)
    const name = `imports-${options.width}-${options.dark ? 'dark' : 'light'}-${options.language}`
    await visit.shoot(`${name}-start`)
    expect(await visit.axe()).toEqual([])
    await handOver('november.csv', FILE.replaceAll('T-', `${name}-`).replace('Where', 'Location').replace('At', 'Time'))
    expect(await visit.axe()).toEqual([])
    await visit.shoot(`${name}-columns`)
    await page.getByRole('button', { name: /^Check the file$|^ファイルを確認$/ }).click()
    await counts().waitFor()
    expect(await visit.axe()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    await page.screenshot({ path: `test-results/screens/${name}-checked.png`, fullPage: true })
    await page.getByRole('button', { name: /^Import \d|件の売上を取り込む$/ }).click()
    // The list, which has such buttons too, may be seen for a moment on the way to the run.
    await page.getByRole('heading', { name: /^What was imported$|^取り込み結果$/ }).waitFor()
    await page.getByRole('button', { name: /^Undo this import…$|^この取り込みを取り消す…$/ }).click()
    const undo = page.getByRole('dialog').getByRole('button', { name: /^Undo \d|件の売上を取り消す$/ })
    await undo.waitFor()
    expect(await visit.axe()).toEqual([])
    await page.screenshot({ path: `test-results/screens/${name}-undo.png` })
    await undo.click()
    await page.getByText(/Undone by |が取り消しました/).waitFor()
    expect(await visit.axe()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    await page.screenshot({ path: `test-results/screens/${name}-undone.png`, fullPage: true })
    await visit.goto('/venue/imports')
    await page
      .getByText(/Undone by |が取り消しました/)
      .first()
      .waitFor()
    await page.screenshot({ path: `test-results/screens/${name}-list.png`, fullPage: true })
  })
})
