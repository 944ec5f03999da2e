import { columnsByHeading, type HeadingWords } from './heading-words.rules.ts'
import { dateIn, dateTimeIn, timeIn } from './import-cells.rules.ts'
import type { ImportField, ImportMapping } from './import-mapping.rules.ts'

const WORDS: HeadingWords<ImportField> = [
  [
    'SaleId',
    'transactionid receiptno receiptnumber receiptid receipt invoiceid invoiceno invoicenumber invoice saleid orderid orderno ordernumber 伝票番号 レシート番号 注文番号 取引番号',
  ],
  ['DateTime', 'datetime timestamp closedat soldat createdat saletime 日時 売上日時 取引日時'],
  ['Date', 'date transactiondate saledate salesdate businessdate tradingdate orderdate day 日付 売上日 取引日 営業日 年月日'],
  ['Time', 'time transactiontime ordertime 時刻 時間'],
  ['LocationCode', 'storeid locationid branchid siteid storecode locationcode branchcode 店舗コード 店舗番号 店コード'],
  ['Location', 'location locationname storelocation store storename branch branchname site outlet shop venue city 店舗 店舗名 店名'],
  ['TerminalId', 'terminalid terminal register till pos device レジ レジ番号 端末'],
  ['ClerkId', 'clerkid staffid employeeid cashierid 担当者コード'],
  ['ClerkName', 'clerk staff employee cashier server clerkname staffname employeename 担当 担当者 担当者名'],
  ['OrderType', 'ordertype saletype servicetype 注文種別'],
  ['Covers', 'covers guests pax 客数 人数'],
  ['Table', 'table tablenumber tableno テーブル 卓番'],
  [
    'LoyaltyCard',
    'loyaltycard loyaltycardno loyaltycardnumber loyaltyno loyaltynumber cardnumber cardno cardid card membercard membernumber memberno memberid member 会員番号 会員no 会員コード 会員カード番号 カード番号 カードno ポイントカード番号',
  ],
  ['PointsAccrued', 'pointsaccrued pointsearned pointsissued pointsadded accruedpoints earnedpoints points 付与ポイント 獲得ポイント ポイント'],
  ['PointsRedeemed', 'pointsredeemed pointsused pointsspent redeemedpoints usedpoints 利用ポイント 使用ポイント'],
  ['Tender', 'payment paymentmethod paymenttype tender tendertype media 支払方法 決済方法 支払'],
  ['Reference', 'reference paymentreference 参照番号'],
  ['Plu', 'plu productid productcode itemid itemcode sku 商品コード 商品番号'],
  ['Name', 'productdetail productname itemname product item description name 商品名 品名 商品 品目'],
  ['Barcode', 'barcode ean upc jan janコード バーコード'],
  ['Group', 'salesgroup group グループ'],
  ['Department', 'department productcategory productline 部門'],
  ['ProductGroup', 'productgroup producttype subcategory 商品グループ'],
  ['Category', 'category カテゴリ カテゴリー 商品分類 分類'],
  ['Quantity', 'quantity qty transactionqty units 数量 個数'],
  ['UnitPrice', 'unitprice price 単価'],
  ['Discount', 'discount discountamount discounttotal 値引 値引額 割引 割引額'],
  ['Net', 'netsales netamount amount linetotal total totalamount sales net 売上 売上金額 売上額 金額 合計 合計金額'],
  ['Tax', 'tax taxamount gst vat 消費税 税額 税'],
  ['Cost', 'cost cogs costofgoods 原価'],
]

const DATE_FORMATS = [
  'YYYY-MM-DD',
  'YYYY/M/D',
  'YYYY.M.D',
  'YYYYMMDD',
  'YYYY年M月D日',
  'D/M/YYYY',
  'M/D/YYYY',
  'D.M.YYYY',
  'D-M-YYYY',
  'M-D-YYYY',
  'D/M/YY',
  'M/D/YY',
]
const TIME_FORMATS = ['HH:mm:ss', 'HH:mm', 'h:mm:ss A', 'h:mm A', 'H時mm分']

interface Sample {
  headings: readonly string[]
  /** The first rows' cells. */
  rows: readonly (readonly string[])[]
}

/** What the columns of a file seem to be, by their headings and their first rows; whoever looks at it decides. */
export const guessedMapping = ({ headings, rows }: Sample): ImportMapping => {
  const Columns = columnsByHeading(WORDS, headings)
  const cellsOf = (field: ImportField) => rows.map((row) => (row[headings.indexOf(Columns[field] ?? '')] ?? '').trim()).filter((cell) => cell !== '')
  preferBoth(Columns, cellsOf)
  return { Columns, ...formatsOf(Columns, cellsOf), ...marksOf(cellsOf), ...groupingOf(cellsOf('SaleId'), rows.length) }
}

type CellsOf = (field: ImportField) => string[]

/** A date column that holds the time as well is both; one told as both that holds no time is a date. */
const preferBoth = (Columns: Partial<Record<ImportField, string>>, cellsOf: CellsOf) => {
  if (Columns.Date !== undefined && Columns.Time === undefined && bothFormat(cellsOf('Date')) !== undefined) {
    Columns.DateTime = Columns.Date
    delete Columns.Date
  }
  if (Columns.DateTime !== undefined && Columns.Date === undefined && firstFitting(DATE_FORMATS, cellsOf('DateTime'), dateIn) !== undefined) {
    Columns.Date = Columns.DateTime
    delete Columns.DateTime
  }
}

const formatsOf = (Columns: Partial<Record<ImportField, string>>, cellsOf: CellsOf): Partial<ImportMapping> => {
  const date = Columns.Date === undefined ? undefined : firstFitting(DATE_FORMATS, cellsOf('Date'), dateIn)
  const time = Columns.Time === undefined ? undefined : firstFitting(TIME_FORMATS, cellsOf('Time'), timeIn)
  const both = Columns.DateTime === undefined ? undefined : bothFormat(cellsOf('DateTime'))
  return { ...(date ? { DateFormat: date } : {}), ...(time ? { TimeFormat: time } : {}), ...(both ? { DateTimeFormat: both } : {}) }
}

const bothFormat = (cells: readonly string[]): string | undefined =>
  firstFitting(
    DATE_FORMATS.flatMap((date) => TIME_FORMATS.map((time) => `${date} ${time}`)),
    cells,
    dateTimeIn,
  )

/** The first format that reads every cell; a day before the month where both would. */
const firstFitting = (formats: readonly string[], cells: readonly string[], read: (cell: string, format: string) => number | undefined): string | undefined =>
  cells.length === 0 ? undefined : formats.find((format) => cells.every((cell) => read(cell, format) !== undefined))

/** 1.234,50 or 12,5 somewhere: the comma is the decimal mark. */
const marksOf = (cellsOf: CellsOf): Partial<ImportMapping> => {
  const cells = (['Net', 'UnitPrice', 'Discount', 'Tax', 'Cost', 'Quantity'] as const).flatMap(cellsOf)
  return cells.some((cell) => /^\D*[\d.]+,\d{1,2}\D*$/.test(cell)) && !cells.some((cell) => /\.\d{1,2}\D*$/.test(cell)) ? { DecimalMark: ',' } : {}
}

const groupingOf = (saleIds: readonly string[], rows: number): Partial<ImportMapping> => ({
  Rows: saleIds.length === rows && new Set(saleIds).size < saleIds.length ? 'SameSaleId' : 'OneSaleEach',
})
