import * as z from 'zod/mini'
import type { FieldError } from '#shared/failure.ts'

export const ITEM_STATUSES = ['accepted', 'duplicate', 'replaced', 'stale', 'conflict', 'rejected'] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]

/** What became of one thing of those that were sent together. */
export interface ItemOutcome {
  status: ItemStatus
  errors: FieldError[]
}

/** What an answer says of all that were sent. */
export const ITEM_COUNTS = {
  BatchId: z.nullable(z.string()),
  Received: z.int(),
  Accepted: z.int(),
  /** Stored before: duplicates, and revisions older than the stored one. */
  Duplicates: z.int(),
  Replaced: z.int(),
  /** Not stored: rejected ones and conflicts. */
  Rejected: z.int(),
} as const

/** What an answer says of each, beside its place in the list and its id. */
export const ITEM_RESULT = {
  Status: z.enum(ITEM_STATUSES),
  Errors: z.array(z.object({ ErrorCode: z.string(), FieldName: z.string(), Message: z.string() })),
} as const

export const countsOf = (outcomes: readonly ItemOutcome[]) => {
  const count = (...statuses: ItemStatus[]) => outcomes.filter(({ status }) => statuses.includes(status)).length
  return { Accepted: count('accepted'), Duplicates: count('duplicate', 'stale'), Replaced: count('replaced'), Rejected: count('rejected', 'conflict') }
}

export const resultOf = ({ status, errors }: ItemOutcome) => ({
  Status: status,
  Errors: errors.map(({ ErrorCode, FieldName, Message }) => ({ ErrorCode, FieldName, Message })),
})

const LONGEST_ID = 64

/** The id something was sent with, however wrong the rest of it is. */
export const idIn = (sent: unknown, name: string): string | null => {
  const id = (sent as Record<string, unknown> | null | undefined)?.[name]
  return typeof id === 'string' ? id.slice(0, LONGEST_ID) : null
}
