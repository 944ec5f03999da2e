import { fieldFailure } from '#shared/failure.ts'

/** Figures that open their payments. Payments, Failed and OpenDisputes are counts; what their rows add up to is the amount. */
export const LISTED = [
  'Payments',
  'Volume',
  'Refunds',
  'Disputed',
  'Other',
  'OurFee',
  'OurFeeTaken',
  'ProviderFee',
  'Fees',
  'Net',
  'Failed',
  'OpenDisputes',
] as const
export type Listed = (typeof LISTED)[number]

/** What became of a payment; one that was refunded and disputed is disputed. */
export const PAYMENT_STATES = ['Paid', 'Refunded', 'Disputed', 'Pending', 'Failed'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

export const USUAL_PAGE = 100
export const LARGEST_PAGE = 500
export const LARGEST_FILE = 1_000_000

/** Where a page ended: rows are in the order of trading day, time and id. */
export interface Position {
  day: string
  micros: string
  id: string
}

export const writePosition = ({ day, micros, id }: Position): string => `${day}.${micros}.${id}`

/** @throws ValidationFailed for what is not the Next of a page */
export const readPosition = (after: string): Position => {
  const found = /^(\d{4}-\d{2}-\d{2})\.(\d{1,17})\.(\w{1,120})$/.exec(after)
  if (!found?.[1] || !found[2] || !found[3]) throw fieldFailure('After', 'After must be the Next of the page before.')
  return { day: found[1], micros: found[2], id: found[3] }
}

/** A card as people know it: its brand, as the provider writes it but with a capital, and its last four. */
export const cardText = (brand: string | null, last4: string | null): string | null =>
  last4 === null ? null : `${brand ? `${brand[0]?.toUpperCase()}${brand.slice(1)} ` : ''}${last4}`
