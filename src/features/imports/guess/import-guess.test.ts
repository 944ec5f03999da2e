import { describe, expect, it } from 'vitest'
import { openCsv } from '#features/imports/csv-file.adapter.ts'
import type { ImportField } from '#features/imports/import-mapping.rules.ts'
import { bytesAtHand } from '#features/imports/table-file.adapter.ts'
import { FileSample } from './file-sample.rules.ts'
import { foundIn } from './import-found.rules.ts'
import { guessOf } from './import-guess.rules.ts'

/** What a file is taken for, as its upload answers it. */
const guessed = async (text: string) => {
  const table = await openCsv(bytesAtHand(Buffer.from(text)))
  const sampling = new FileSample(table.headings.length)
  for await (const piece of table.rows()) sampling.take(piece)
  const sample = sampling.taken(true)
  const guess = guessOf(table.headings, sample)
  return { mapping: guess.mapping, found: foundIn(sample, guess.facts, guess.mapping, guess), sample }
}

/** Rows of a file made in the shape of a real one. */
const file = (head: string, rows: number, row: (i: number) => string) => `${head}\n${Array.from({ length: rows }, (_, i) => row(i)).join('\n')}\n`

const two = (n: number) => String(n).padStart(2, '0')
const one = <T>(of: readonly T[], i: number): T => of[i % of.length] as T
const DISHES = ['Plain Papadum', 'Aloo Gobi', 'Mango Lassi', 'Lamb Korma', 'Pilau Rice', 'Garlic Naan', 'Onion Bhaji']

interface Shape {
  what: string
  text: string
  columns: Partial<Record<ImportField, string>>
  settings?: object
}

const SHAPES: Shape[] = [
  {
    what: 'invoices of a wholesaler: InvoiceNo, StockCode, InvoiceDate, CustomerID, Country',
    text: file('InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country', 200, (i) => {
      const day = 1 + Math.floor(i / 4)
      return `${536365 + Math.floor(i / 4)},85${i % 60}A,HOLDER ${i % 60},${(i % 5) + 1},${day > 28 ? `2/${day - 28}` : `1/${day}`}/2011 8:26,2.55,17850,${one(['United Kingdom', 'France'], i)}`
    }),
    columns: { SaleId: 'InvoiceNo', Plu: 'StockCode', Name: 'Description', Quantity: 'Quantity', DateTime: 'InvoiceDate', UnitPrice: 'UnitPrice' },
    settings: { DateTimeFormat: 'M/D/YYYY HH:mm', Rows: 'SameSaleId' },
  },
  {
    what: 'takeaway orders: Order Number, Order Date, Item Name, Product Price',
    text: file('Order Number,Order Date,Item Name,Quantity,Product Price,Total products', 210, (i) => {
      const order = Math.floor(i / 3)
      return `${16118 + order},${two(1 + (order % 28))}/0${1 + Math.floor(order / 28)}/2019 20:25,${one(DISHES, i)},${(i % 3) + 1},0.8${i % 10},3`
    }),
    columns: { SaleId: 'Order Number', DateTime: 'Order Date', Name: 'Item Name', Quantity: 'Quantity', UnitPrice: 'Product Price' },
    settings: { DateTimeFormat: 'D/M/YYYY HH:mm', Rows: 'SameSaleId' },
  },
  {
    what: 'pizzas: order_id, date, time, pizza_name, total_price',
    text: file(
      'order_details_id,order_id,pizza_id,quantity,date,time,unit_price,total_price,pizza_size,pizza_category,pizza_ingredients,pizza_name',
      120,
      (i) => {
        const order = Math.floor(i / 2) + 1
        return `${i + 1},${order},${one(['hawaiian_m', 'classic_dlx_m', 'five_cheese_l'], i)},${(i % 2) + 1},2015-01-${two((order % 28) + 1)},11:38:${two(i % 60)},13.25,${((i % 2) + 1) * 13.25},M,Classic,"Ham, Cheese",The ${one(['Hawaiian', 'Classic Deluxe', 'Five Cheese'], i)} Pizza`
      },
    ),
    columns: {
      SaleId: 'order_id',
      Date: 'date',
      Time: 'time',
      Name: 'pizza_name',
      Quantity: 'quantity',
      UnitPrice: 'unit_price',
      Net: 'total_price',
      Category: 'pizza_category',
    },
    settings: { DateFormat: 'YYYY-MM-DD', TimeFormat: 'HH:mm:ss', Rows: 'SameSaleId' },
  },
  {
    what: 'a café with holes: Transaction ID, Price Per Unit, Total Spent',
    text: file('Transaction ID,Item,Quantity,Price Per Unit,Total Spent,Payment Method,Location,Transaction Date', 120, (i) => {
      const n = (i % 4) + 1
      return `TXN_${1961373 + i},${one(['Coffee', 'Cake', 'UNKNOWN', 'Salad', ''], i)},${n},2.0,${i % 20 === 3 ? 'ERROR' : `${n * 2}.0`},${one(['Cash', 'Credit Card', 'Digital Wallet', 'UNKNOWN'], i)},${one(['In-store', 'Takeaway', 'ERROR', ''], i)},2023-0${1 + (i % 9)}-08`
    }),
    columns: {
      SaleId: 'Transaction ID',
      Name: 'Item',
      Quantity: 'Quantity',
      UnitPrice: 'Price Per Unit',
      Net: 'Total Spent',
      Tender: 'Payment Method',
      OrderType: 'Location',
      Date: 'Transaction Date',
    },
    settings: {
      Rows: 'OneSaleEach',
      Values: { OrderType: { 'In-store': 'DineIn', ERROR: '' }, Tender: { UNKNOWN: '' } },
    },
  },
  {
    what: 'a shop with customers: Transaction ID, Customer ID, Product Category, Price per Unit, Total Amount',
    text: file('Transaction ID,Date,Customer ID,Gender,Age,Product Category,Quantity,Price per Unit,Total Amount', 60, (i) => {
      return `${i + 1},2023-${two(1 + (i % 12))}-24,CUST${two(i)},${one(['Male', 'Female'], i)},${20 + (i % 40)},${one(['Beauty', 'Clothing', 'Electronics'], i)},${(i % 3) + 1},50,${((i % 3) + 1) * 50}`
    }),
    columns: { SaleId: 'Transaction ID', Date: 'Date', Department: 'Product Category', Quantity: 'Quantity', UnitPrice: 'Price per Unit', Net: 'Total Amount' },
    settings: { Rows: 'OneSaleEach' },
  },
  {
    what: 'fast food: order_id, item_name, item_type, item_price, transaction_amount, transaction_type, time_of_sale',
    text: file('order_id,date,item_name,item_type,item_price,quantity,transaction_amount,transaction_type,received_by,time_of_sale', 90, (i) => {
      const n = (i % 5) + 1
      return `${i + 1},${two(1 + Math.floor(i / 9))}/1${i % 3}/2022,${one(['Aalopuri', 'Vadapav', 'Sugarcane juice'], i)},${one(['Fastfood', 'Beverages'], i)},20,${n},${n * 20},${one(['Cash', 'Online', ''], i)},${one(['Mr.', 'Mrs.'], i)},${one(['Night', 'Morning'], i)}`
    }),
    columns: {
      SaleId: 'order_id',
      Date: 'date',
      Name: 'item_name',
      ProductGroup: 'item_type',
      UnitPrice: 'item_price',
      Quantity: 'quantity',
      Net: 'transaction_amount',
      Tender: 'transaction_type',
    },
  },
  {
    what: 'electronics: Order ID, Quantity Ordered, Price Each, Order Date, Purchase Address',
    text: file('Order ID,Product,Quantity Ordered,Price Each,Order Date,Purchase Address', 90, (i) => {
      const order = Math.floor(i / 2)
      return `${176558 + order},${one(['USB-C Cable', 'Headphones', 'Monitor'], i)},${(i % 2) + 1},11.95,04/${two(1 + (order % 30))}/19 08:46,"${i} Main St, Dallas, TX 75001"`
    }),
    columns: { SaleId: 'Order ID', Name: 'Product', Quantity: 'Quantity Ordered', UnitPrice: 'Price Each', DateTime: 'Order Date' },
    settings: { DateTimeFormat: 'M/D/YY HH:mm', Rows: 'SameSaleId' },
  },
  {
    what: 'a French bakery: ticket_number, article, a comma in the price, a heading missing',
    text: file(',date,time,ticket_number,article,Quantity,unit_price', 90, (i) => {
      return `${i},2021-01-${two(2 + Math.floor(i / 9))},08:${two(i % 60)},${150040 + Math.floor(i / 3)},${one(['BAGUETTE', 'PAIN AU CHOCOLAT', 'TRADITIONAL BAGUETTE'], i)},1,"0,9${i % 10} €"`
    }),
    columns: { Date: 'date', Time: 'time', SaleId: 'ticket_number', Name: 'article', Quantity: 'Quantity', UnitPrice: 'unit_price' },
    settings: { DecimalMark: ',', Rows: 'SameSaleId' },
  },
  {
    what: 'a superstore: City and Country of the buyer, Discount as a part of one',
    text: file(
      'Row ID,Order ID,Order Date,Ship Date,Ship Mode,Customer ID,Customer Name,Country,City,State,Product ID,Category,Sub-Category,Product Name,Sales,Quantity,Discount,Profit',
      120,
      (i) => {
        const order = Math.floor(i / 2)
        return `${i + 1},CA-2016-${152156 + order},11/${1 + (order % 30)}/2016,11/${1 + ((order + 3) % 30)}/2016,Second Class,CG-${i},Claire Gute,United States,Henderson,Kentucky,FUR-BO-${i % 40},Furniture,Bookcases,Bookcase ${i % 40},${261 + i}.96,2,${one(['0', '0.2', '0.45'], i)},41.9`
      },
    ),
    columns: {
      SaleId: 'Order ID',
      Date: 'Order Date',
      Plu: 'Product ID',
      Name: 'Product Name',
      Category: 'Category',
      ProductGroup: 'Sub-Category',
      Net: 'Sales',
      Quantity: 'Quantity',
      Discount: 'Discount',
    },
    settings: { DateFormat: 'M/D/YYYY', DiscountIs: 'Fraction', Rows: 'SameSaleId' },
  },
  {
    what: 'a Japanese till: 伝票番号, 売上日, 時刻, 店舗名, 商品コード, 商品名, 数量, 単価, 金額, 支払方法',
    text: file('伝票番号,売上日,時刻,店舗名,商品コード,商品名,数量,単価,値引額,金額(税込),消費税額,支払方法,担当者名,客数', 60, (i) => {
      const n = (i % 3) + 1
      return `${1001 + Math.floor(i / 2)},2026年4月${1 + Math.floor(i / 4)}日,18時${two(i % 60)}分,${one(['渋谷店', '新宿店'], i >> 1)},P${i % 9},${one(['生ビール', '枝豆', '焼き鳥'], i)},${n},550,0,"${(n * 550).toLocaleString('en')}",50,${one(['現金', 'クレジット'], i >> 1)},佐藤,2`
    }),
    columns: {
      SaleId: '伝票番号',
      Date: '売上日',
      Time: '時刻',
      Location: '店舗名',
      Plu: '商品コード',
      Name: '商品名',
      Quantity: '数量',
      UnitPrice: '単価',
      Discount: '値引額',
      Net: '金額(税込)',
      Tax: '消費税額',
      Tender: '支払方法',
      ClerkName: '担当者名',
      Covers: '客数',
    },
    settings: { DateFormat: 'YYYY年M月D日', TimeFormat: 'H時mm分', Rows: 'SameSaleId' },
  },
  {
    what: 'a Japanese list by day without order numbers: 日付, 部門, 品名, 個数, 売上',
    text: file(
      '日付,部門,品名,個数,売上',
      40,
      (i) =>
        `2026/4/${1 + Math.floor(i / 2)},${one(['飲料', '軽食'], i)},${one(['コーヒー', 'サンド', '紅茶'], i)},${3 + i},"${(1000 + i * 10).toLocaleString('en')}"`,
    ),
    columns: { Date: '日付', Department: '部門', Name: '品名', Quantity: '個数', Net: '売上' },
    settings: { DateFormat: 'YYYY/M/D', Rows: 'OneSaleEach' },
  },
  {
    what: 'headings that say nothing: what stands below tells',
    text: file(
      'When,Clock,What,How,Much',
      60,
      (i) => `${two(1 + (i % 28))}.03.2026,1${i % 3}:0${i % 10},${one(DISHES, i)},${one(['Cash', 'Card'], i)},${i + 3}.50`,
    ),
    columns: { Date: 'When', Time: 'Clock', Name: 'What', Tender: 'How', Net: 'Much' },
    settings: { DateFormat: 'D.M.YYYY' },
  },
]

describe('a file is taken for what it is', () => {
  it.each(SHAPES.map((shape) => [shape.what, shape] as const))('%s', async (_, { text, columns, settings = {} }) => {
    const { mapping } = await guessed(text)
    expect(mapping).toMatchObject(settings)
    expect(mapping.Columns).toEqual(expect.objectContaining(columns))
    for (const never of ['Location', 'LocationCode', 'LoyaltyCard', 'Tender', 'Plu'] as const)
      if (!(never in columns)) expect(mapping.Columns[never]).toBeUndefined()
  })

  it('tips, surcharges and voids are found by name where the cells can be such', async () => {
    const text = file(
      'Bill no,Date,Item,Amount,Tip,Service charge,Void?',
      30,
      (i) => `${i},2026-01-${two(1 + (i % 28))},Lager,9.80,${i}.00,0.50,${i % 9 === 0}`,
    )
    expect((await guessed(text)).mapping.Columns).toMatchObject({ Tip: 'Tip', Surcharge: 'Service charge', Voided: 'Void?', SaleId: 'Bill no', Net: 'Amount' })
    const words = file('Date,Item,Amount,Tip,Void', 30, (i) => `2026-01-${two(1 + (i % 28))},Lager,9.80,thanks ${i},maybe`)
    const { Columns } = (await guessed(words)).mapping
    expect([Columns.Tip, Columns.Voided]).toEqual([undefined, undefined])
  })

  it('an amount that is that of the whole order is not taken for the line', async () => {
    const text = file(
      'order_id,date,item_name,quantity,price,total',
      60,
      (i) => `${Math.floor(i / 3)},2026-01-${two(1 + Math.floor(i / 3))},${one(DISHES, i)},1,${i}.00,${Math.floor(i / 3) * 9 + 3}.00`,
    )
    const { mapping } = await guessed(text)
    expect(mapping.Columns).toMatchObject({ UnitPrice: 'price', Quantity: 'quantity' })
    expect(mapping.Columns.Net).toBeUndefined()
  })

  it.each([
    ['Percent', (i: number) => [String(one([0, 10, 25], i)), (20 * (1 - one([0, 0.1, 0.25], i))).toFixed(2)]],
    [undefined, (i: number) => [one(['0', '2.00', '5.00'], i), (20 - one([0, 2, 5], i)).toFixed(2)]],
  ] as const)('discounts are %s where the sums say so', async (kind, cells) => {
    const text = file('Order ID,Date,Item,Qty,Unit price,Discount,Amount', 30, (i) => `${i},2026-01-${two(1 + (i % 28))},Lager,2,10.00,${cells(i).join(',')}`)
    expect((await guessed(text)).mapping.DiscountIs).toBe(kind)
  })
})

describe('the order of day and month', () => {
  const dates = async (rows: string[]) => (await guessed(`Date,Item,Amount\n${rows.map((date) => `${date},Lager,9.80`).join('\n')}\n`)).found.Dates

  it('is the one that makes every date valid, and the date that says so is told with its line', async () => {
    expect(await dates(['02/01/2024', '03/01/2024', '13/02/2024'])).toMatchObject({
      Format: 'D/M/YYYY',
      Why: 'One',
      Proof: { Line: 4, Cell: '13/02/2024' },
      FirstDay: '2024-01-02',
      LastDay: '2024-02-13',
      Months: [
        { Month: '2024-01', Rows: 2 },
        { Month: '2024-02', Rows: 1 },
      ],
    })
  })

  it('is the one in which the dates follow each other where both are valid', async () => {
    expect(await dates(['01/02/2024', '01/03/2024', '01/04/2024', '01/05/2024'])).toMatchObject({ Format: 'M/D/YYYY', Why: 'Order', LastDay: '2024-01-05' })
  })

  it('is a day before the month where nothing tells, and that is said', async () => {
    const { found } = await guessed('Date,Item,Amount\n02/11/2026,Lager,9.80\n')
    expect(found.Dates).toMatchObject({ Format: 'D/M/YYYY', Why: 'Usual' })
    expect(found.Columns[0]).toMatchObject({ Why: 'EitherOrder', Sure: 'Check' })
  })

  it('is warned of where no single one reads all, with an example of each', async () => {
    const rows = [...Array.from({ length: 40 }, (_, i) => `${two(1 + (i % 28))}/03/2026`), '03/29/2026', '03/30/2026']
    const { found } = await guessed(`Date,Item,Amount\n${rows.map((date) => `${date},Lager,9.80`).join('\n')}\n`)
    expect(found.Dates).toMatchObject({
      Format: 'D/M/YYYY',
      Why: 'Most',
      Rows: 40,
      Example: { Line: 14, Cell: '13/03/2026' },
      Other: { Format: 'M/D/YYYY', Rows: 2, Example: { Line: 42, Cell: '03/29/2026' } },
    })
    expect(found.Columns[0]).toMatchObject({ Why: 'TwoFormats', Sure: 'Check' })
  })

  it('is found by rows far down a long file', async () => {
    const text = file('Date,Item,Amount', 30_000, (i) => `${i < 15_000 ? '0' : '2'}${1 + (i % 9)}/01/2026,Lager,9.80`)
    const { found, sample } = await guessed(text)
    expect(found.Dates).toMatchObject({ Format: 'D/M/YYYY', Why: 'One', Proof: { Cell: expect.stringMatching(/^2/) } })
    expect(sample.rows.length).toBeLessThan(900)
    expect(found).toMatchObject({ RowsRead: 30_000, Whole: true })
  })
})

describe('values found', () => {
  it('are those of the whole file, with what says nothing marked', async () => {
    const text = file('Date,Store,Amount', 5000, (i) => `2026-01-01,${i === 4321 ? 'N/A' : one(['Bar', 'UNKNOWN', ''], i)},1.00`)
    const { found } = await guessed(text)
    expect(found.Columns[1]).toMatchObject({
      Column: 'Store',
      Why: 'Values',
      Sure: 'Check',
      Values: [
        { Value: 'Bar', Rows: 1667, Marked: false },
        { Value: 'UNKNOWN', Rows: 1666, Marked: true },
        { Value: '', Rows: 1666, Marked: true },
        { Value: 'N/A', Rows: 1, Marked: true },
      ],
    })
  })

  it('are none where a column has many, and it is told how often each is there', async () => {
    const { found } = await guessed(file('Order no,Date,Amount', 20_000, (i) => `${Math.floor(i / 4)},2026-01-01,1.00`))
    expect(found.Columns[0]?.Values).toEqual([])
    expect(found.Columns[0]?.Distinct).toBeGreaterThan(3500)
    expect(found.Columns[0]?.Distinct).toBeLessThan(6500)
  })
})

it.each([2000, 2007, 30_000])('the last day of a file of %i rows is the one of its last row', async (rows) => {
  const text = file('date,time,product,quantity,total', rows, (i) => `${i < rows - 5 ? '2026-03-01' : '2026-03-02'},12:30,Latte,1,4.50`)
  const { found, sample } = await guessed(text)
  expect(sample.rows.at(-1)?.line).toBe(rows + 1)
  expect(found.Dates).toMatchObject({ FirstDay: '2026-03-01', LastDay: '2026-03-02' })
})
