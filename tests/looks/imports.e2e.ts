import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { PASSWORD } from '../people.ts'
import { staffRoom } from '../staff-room.ts'
import type { StartedApp } from '../start-app.ts'
import { beginUpload, uploaded } from '../upload.ts'
import { signedIn, type Visitor } from '../visitor.ts'
import { lookAt, type Tour } from './tour.ts'

const WHO = 'looks.importer'

const SALES = `Receipt,Date,Time,Location,Item,Qty,Amount,Tender
T-1,2026-11-02,12:30,Front Bar,Wharf Lager,2,19.60,Cash
T-2,2026-11-02,13:05,Front Bar,Fish of the day,1,"1,024.00",Card
T-3,2026-11-03,18:20,Back Bar,House red,1,nineteen,Card
T-4,2026-11-03,19:00,Back Bar,House red,1,12.50,Card
`
const CARDS = `Member no,First name,Last name,E-mail,Mobile,Balance
L001,Ada,Lee,ada@example.com,0400 111 222,1250
L002,花子,山田,,0400 111 333,300
L003,Noor,Haddad,noor(at)example.com,,40
`
const SHIFTS = 'Employee,Date,Start,End\nTilda Moss,2026-11-18,09:00,17:00\nRavi Shah,2026-11-18,09:00,12:30\nRavi Shah,2026-11-40,09:00,12:00\n'
const RATES = 'Employee,From,Rate,Per\nTilda Moss,01/11/2026,31.50,hour\nRavi Shah,01/11/2026,29,\nNobody Known,01/11/2026,30,\n'

/** Two date formats in one column, a blank quantity, and values that have to be translated. */
const takeaway = () => {
  const day = (i: number) => `${String(1 + (i % 28)).padStart(2, '0')}/${i < 28 ? '09' : '10'}/2026 18:40`
  const order = (i: number) => `${1000 + i},${day(i)},Dish ${i % 9},${i === 7 ? '' : 1},9.50,${['Pick up', 'Delivery', 'UNKNOWN', 'Curbside'][i % 3]}`
  const rows = Array.from({ length: 56 }, (_, i) => order(i))
  return `Order Number,Order Date,Item Name,Quantity,Product Price,Order type\n${rows.join('\n')}\n2000,10/29/2026 19:08,Dish 1,1,9.50,Delivery\n`
}

const over = async (who: Visitor, path: string, isDone: (run: { Status: string; Undo?: { Status: string } | null }) => boolean) => {
  for (;;) {
    const { body } = await who.call<{ Status: string; Undo?: { Status: string } | null }>('GET', path)
    if (isDone(body)) return
    await sleep(30)
  }
}
const isEnded = ({ Status }: { Status: string }) => Status !== 'waiting' && Status !== 'running'

const importSales = async (who: Visitor, name: string, text: string) => {
  const { body } = await uploaded<{ FileId: string; Guess: { Mapping: object } }>(who, text, name)
  const begun = await who.call<{ RunId: string }>('POST', '/imports/runs', { body: { FileId: body.FileId, Mapping: body.Guess.Mapping } })
  await over(who, `/imports/runs/${begun.body.RunId}`, isEnded)
  return begun.body.RunId
}

const prepare = async (app: StartedApp) => {
  const room = await staffRoom(app, 'The Looks Importing House')
  await room.hire(WHO, [], 'all', ['Owner'])
  const who = await signedIn(app.url, WHO, PASSWORD)
  await importSales(who, 'november.csv', SALES)
  const undone = await importSales(who, 'undone.csv', SALES.replaceAll('T-', 'U-'))
  await who.call('POST', `/imports/runs/${undone}/undo`)
  await over(who, `/imports/runs/${undone}`, ({ Undo }) => Undo?.Status === 'done')
  await beginUpload(who, Buffer.from('Date,Amount\n'), 'unfinished.csv')

  const send = (kind: string, text: string) =>
    who.call<{ FileId: string; Guess: { Mapping: object } }>('POST', `${kind}?Name=file.csv`, {
      body: text,
      headers: { 'content-type': 'application/octet-stream' },
    })
  const cards = await send('/loyalty/imports/files', CARDS)
  const asked = { FileId: cards.body.FileId, Mapping: cards.body.Guess.Mapping, LocationId: room.locationIds[0] }
  const begun = await who.call<{ RunId: string }>('POST', '/loyalty/imports/runs', { body: asked })
  await over(who, `/loyalty/imports/runs/${begun.body.RunId}`, isEnded)
  const shifts = await send('/attendance/imports/files', SHIFTS)
  await who.call('POST', '/attendance/imports/runs', {
    body: { FileId: shifts.body.FileId, Kind: 'Timesheets', Mapping: shifts.body.Guess.Mapping, LocationId: room.locationIds[0] },
  })
}

const check = (page: Page) => page.getByRole('button', { name: /^Check (the file|again)$|^ファイルを確認$|^もう一度確認$/ })
/** Hands a file over, and waits until its columns are there. */
const handOver = async (page: Page, name: string, text: string) => {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await check(page).waitFor()
}
const checked = async (page: Page) => {
  await check(page).click()
  await page.getByRole('heading', { name: /^What will (happen|change)$|^取り込み後の内容$|^変更内容$/ }).waitFor()
}
const openRun = async (page: Page, name: string) => {
  await page.getByRole('link', { name }).click()
  await page.getByRole('heading', { name: /^What was imported$|^取り込み結果$/ }).waitFor()
}

const importsTour: Tour = {
  title: 'importing files',
  who: WHO,
  password: PASSWORD,
  prepare,
  states: [
    { name: 'imported files and an unfinished upload', path: '/venue/imports', open: (page) => page.getByText('unfinished.csv').first().waitFor() },
    {
      name: 'how the columns of a file are read',
      path: '/venue/imports',
      open: async (page) => {
        await handOver(page, 'takeaway.csv', takeaway())
        await page.getByRole('button', { name: /^Product Price(, also read as|をほかにも使う)$/ }).click()
        await page.locator('section p button.text-btn[aria-expanded=false]').last().click()
        await page.locator('select:has(optgroup option[value=Tender])').last().selectOption('Tender')
      },
    },
    {
      name: 'a checked file with a wrong row',
      path: '/venue/imports',
      open: async (page) => {
        await handOver(page, 'checked.csv', SALES.replaceAll('T-', 'V-'))
        await checked(page)
        await page
          .getByRole('cell', { name: /nineteen/ })
          .first()
          .waitFor()
      },
    },
    {
      name: 'a checked file with new locations',
      path: '/venue/imports',
      open: async (page) => {
        await handOver(page, 'kiosks.csv', 'Date,Location,Product,Amount\n2026-11-05,Kiosk,Lager,9.00\n2026-11-05,Front Bar,Chips,7.00\n')
        await checked(page)
        await page.getByLabel('Kiosk', { exact: true }).check()
        await page.locator('main input[role=combobox]').first().waitFor()
      },
    },
    {
      name: 'a checked file whose orders lie on several rows',
      path: '/venue/imports',
      open: async (page) => {
        const row = (amount: string) => `A-1,2026-11-07,Front Bar,Lager,${amount}\n`
        await handOver(page, 'far-apart.csv', `Receipt,Day,Store,Item,Amount\n${row('1.00')}${row('2.00')}`)
        await page.locator('select:has(option[value=OneSaleEach])').selectOption('OneSaleEach')
        await checked(page)
        await page.locator('.callout.warn').waitFor()
      },
    },
    {
      name: 'an import with a wrong row, and the question whether to undo it',
      path: '/venue/imports',
      open: async (page) => {
        await openRun(page, 'november.csv')
        await page.getByRole('button', { name: /^Undo this import…$|^この取り込みを取り消す…$/ }).click()
        await page.getByRole('dialog').locator('.btn.primary').waitFor()
      },
    },
    { name: 'an import that was undone', path: '/venue/imports', open: (page) => openRun(page, 'undone.csv') },
    {
      name: 'a file of cards and its columns',
      path: '/loyalty/import-cards',
      open: (page) => handOver(page, 'members.csv', CARDS),
    },
    {
      name: 'a checked file of cards',
      path: '/loyalty/import-cards',
      open: async (page) => {
        await handOver(page, 'members.csv', CARDS)
        await page.locator('select:has(option:text-is("Front Bar"))').selectOption('Front Bar')
        await checked(page)
        await page
          .getByRole('cell', { name: /noor\(at\)example\.com/ })
          .first()
          .waitFor()
      },
    },
    { name: 'imported cards', path: '/loyalty/import-cards', open: (page) => openRun(page, 'file.csv') },
    {
      name: 'a checked file of shifts',
      path: '/venue/imports/rosters',
      open: async (page) => {
        await handOver(page, 'hours.csv', SHIFTS)
        await checked(page)
        await page
          .getByText(/2026-11-40/)
          .first()
          .waitFor()
      },
    },
    {
      name: 'a checked file of pay rates',
      path: '/venue/imports/rates',
      open: async (page) => {
        await handOver(page, 'rates.csv', RATES)
        await checked(page)
        await page.getByText(/There is nobody called "Nobody Known" in T & A|「Nobody Known」は勤怠に登録されていません。/).waitFor()
      },
    },
    {
      // The last one: nothing comes through any more.
      name: 'an upload that waits for the connection',
      path: '/venue/imports',
      open: async (page) => {
        await page.route('**/parts/*', (route) => route.abort())
        await page.locator('input[type=file]').setInputFiles({ name: 'waiting.csv', mimeType: 'text/csv', buffer: Buffer.from(SALES) })
        await page.getByRole('progressbar').waitFor()
      },
    },
  ],
}

lookAt([importsTour])
