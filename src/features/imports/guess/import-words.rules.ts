import type { ImportField } from '#features/imports/import-mapping.rules.ts'
import { isMark } from './cell-marks.rules.ts'
import { type HeadingWords, plainHeading } from './heading-words.rules.ts'

/** What headings of sales are usually called, most telling first. Countries, towns and customers are of whoever bought. */
export const SALES_WORDS: HeadingWords<ImportField> = [
  [
    'SaleId',
    'transactionid transactionno transactionnumber receiptno receiptnumber receiptid receipt invoiceid invoiceno invoicenumber invoice saleid salesid orderid orderno ordernumber ticketnumber ticketno ticketid billno billnumber billid checkid checknumber docketno docketnumber 伝票番号 伝票no レシート番号 注文番号 取引番号 取引id 取引no 会計id 会計番号 売上番号 transaction order ticket bill',
  ],
  [
    'DateTime',
    'datetime timestamp closedat soldat createdat saletime saledatetime transactiondatetime orderdatetime invoicedatetime closeddate 日時 売上日時 取引日時 会計日時 注文日時 精算日時',
  ],
  [
    'Date',
    'date transactiondate saledate salesdate businessdate tradingdate orderdate invoicedate receiptdate purchasedate dateofsale day 日付 売上日 取引日 営業日 会計日 注文日 販売日 精算日 年月日',
  ],
  ['Time', 'time transactiontime ordertime saletime timeofsale receipttime invoicetime 時刻 時間 取引時刻 会計時刻 売上時刻 注文時刻 精算時刻'],
  ['LocationCode', 'storeid locationid branchid siteid storecode locationcode branchcode storeno storenumber 店舗コード 店舗番号 店舗id 店コード'],
  [
    'Location',
    'location locationname storelocation store storename branch branchname site sitename outlet outletname shop shopname venue restaurant 店舗 店舗名 店名',
  ],
  ['TerminalId', 'terminalid terminal register registername till tillno pos posname device devicename レジ レジ番号 レジ名 端末 端末id 端末番号'],
  ['ClerkId', 'clerkid staffid employeeid cashierid serverid 担当者コード スタッフid 担当者id'],
  [
    'ClerkName',
    'clerk staff employee cashier server clerkname staffname employeename cashiername servername soldby waiter 担当 担当者 担当者名 スタッフ スタッフ名 販売員名',
  ],
  ['OrderType', 'ordertype saletype servicetype diningoption orderchannel service 注文種別 利用形態'],
  ['Type', 'type transactiontype receipttype eventtype linetype 取引区分 種別 区分 売上区分'],
  ['Covers', 'covers guests guestcount pax partysize 客数 人数 来店人数'],
  ['Table', 'table tablenumber tableno tablename テーブル テーブル名 卓番'],
  [
    'LoyaltyCard',
    'loyaltycard loyaltycardno loyaltycardnumber loyaltyno loyaltynumber cardnumber cardno cardid card membercard membernumber memberno memberid member 会員番号 会員no 会員コード 会員カード番号 カード番号 カードno ポイントカード番号',
  ],
  ['PointsAccrued', 'pointsaccrued pointsearned pointsissued pointsadded accruedpoints earnedpoints points 付与ポイント 獲得ポイント ポイント'],
  ['PointsRedeemed', 'pointsredeemed pointsused pointsspent redeemedpoints usedpoints 利用ポイント 使用ポイント'],
  ['Tip', 'tip tips tipamount gratuity チップ'],
  ['Surcharge', 'surcharge surcharges servicecharge サービス料'],
  ['Tender', 'payment paymentmethod paymenttype paymentmode paidby paidwith tender tendertype media 支払方法 決済方法 支払 支払い方法 決済手段'],
  ['Reference', 'reference paymentreference 参照番号'],
  ['Plu', 'plu productid productcode itemid itemcode stockcode sku articleid articlecode menuitemid 商品コード 商品番号 商品id 品番'],
  [
    'Name',
    'productdetail productname itemname menuitem menuitemname dishname articlename product item article dish description itemdescription productdescription producttitle name 商品名 品名 メニュー名 メニュー 商品 品目',
  ],
  ['Barcode', 'barcode ean upc gtin jan janコード バーコード'],
  ['Group', 'salesgroup group グループ グループ名'],
  ['Department', 'department departmentname productcategory productline 部門 部門名'],
  ['ProductGroup', 'productgroup producttype itemtype subcategory 商品グループ'],
  ['Category', 'category categoryname itemcategory menucategory menugroup salescategory カテゴリ カテゴリー カテゴリ名 カテゴリー名 商品分類 分類'],
  ['Quantity', 'quantity qty quantityordered quantitysold qtysold itemquantity transactionqty units unitssold 数量 個数 点数 販売数 販売数量 販売点数'],
  ['UnitPrice', 'unitprice price priceperunit priceeach productprice itemprice sellingprice saleprice pricepaid 単価 価格 販売単価 商品単価'],
  ['Discount', 'discount discounts discountamount discounttotal 値引 値引額 値引き 値引き額 割引 割引額'],
  [
    'Net',
    'netsales netprice netamount lineamount linetotal itemtotal totalprice totalspent totalamount transactionamount amount total sales revenue net subtotal salesamount totalsales grandtotal 売上 売上金額 売上額 金額 合計 合計金額 小計 販売金額',
  ],
  ['DiscountName', 'discountname discountreason 割引名 値引名'],
  ['Voided', 'void voided isvoid isvoided 取消'],
  ['Tax', 'tax taxes taxamount gst vat 消費税 消費税額 税額 税'],
  ['Cost', 'cost cogs costofgoods costofgoodssold costprice unitcost 原価 原価合計'],
]

/** Headings of columns that are counted or kept elsewhere, whatever they look like. */
export const COUNT_OF_LINES = /^(totalproducts|totalitems|itemcount|linecount|noofitems|numberofitems|明細数|商品点数)$/
export const OF_CUSTOMERS = /^(customer|client|buyer|guest(?!s|count)|user|billing|shipping|顧客|お客様|購入者)/
export const OF_PLACES = /^(country|city|town|state|region|province|postcode|postalcode|zip|address|国|都道府県|市区町村|住所)/

/** Less usual headings, for what has no column yet. */
export const LOOSE_WORDS: readonly (readonly [field: ImportField, heading: RegExp])[] = [
  [
    'SaleId',
    /^(order|invoice|receipt|transaction|ticket|bill|check|sale|sales|txn|trx|docket|注文|伝票|取引|会計|レシート)(id|no|nr|num|number|ref|code|番号)?$/,
  ],
  ['Name', /^(?!.*(customer|staff|store|shop|file|user|employee|server|cashier|city|country|categor|店|担当|会員|顧客)).*(name|title|商品|品名|メニュー)$/],
  ['Quantity', /(qty|quantity|数量|個数)/],
  ['UnitPrice', /(unitprice|priceper|priceeach|単価)|^(?!.*(total|line|gross|net|合計)).*price$/],
  ['Net', /(total|amount|revenue|sales|spent|turnover|金額|売上|合計)/],
  ['Category', /(category|カテゴリ|分類)/],
  ['Discount', /(discount|値引|割引)/],
  ['Tax', /^(tax|gst|vat|salestax|内消費税|消費税)/],
]

/** A heading without what it says of its currency or its tax. */
export const bareHeading = (heading: string): string =>
  plainHeading(heading)
    .replace(/[$€£¥￥*:'’?%（）]/g, '')
    .replace(/(usd|aud|nzd|eur|gbp|jpy|円|税込|税抜|税込み|税抜き)$/, '')

const ORDER_TYPE_WORDS: Record<string, string> = {}
const orderTypes = (type: string, words: string) => {
  for (const word of words.split(' ')) ORDER_TYPE_WORDS[word] = type
}
orderTypes('DineIn', 'dinein eatin instore inhouse forhere here dining restaurant 店内 店内飲食 イートイン')
orderTypes('Takeaway', 'takeaway takeout togo pickup collection collect 持ち帰り テイクアウト 持帰り')
orderTypes('Delivery', 'delivery delivered デリバリー 出前 宅配 配達')
orderTypes('Bar', 'bar counter バー')
orderTypes('Online', 'online web website app internet オンライン ネット')

const SALE_WORDS = new Set('sale sales sold payment purchase order 売上 販売 通常'.split(' '))
const REFUND_WORDS = new Set('refund refunds refunded return returned returns creditnote 返品 返金'.split(' '))
const PAYMENT_WORDS =
  /^(cash|card|credit|debit|creditcard|debitcard|eftpos|visa|mastercard|amex|paypal|applepay|googlepay|ewallet|digitalwallet|wallet|online|upi|voucher|giftcard|cheque|check|banktransfer|paypay|現金|クレジット|クレジットカード|カード|電子マネー|qr決済|商品券)$/

const word = (value: string) => plainHeading(value)

/** What a value means for the kind of an order; undefined where nothing is usual. */
export const orderTypeMeant = (value: string): string | undefined => ORDER_TYPE_WORDS[word(value)]

/** Whether a value says a sale or that it went back. */
export const typeMeant = (value: string): 'Sale' | 'Refund' | undefined =>
  SALE_WORDS.has(word(value)) ? 'Sale' : REFUND_WORDS.has(word(value)) ? 'Refund' : undefined

/** Whether all values of a column, marks apart, say this. */
const allSay = (values: readonly string[], says: (value: string) => boolean): boolean => {
  const telling = values.filter((value) => !isMark(value))
  return telling.length > 0 && telling.every(says)
}

/** A bar alone may be a location as well. */
export const saysOrderTypes = (values: readonly string[]) =>
  allSay(values, (value) => orderTypeMeant(value) !== undefined) && values.some((value) => (orderTypeMeant(value) ?? 'Bar') !== 'Bar')
export const saysTypes = (values: readonly string[]) => allSay(values, (value) => typeMeant(value) !== undefined)
export const saysPayments = (values: readonly string[]) => allSay(values, (value) => PAYMENT_WORDS.test(word(value)))
