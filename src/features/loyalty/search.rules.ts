import { cardKey } from '#shared/card-number.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { nameKey } from '#shared/name-key.ts'

export const SEARCH_FIELDS = ['CardNumber', 'Name', 'Email', 'Phone'] as const
export type SearchField = (typeof SEARCH_FIELDS)[number]

export interface Sought {
  field: SearchField
  value: string
}

/** Why a value finds nothing worth showing, or undefined where it may be looked for. */
export const tooShort: Record<SearchField, (value: string) => string | undefined> = {
  CardNumber: (value) => (cardKey(value) === '' ? 'CardNumber is needed.' : undefined),
  // A name in another script says with two letters what a Latin one says with three.
  Name: (value) =>
    [...nameKey(value)].length < (/^\p{Script=Latin}*$/u.test(value.replace(/[^\p{L}]/gu, '')) ? 3 : 2) ? 'Name needs at least three letters.' : undefined,
  Email: (value) => (nameKey(value).length < 3 ? 'Email needs at least three characters.' : undefined),
  Phone: (value) => (value.normalize('NFKC').replace(/\D/g, '').length < 6 ? 'Phone needs at least six digits.' : undefined),
}

/**
 * The one field that is asked for.
 * @throws ValidationFailed for none, several, or too little to look for
 */
export const soughtIn = (query: { [F in SearchField]?: string | undefined }): Sought => {
  const given = SEARCH_FIELDS.filter((field) => query[field] !== undefined)
  const [field] = given
  if (field === undefined || given.length > 1)
    throw failure('ValidationFailed', {}, [
      { FieldName: given[1] ?? 'CardNumber', ErrorCode: 'Invalid', Message: 'Search by exactly one of CardNumber, Name, Email or Phone.' },
    ])
  const value = query[field] ?? ''
  const complaint = tooShort[field](value)
  if (complaint !== undefined) throw fieldFailure(field, complaint)
  return { field, value }
}
