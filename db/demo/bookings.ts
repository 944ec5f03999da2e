import { randomFor } from './random.ts'
import type { TillSale } from './till-sale.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** A reservation as a booking system sends it to POST /pos/v1/reservations. */
interface Booking {
  ReservationId: string
  Revision: number
  Status: 'Booked' | 'Seated' | 'Completed' | 'NoShow' | 'Cancelled'
  DueAt: string
  BookedAt: string
  Covers: number
  SeatedCovers?: number
  SeatedAt?: string
  LeftAt?: string
  CancelledAt?: string
}

/** The sale with the reservation its table was booked by: two of five tables for two and more were. */
export const bookedSale = (seed: number, sale: TillSale): TillSale & { ReservationId?: string } =>
  isBooked(seed, sale) ? { ...sale, ReservationId: reservationOf(sale) } : sale

const isBooked = (seed: number, { Type, Covers = 0, OpenedAt, LocationId, SaleId }: TillSale): boolean =>
  Type === 'Sale' && Covers >= 2 && OpenedAt !== undefined && randomFor(seed, `booked ${LocationId} ${SaleId}`).chance(0.4)

const reservationOf = ({ SaleId, TerminalId }: TillSale): string => `R-${TerminalId}-${SaleId}`

/** The reservations of a location's day as they stand at a moment: those that came, and beside them some that did not. */
export const bookingsOfDay = (seed: number, sales: readonly TillSale[], until: number): Booking[] =>
  sales
    .filter((sale) => isBooked(seed, sale))
    .flatMap((sale) => {
      const random = randomFor(seed, `booking ${sale.LocationId} ${sale.SaleId}`)
      const opened = Date.parse(sale.OpenedAt ?? sale.ClosedAt)
      const quarter = 15 * MINUTE_MS
      const due = Math.floor(opened / quarter) * quarter
      const made = (back: number) => iso(due - back * HOUR_MS)
      const covers = sale.Covers ?? 2
      const came: Booking = {
        ReservationId: reservationOf(sale),
        ...standing(opened, Date.parse(sale.ClosedAt), until),
        DueAt: iso(due),
        BookedAt: made(leadHours(random.next())),
        Covers: random.chance(0.12) ? covers + 1 : covers,
        SeatedCovers: covers,
      }
      if (Date.parse(came.BookedAt) > until) return []
      if (due - HOUR_MS > until || !random.chance(0.14)) return [came]
      const isNoShow = random.chance(0.4)
      const lead = 24 + random.between(0, 200)
      const missing: Booking = {
        ReservationId: `${came.ReservationId}-N`,
        Revision: 2,
        Status: isNoShow ? 'NoShow' : 'Cancelled',
        DueAt: iso(due - HOUR_MS),
        BookedAt: made(lead + 1),
        Covers: random.between(2, 6),
        ...(isNoShow ? {} : { CancelledAt: made(random.between(2, lead)) }),
      }
      return [came, missing]
    })

const iso = (at: number): string => new Date(at).toISOString()

/** From an hour to six weeks ahead, most within days. */
const leadHours = (chance: number): number => 1 + Math.round(chance ** 3 * 1000)

const standing = (opened: number, closed: number, until: number): Pick<Booking, 'Revision' | 'Status' | 'SeatedAt' | 'LeftAt'> => {
  if (opened > until) return { Revision: 1, Status: 'Booked' }
  if (closed > until) return { Revision: 2, Status: 'Seated', SeatedAt: iso(opened) }
  return { Revision: 3, Status: 'Completed', SeatedAt: iso(opened), LeftAt: iso(closed) }
}
