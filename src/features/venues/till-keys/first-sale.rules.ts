/** The sale that is sent by hand to see that a key works. */
interface HandSale {
  origin: string
  key: string
  /** Local time with its offset. */
  closedAt: string
  currency: string
  /** What it is a sale of. */
  item: string
}

/** In minor units. */
export const HAND_SALE_AMOUNT = 450

/** The commands that send one sale to the till's door and take it back; to be pasted in a terminal. */
export const handSale = ({ origin, key, closedAt, currency, item }: HandSale): { sell: string; takeBack: string } => {
  const SaleId = `BY-HAND-${closedAt.replaceAll(/\D/g, '').slice(0, 14)}`
  const money = { Gross: HAND_SALE_AMOUNT, Net: HAND_SALE_AMOUNT }
  const sale = {
    ...{ SaleId, TerminalId: 'BY-HAND', ClosedAt: closedAt, Currency: currency },
    Lines: [{ LineId: '1', Plu: '1', Name: item, Quantity: '1', UnitPrice: HAND_SALE_AMOUNT, ...money }],
    Tenders: [{ Method: 'Cash', Amount: HAND_SALE_AMOUNT }],
    Totals: { Total: HAND_SALE_AMOUNT },
  }
  const command = (sent: object) =>
    [
      `curl ${origin}/api/pos/v1/sales`,
      `-H "Authorization: Bearer ${key}"`,
      '-H "Content-Type: application/json"',
      `-d '${JSON.stringify({ Sales: [sent] }).replaceAll("'", '’')}'`,
    ].join(' \\\n  ')
  return {
    sell: command(sale),
    takeBack: command({ SaleId: `${SaleId}-BACK`, Type: 'Void', OriginalSaleId: SaleId, TerminalId: 'BY-HAND', ClosedAt: closedAt }),
  }
}

/** A moment as tills write it: the wall clock with its offset from UTC, to the second. */
export const withOffset = (at: Date): string => {
  const minutes = -at.getTimezoneOffset()
  const local = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, 19)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}
