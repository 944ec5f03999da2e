import * as z from 'zod/mini'
import { STATUS_NAMES } from '#features/reports/kit/reservations.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { Moment, sentText } from '#shared/fields.ts'
import { ITEM_COUNTS, ITEM_RESULT } from './item-results.rules.ts'

export const MOST_RESERVATIONS = 500
const MEGABYTE = 1024 * 1024

const People = z.int().check(z.minimum(1), z.maximum(10_000))

/** A table booked, as the booking system tells it; sent again with a higher Revision when anything of it changed. */
export const Reservation = z.object({
  ReservationId: sentText(64, 1),
  Revision: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  LocationId: z.optional(z.int()),
  Status: z.enum(STATUS_NAMES),
  /** When the table is for; its trading day follows from the location's clock. */
  DueAt: Moment,
  /** When it was booked; needed but for walk-ins and the waitlist. */
  BookedAt: z.optional(Moment),
  Covers: People,
  /** How many came, where that differs. */
  SeatedCovers: z.optional(People),
  SeatedAt: z.optional(Moment),
  LeftAt: z.optional(Moment),
  /** Needed where it was cancelled: less than 24 hours before the time is late. */
  CancelledAt: z.optional(Moment),
  Area: z.optional(sentText(64)),
})
export type WireReservation = z.output<typeof Reservation>

const { $schema: _, ...reservationShape } = z.toJSONSchema(Reservation, { io: 'input' })
/** Each is read by itself, so that one that is wrong is refused alone; the documentation shows what is expected. */
const SentReservation = z.unknown().register(z.globalRegistry, reservationShape as Record<string, unknown>)

/** Tables booked, as booking systems tell them. It is apart from their report, which browsers read: they describe no shapes. */
export const takingReservations = contract({
  sendReservations: operation({
    method: 'POST',
    path: '/pos/v1/reservations',
    summary: `Up to ${MOST_RESERVATIONS} reservations for the key's location. Each reservation has its own result. A reservation that is sent again is not counted twice. A higher Revision replaces the earlier one.`,
    access: 'location-key',
    strict: true,
    bodyLimit: MEGABYTE,
    body: z.object({
      BatchId: z.optional(sentText(64, 1)),
      Source: z.optional(z.object({ System: z.optional(sentText(64)), Version: z.optional(sentText(64)) })),
      Reservations: z.array(SentReservation),
    }),
    response: z.object({ ...ITEM_COUNTS, Results: z.array(z.object({ Index: z.int(), ReservationId: z.nullable(z.string()), ...ITEM_RESULT })) }),
    example: {
      as: 'till',
      body: {
        BatchId: '0c5d9a72-4b1e-4c5e-8f43-7b1f6f2d9a10',
        Source: { System: 'Example bookings', Version: '1.0' },
        Reservations: [
          {
            ReservationId: 'R-EXAMPLE-1',
            Revision: 1,
            Status: 'Booked',
            DueAt: '2026-11-20T19:30:00+11:00',
            BookedAt: '2026-11-18T10:05:00+11:00',
            Covers: 4,
            Area: 'Terrace',
          },
        ],
      },
    },
  }),
})
