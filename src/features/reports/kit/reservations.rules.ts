import { TABLE_SUMS } from '#features/sums/guest-pack.rules.ts'
import { formatOf } from '#shared/stored-sums.ts'
import { placesIn, RowFigures, type RowKind, ratio } from './row-figures.rules.ts'

/** What can become of a table booked. */
export const STATUS = { Booked: 1, Confirmed: 2, Seated: 3, Completed: 4, NoShow: 5, Cancelled: 6, WalkIn: 7, Waitlist: 8 } as const
export type StatusName = keyof typeof STATUS
export const STATUS_NAMES = Object.keys(STATUS) as [StatusName, ...StatusName[]]

/** How long before the time it is for a table was booked, in hours; each bucket ends where the next begins. */
const LEAD_HOURS = [0, 12, 24, 72, 168, 336, 744] as const
export const LEAD_NAMES = ['under-12-hours', '12-24-hours', '1-3-days', '3-7-days', '7-14-days', '14-31-days', 'over-31-days'] as const

/** A cancellation later than so many hours before the time is a late one. */
const LATE_CANCELLATION_HOURS = 24

/** A reservation as far as its day counts it. */
export interface CountedReservation {
  status: number
  dueAt: Date
  bookedAt: Date | null
  seatedAt: Date | null
  leftAt: Date | null
  cancelledAt: Date | null
  covers: number
  seatedCovers: number | null
}

const COUNTS = [
  'booked',
  'bookedCovers',
  'seated',
  'seatedCovers',
  'noShows',
  'noShowCovers',
  'cancelledEarly',
  'cancelledLate',
  'cancelledCovers',
  'expected',
  'expectedCovers',
  'walkIns',
  'walkInCovers',
  'waitlisted',
  'turnMinutes',
  'turns',
] as const
type Count = (typeof COUNTS)[number]

/** The counts of a day as they are kept: COUNTS, then how many reservations, and for how many, in each bucket of lead time. */
export const RESERVATION_SUMS: readonly string[] = [...COUNTS, ...LEAD_NAMES.map((name) => `n ${name}`), ...LEAD_NAMES.map((name) => `covers ${name}`)]
export const LEADS_AT = COUNTS.length

const AT = Object.fromEntries(COUNTS.map((name, i) => [name, i])) as Readonly<Record<Count, number>>

const HOUR_MS = 3_600_000

/** The format of a day's counts as they are stored, as digits separated by commas. */
export const RESERVATIONS_FORMAT = formatOf(['digits', RESERVATION_SUMS])

/** The counts of a day, in the order of RESERVATION_SUMS. */
export const countsOfDay = (reservations: readonly CountedReservation[]): number[] => {
  const counts = RESERVATION_SUMS.map(() => 0)
  const add = (name: Count, value: number) => {
    counts[AT[name]] = (counts[AT[name]] as number) + value
  }
  for (const one of reservations) {
    const { status, covers } = one
    const came = one.seatedCovers ?? covers
    if (status === STATUS.WalkIn) {
      add('walkIns', 1)
      add('walkInCovers', came)
    } else if (status === STATUS.Waitlist) add('waitlisted', 1)
    else {
      add('booked', 1)
      add('bookedCovers', covers)
      countLead(counts, one)
      if (status === STATUS.Seated || status === STATUS.Completed) {
        add('seated', 1)
        add('seatedCovers', came)
      } else if (status === STATUS.NoShow) {
        add('noShows', 1)
        add('noShowCovers', covers)
      } else if (status === STATUS.Cancelled) {
        add(isLate(one) ? 'cancelledLate' : 'cancelledEarly', 1)
        add('cancelledCovers', covers)
      } else {
        add('expected', 1)
        add('expectedCovers', covers)
      }
    }
    if (one.seatedAt && one.leftAt) {
      add('turnMinutes', Math.round((one.leftAt.getTime() - one.seatedAt.getTime()) / 60_000))
      add('turns', 1)
    }
  }
  return counts
}

/** How a reservation stood at a moment: before its time it was expected, and who walked in later had not. @param isCome its time had come */
export const stateAt = (one: CountedReservation, isCome: boolean): CountedReservation[] => {
  if (isCome) return [one]
  if (one.status === STATUS.WalkIn || one.status === STATUS.Waitlist) return []
  return [{ ...one, status: one.status === STATUS.Cancelled ? STATUS.Cancelled : STATUS.Booked, seatedAt: null, leftAt: null }]
}

const isLate = ({ dueAt, cancelledAt }: CountedReservation): boolean =>
  cancelledAt === null || dueAt.getTime() - cancelledAt.getTime() < LATE_CANCELLATION_HOURS * HOUR_MS

const countLead = (counts: number[], { dueAt, bookedAt, covers }: CountedReservation): void => {
  const hours = bookedAt ? (dueAt.getTime() - bookedAt.getTime()) / HOUR_MS : 0
  const bucket = Math.max(
    0,
    LEAD_HOURS.findLastIndex((from) => hours >= from),
  )
  counts[LEADS_AT + bucket] = (counts[LEADS_AT + bucket] as number) + 1
  const covered = LEADS_AT + LEAD_NAMES.length + bucket
  counts[covered] = (counts[covered] as number) + covers
}

/** RESERVATION_SUMS, and then what tables sold. */
export const RESERVATIONS_WIDTH = RESERVATION_SUMS.length + TABLE_SUMS.length

/** Puts what a day's tables sold into a row of RESERVATIONS_WIDTH. @param at where its TABLE_SUMS begin */
export const salesInto = (sums: Float64Array, row: ArrayLike<number>, at: number): void => {
  for (let i = 0; i < TABLE_SUMS.length; i += 1) sums[RESERVATION_SUMS.length + i] = row[at + i] as number
}

const KINDS = {
  Reservations: 'count',
  ReservedCovers: 'count',
  Seated: 'count',
  SeatedCovers: 'count',
  NoShows: 'count',
  NoShowCovers: 'count',
  NoShowBase: 'count',
  NoShowPercent: 'percent',
  CancelledEarly: 'count',
  CancelledLate: 'count',
  CancelledCovers: 'count',
  Expected: 'count',
  ExpectedCovers: 'count',
  WalkIns: 'count',
  WalkInGuests: 'count',
  Waitlisted: 'count',
  TurnMinutes: 'count',
  ReservedSales: 'count',
  ReservedNet: 'money',
  ReservedPerHead: 'money',
  WalkInSales: 'count',
  WalkInNet: 'money',
  WalkInPerHead: 'money',
} as const satisfies Record<string, RowKind>
export type ReservationFigure = keyof typeof KINDS

const PLACE = placesIn(KINDS)

/** What became of the tables booked, and what those who came by booking spent against those who walked in. */
export const reservationFigures = new RowFigures<ReservationFigure>(KINDS, (made, sums, at) => {
  const count = (name: Count) => sums[at + AT[name]] as number
  const sale = (name: (typeof TABLE_SUMS)[number]) => sums[at + RESERVATION_SUMS.length + TABLE_SUMS.indexOf(name)] as number
  const base = count('seated') + count('noShows')
  const walkInNet = sale('tableNet') - sale('reservedTableNet')
  made[PLACE.Reservations] = count('booked')
  made[PLACE.ReservedCovers] = count('bookedCovers')
  made[PLACE.Seated] = count('seated')
  made[PLACE.SeatedCovers] = count('seatedCovers')
  made[PLACE.NoShows] = count('noShows')
  made[PLACE.NoShowCovers] = count('noShowCovers')
  made[PLACE.NoShowBase] = base
  made[PLACE.NoShowPercent] = ratio(count('noShows'), base) * 100
  made[PLACE.CancelledEarly] = count('cancelledEarly')
  made[PLACE.CancelledLate] = count('cancelledLate')
  made[PLACE.CancelledCovers] = count('cancelledCovers')
  made[PLACE.Expected] = count('expected')
  made[PLACE.ExpectedCovers] = count('expectedCovers')
  made[PLACE.WalkIns] = count('walkIns')
  made[PLACE.WalkInGuests] = count('walkInCovers')
  made[PLACE.Waitlisted] = count('waitlisted')
  made[PLACE.TurnMinutes] = ratio(count('turnMinutes'), count('turns'))
  made[PLACE.ReservedSales] = sale('reservedTableN')
  made[PLACE.ReservedNet] = sale('reservedTableNet')
  made[PLACE.ReservedPerHead] = ratio(sale('reservedTableNet'), sale('reservedPatrons'))
  made[PLACE.WalkInSales] = sale('tableN') - sale('reservedTableN')
  made[PLACE.WalkInNet] = walkInNet
  made[PLACE.WalkInPerHead] = ratio(walkInNet, sale('patrons') - sale('reservedPatrons'))
})

/** How far ahead people book. */
export const leadTimes = (sums: Float64Array, at: number): { Lead: (typeof LEAD_NAMES)[number]; Reservations: number; Covers: number }[] =>
  LEAD_NAMES.map((Lead, i) => ({
    Lead,
    Reservations: sums[at + LEADS_AT + i] as number,
    Covers: sums[at + LEADS_AT + LEAD_NAMES.length + i] as number,
  }))
