import type { Booked } from '#features/reports/receipts/invoices.rules.ts'
import type { ReservationFigure } from './reservations.rules.ts'
import type { Drill } from './screen/drill.rules.ts'

const OPENED = {
  ReservedNet: { booked: 'reserved', figure: 'Net' },
  WalkInNet: { booked: 'walk-in', figure: 'Net' },
  ReservedSales: { booked: 'reserved', figure: 'Sales' },
  WalkInSales: { booked: 'walk-in', figure: 'Sales' },
} as const satisfies Partial<Record<ReservationFigure, { booked: Booked; figure: 'Net' | 'Sales' }>>
type ProvenReservation = keyof typeof OPENED

/** What receipts stand behind what those spent who had booked, or who walked in, at a location or at all; tables themselves have none. */
export const reservationsDrill = (locationId: number | undefined, column: string): Drill | undefined => {
  if (!Object.hasOwn(OPENED, column)) return undefined
  return { ...(locationId === undefined ? {} : { locationId }), ...OPENED[column as ProvenReservation] }
}

/** The figure of the reservations' answer that was opened. */
export const openedReservation = ({ booked, figure }: Drill): ProvenReservation => {
  const wanted = figure === 'Sales' ? 'Sales' : 'Net'
  const names = Object.keys(OPENED) as ProvenReservation[]
  return names.find((name) => OPENED[name].booked === booked && OPENED[name].figure === wanted) ?? 'ReservedNet'
}
