import type { ItemOutcome } from '#features/intake/item-results.rules.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import type { FieldError } from '#shared/failure.ts'

/** A decimal text with at most four places in ten-thousandths. */
export const quantityOf = (text: string): number => {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const steps = Number(whole) * QUANTITY_STEPS + Number(part.padEnd(4, '0'))
  return (sign === '-' ? -steps : steps) + 0
}

/** Collects what is wrong with an item. */
export class Complaints {
  readonly fields: FieldError[] = []

  add(FieldName: string, Message: string, ErrorCode = 'Invalid'): void {
    this.fields.push({ FieldName, ErrorCode, Message })
  }
}

/** What is judged, as it is taken, or everything that is wrong with it. */
export type Judged<T> = T | FieldError[]

export const isWrong = <T>(judged: Judged<T>): judged is FieldError[] => Array.isArray(judged)

/** Names of suppliers are the same however they are capitalized. */
export const nameKey = (name: string): string => name.trim().toLowerCase()

/** What became of something that may have been sent before. */
export const outcomeOf = (status: 'accepted' | 'duplicate' | 'conflict', message: string, field: string): ItemOutcome => ({
  status,
  errors: status === 'conflict' ? [{ FieldName: field, ErrorCode: 'Conflict', Message: message }] : [],
})
