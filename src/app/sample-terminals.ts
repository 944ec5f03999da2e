import type { TillSale } from '#db/demo/till-sale.ts'
import { tradeOfDay } from '#db/demo/trade.ts'
import { PLACES } from '#db/demo/trading.ts'
import type { TyroBooks } from '#integrations/tyro/tyro-books.fake.ts'
import { addDays } from '#shared/day.ts'
import { weekdayOf } from '#shared/trading-day.ts'

const ZONE = 'Australia/Sydney'
const DAYS = 88
const [MONDAY, FRIDAY] = [1, 5]
/** Acquiring fee: parts of ten thousand of what was paid. */
const FEE_PARTS = 85
/** Of so many payments one was never rung up at the till, and one rung up was never paid at the terminal. */
const [NOT_RUNG_UP, NOT_PAID] = [211, 307]

/**
 * What a merchant has whose terminals stand at a place of the sample: the cards of its tills, with a few differences, settled on the evening of each
 * weekday.
 */
export const fillSampleTerminals = (books: TyroBooks, seed: number, placeIndex: number, now: Date): void => {
  const place = PLACES[placeIndex]
  if (!place) return
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' }).format(now)
  const shop = { place, locationId: placeIndex + 1, timeZone: ZONE }
  let n = 0
  let unsettled = 0
  for (let day = addDays(today, -DAYS); day <= today; day = addDays(day, 1)) {
    const sales = tradeOfDay(seed, shop, day).filter(({ ClosedAt }) => Date.parse(ClosedAt) <= now.getTime())
    const undone = new Set(sales.flatMap(({ Type, OriginalSaleId }) => (Type === 'Void' && OriginalSaleId ? [OriginalSaleId] : [])))
    for (const sale of sales) {
      n += 1
      if (n % NOT_PAID !== 0) payAtTerminal(books, day, sale, place.terminals.indexOf(sale.TerminalId) + 1, undone.has(sale.SaleId), n)
    }
    unsettled += books.net(day)
    const weekday = weekdayOf(day)
    if (weekday >= MONDAY && weekday <= FRIDAY && day < today && unsettled !== 0) {
      books.settle(day, unsettled, { status: day === addDays(today, -1) ? 'PENDING' : 'SENT' })
      unsettled = 0
    }
  }
}

const payAtTerminal = (books: TyroBooks, day: string, sale: TillSale, tid: number, isUndone: boolean, n: number): void => {
  for (const { Method, Amount, Tip, Surcharge, CashOut, CardType = 'VISA' } of sale.Tenders) {
    if (Method !== 'Card' || Amount === 0) continue
    const one = { tid, card: CardType.toUpperCase(), at: localTime(sale.ClosedAt), status: isUndone ? 'VOIDED' : 'APPROVED', fee: feeOf(Math.abs(Amount)) }
    if (Amount < 0) books.pay(day, { ...one, refund: Amount, fee: 0 })
    else books.pay(day, { ...one, sale: Amount - Tip - Surcharge - CashOut, tip: Tip, cashOut: CashOut, surcharge: Surcharge })
    if (n % NOT_RUNG_UP === 0) books.pay(day, { ...one, sale: 1000 + (n % 2000), status: 'APPROVED' })
  }
}

const feeOf = (cents: number): number => Math.round(cents * FEE_PARTS) / 10_000

/** On the clock of the terminal, which is that of the till. */
const localTime = (moment: string): string => moment.slice(11, 16)
