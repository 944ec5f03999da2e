import type { FieldError } from '#shared/failure.ts'
import { fastReader, MISFIT } from '#shared/fast-reader.ts'
import { Sale, type WireSale } from './sale.contract.ts'
import { type Counter, draftOf } from './sale.rules.ts'
import type { Draft } from './sale-facts.rules.ts'
import { complaint } from './sale-lines.rules.ts'

const readSale = fastReader(Sale)

/** A sale as it was sent, read and worked out; or everything that is wrong with it. */
export const understood = (sent: unknown, counter: Counter): { sale: WireSale; draft: Draft } | FieldError[] => {
  const sale = readSale(sent)
  if (sale === MISFIT) return whatIsWrong(sent)
  const draft = draftOf(sale, counter)
  return Array.isArray(draft) ? draft.slice(0, 20) : { sale, draft }
}

const whatIsWrong = (sent: unknown): FieldError[] => {
  const { error } = Sale.safeParse(sent)
  const issues = error?.issues.slice(0, 20) ?? []
  return issues.flatMap((issue) => {
    const field = issue.path.map(String).join('.')
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => unknownField([field, key].filter(Boolean).join('.')))
      : [issueOf(field, issue.code, issue.message)]
  })
}

const unknownField = (field: string): FieldError => complaint(field.slice(0, 100), 'Unknown', `${field.slice(0, 100)} is not a field of a sale.`)

const BOUNDS: Record<string, string> = { too_big: 'is too long or too large', too_small: 'is too short or too small' }

const issueOf = (field: string, code: string | undefined, message: string): FieldError => {
  const words = message.startsWith('Invalid input') ? (BOUNDS[code ?? ''] ?? 'is not valid') : message
  return complaint(field, code === 'invalid_type' ? 'WrongType' : 'Invalid', `${field || 'The sale'} ${words}.`)
}
