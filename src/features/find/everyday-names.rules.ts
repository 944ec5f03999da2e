import type { Language } from '#shared/messages.ts'

/** A way to a screen by a name people use for it. */
export interface EverydayName {
  path: string
  search: Readonly<Record<string, string>>
  /** The first is shown, the others are known too; `{tax}` is the venue's name of its tax. */
  names: Readonly<Record<Language, readonly string[]>>
}

const call = (path: string, en: string, jp: string, search: Record<string, string> = {}): EverydayName => ({
  path,
  search,
  names: { en: en.split(', '), jp: jp.split('、') },
})

const sales = (en: string, jp: string, fig: string) => call('/reports/sales', en, jp, { fig })
const breakdown = (en: string, jp: string, dim: string) => call('/reports/breakdown', en, jp, { dim })
const tab = (en: string, jp: string, name: string) => call('/venue/settings', en, jp, { tab: name })

/** What people call things every day, in both languages, beside the titles of the screens. */
export const EVERYDAY_NAMES: readonly EverydayName[] = [
  call('/membership/dashboard', 'Today at a glance, home, overview, start', '今日の状況、ホーム、概要'),
  sales('Net sales, revenue, turnover', '純売上、売上高', 'Net'),
  sales('Takings, money taken', '入金額、受取額', 'Takings'),
  sales('Refunds, returns, money back', '返金、返品', 'Refunds'),
  sales('Customers, guests, covers, people served', '客数、来客数、お客様', 'Customers'),
  sales('Average spend, spend per head, average ticket', '客単価、平均単価', 'AverageSpend'),
  sales('Tips, gratuities', 'チップ', 'Tips'),
  sales('{tax}, GST, VAT, sales tax, tax', '{tax}額、消費税、税金', 'Tax'),
  breakdown('Discounts, comps, money off', '割引、値引き', 'discount'),
  breakdown('Promotions, specials, offers', 'プロモーション、キャンペーン、特典', 'promotion'),
  breakdown('Surcharges, public holiday surcharge', '割増料金', 'surcharge'),
  breakdown('Wastage, waste, spoiled, thrown away', '廃棄ロス、廃棄、ロス', 'wastage'),
  breakdown('Sales by employee, who sold what, staff sales', '従業員別売上、担当者別', 'employee'),
  breakdown('Sales by order type, takeaway, delivery, dine in', '注文種別の売上、テイクアウト、デリバリー', 'ordertype'),
  breakdown('Sales by till, register, POS', 'レジ別の売上、レジ', 'till'),
  breakdown('Costs, prime cost, profit, what is left', '費用、原価、利益', 'costs'),
  breakdown('Gross margins, margin, gross profit', '粗利率、粗利', 'gpmargins'),
  call('/reports/plu-sales', 'Best sellers, top sellers, most sold, popular items, top products', '売れ筋、売れ筋商品、人気商品', { sort: '-Quantity' }),
  call('/reports/plu-sales', 'Slow sellers, worst sellers, least sold', '売れない商品、死に筋', { sort: 'Quantity' }),
  call('/reports/plu-sales', 'Items sold, products sold, menu items', '商品別売上、品目別'),
  call('/reports/daily-sales', 'Day by day, calendar of sales', '売上カレンダー、日ごと'),
  call('/reports/weekly-summary', 'Week on a page, weekly report', '週報、週次'),
  call('/reports/control-sheets', 'Cash up, till count, end of day, banking, float, over and short', 'レジ締め、精算、過不足、釣銭'),
  call('/reports/control-sheets', 'Variance by operator, who is short', '担当者別の過不足', { tab: 'variance' }),
  call('/reports/media-summary', 'How it was paid, payment types, tenders, cash, card payments, EFTPOS', '支払方法、現金、カード払い'),
  call('/reports/media-summary/bridge', 'Bridge, gross to bank, where the money went', 'ブリッジ、入金までの流れ'),
  call('/reports/payments', 'Payouts, Stripe payments, card fees, disputes, chargebacks', '入金、カード手数料、決済'),
  call('/reports/journal', 'Accounting export, Xero, MYOB, QuickBooks, bookkeeping', '仕訳、会計、帳簿'),
  call('/reports/time-attendance', 'Wages, payroll, labour cost, staff cost', '人件費、給与、賃金'),
  call('/reports/time-attendance', 'Hours worked, time and attendance, timesheets, rosters, shifts, clock in, T&A', '勤怠、労働時間、タイムシート、シフト'),
  call('/reports/plu-purchases', 'Purchases, supplier invoices, deliveries, bought', '仕入、仕入伝票、納品'),
  call('/reports/plu-reorders', 'What to order, orders, reorder, order list', '発注、注文リスト'),
  call('/reports/plu-dayonhand', 'Stock on hand, stock value, running out, inventory', '在庫、在庫金額、在庫日数'),
  call('/reports/stock-variance', 'Missing stock, shrinkage, stock loss', '在庫差異、棚卸差異'),
  call('/reports/excises', 'Alcohol duty, excise, wholesale liquor return', '酒税、アルコール'),
  call('/reports/loyalty-points', 'Points earned and used, points accrued', 'ポイント付与、ポイント利用'),
  call('/loyalty/search', 'Find a card, find a member, regulars, customers with a card', 'カードを探す、会員検索'),
  call('/loyalty/adjust-points', 'Give points, take points, add points', 'ポイントの手動付与、ポイント追加'),
  call('/loyalty/transfer-points', 'Move points', 'ポイントを移す'),
  call('/loyalty/replace', 'Lost card, new card', 'カード紛失、新しいカード'),
  call('/loyalty/fraud-check', 'Suspicious cards, card misuse', '不審なカード、不正'),
  call('/loyalty/usage-summary', 'Active members, visits of members', '会員の利用、来店数'),
  call('/loyalty/expiry', 'Expire points', 'ポイント失効'),
  call('/loyalty/import-cards', 'Import cards, import members', 'カードの取り込み、会員の取り込み'),
  call('/employees/list', 'Staff, people, team, workers', 'スタッフ、メンバー、社員'),
  call('/employees/create', 'New employee, add a person, hire', '従業員を追加、新しい従業員'),
  call('/employees/register', 'Invite, give a login', '招待、ログインを渡す'),
  call('/employees/permissions', 'Access, tags, rights, roles', '権限、アクセス'),
  call('/employees/requestpassword', 'Reset a password, forgotten password', 'パスワードの再設定'),
  call('/venue/counts', 'Count stock, stocktake', '棚卸をする、在庫を数える'),
  call('/venue/movements', 'Write off stock, transfer stock', '廃棄の入力、在庫の移動'),
  call('/venue/products', 'Recipes, pack sizes, ingredients', 'レシピ、材料、仕入単位'),
  call('/venue/products/import', 'Import products', '商品の取り込み'),
  call('/venue/invoices/import', 'Import supplier invoices', '仕入伝票の取り込み'),
  call('/venue/imports', 'Import sales, upload a file, CSV, Excel', '売上の取り込み、アップロード、エクセル'),
  call('/venue/imports/rosters', 'Import rosters, import timesheets', 'シフトの取り込み、勤怠の取り込み'),
  call('/venue/imports/rates', 'Import pay rates', '給与の取り込み、時給の取り込み'),
  call('/venue/connections', 'Links, integrations, Deputy, Shopify, Stripe, Tyro, Deliverect', '連携、外部サービス'),
  call('/venue/activity', 'Who changed what, audit trail, history, log', '変更履歴、監査、ログ'),
  call('/reports/schedules', 'Mail a report, e-mail reports', 'レポートをメールする、定期メール'),
  tab('Locations, opening hours, time zone, cut-off', '店舗、営業時間、タイムゾーン', 'locations'),
  tab('Wage target, which screens are shown, dayparts', '人件費の目標、表示する画面、時間帯', 'settings'),
  tab('Points rates, vouchers, points per dollar', 'ポイント付与率、商品券', 'points'),
  tab('Suppliers, supplier access', '仕入先、取引先', 'suppliers'),
  call('/preferences', 'Shortcuts, theme, language, row height', 'ショートカット、テーマ、表示言語'),
  call('/membership/changepassword', 'Change password, my password', 'パスワード変更'),
  call('/membership/secondfactor', 'Second factor, two-step sign-in, authenticator, 2FA', '二段階認証、2要素認証'),
  call('/membership/selectvenue', 'Choose another venue, switch venue', '別の事業者を選ぶ、事業者を切り替える'),
  call('/membership/logout', 'Sign out, log out, log off, leave', 'サインアウト、ログオフ'),
]

/** Screens that do something rather than show it. */
export const ACTIONS: ReadonlySet<string> = new Set([
  '/loyalty/adjust-points',
  '/loyalty/transfer-points',
  '/loyalty/replace',
  '/loyalty/expiry',
  '/loyalty/import-cards',
  '/employees/create',
  '/employees/register',
  '/employees/revoke',
  '/employees/requestpassword',
  '/venue/products/import',
  '/venue/invoices/import',
  '/venue/imports',
  '/venue/imports/rosters',
  '/venue/imports/rates',
  '/membership/changepassword',
  '/membership/selectvenue',
  '/membership/logout',
])

/** Screens whose address takes a range and locations. */
export const DATED: ReadonlySet<string> = new Set([
  '/membership/dashboard',
  '/reports/sales',
  '/reports/breakdown',
  '/reports/daily-sales',
  '/reports/weekly-summary',
  '/reports/control-sheets',
  '/reports/plu-sales',
  '/reports/plu-purchases',
  '/reports/stock-variance',
  '/reports/media-summary',
  '/reports/media-summary/bridge',
  '/reports/excises',
  '/reports/time-attendance',
  '/reports/payments',
  '/reports/journal',
  '/reports/loyalty-points',
  '/loyalty/usage-summary',
  '/loyalty/fraud-check',
])

/** Of these, those that take weekdays too. */
export const BY_WEEKDAY: ReadonlySet<string> = new Set(['/reports/sales', '/reports/breakdown', '/reports/plu-sales'])
