import * as z from 'zod/mini'
import type { FieldError } from '#shared/failure.ts'

// Some packages bring zod's English words with them, for every schema of the process. What has no words of its own is said in ours.
z.config({ localeError: () => undefined })

type Issue = z.core.$ZodIssue

/** What is wrong with one field, as a sentence for whoever sent it. */
export const issueInWords = (issue: Issue, sent: unknown): FieldError => {
  const meant = issue.code === 'invalid_union' ? meantOf(issue.errors) : undefined
  if (meant) return issueInWords({ ...meant, path: [...issue.path, ...meant.path] } as Issue, sent)
  const FieldName = issue.path.map(String).join('.').slice(0, 100)
  const { code, says } = complaint(issue, valueAt(sent, issue.path))
  return { FieldName, ErrorCode: code, Message: `${FieldName || 'What was sent'} ${says}${says.endsWith('.') ? '' : '.'}` }
}

/** Of several kinds a value may be of, what is wrong with it as the one it was meant to be: that whose parts were looked at, or whose kind was right. */
const meantOf = (errors: readonly (readonly Issue[])[]): Issue | undefined => {
  const firsts = errors.flatMap((issues) => issues[0] ?? [])
  return firsts.find(({ path }) => path.length > 0) ?? (firsts.some(isOfOtherKind) ? firsts.find((one) => !isOfOtherKind(one)) : undefined)
}

const isOfOtherKind = ({ code }: Issue) => code === 'invalid_type'

interface Complaint {
  code: string
  says: string
}

const complaint = (issue: Issue, value: unknown): Complaint => {
  if (value === undefined && issue.path.length > 0 && issue.code !== 'custom') return { code: 'Missing', says: 'is needed' }
  // A schema that brought words of its own: they are the trade's, and better than any of ours.
  if (issue.message && issue.message !== 'Invalid input') return { code: issue.code === 'invalid_type' ? 'WrongType' : 'Invalid', says: issue.message }
  if (issue.code === 'invalid_type') return { code: 'WrongType', says: `must be ${kindInWords(issue.expected)}` }
  if (issue.code === 'too_small')
    return { code: 'TooSmall', says: bound(issue.origin, issue.inclusive === false ? 'more than' : 'at least', Number(issue.minimum)) }
  if (issue.code === 'too_big') return { code: 'TooBig', says: bound(issue.origin, issue.inclusive === false ? 'less than' : 'at most', Number(issue.maximum)) }
  if (issue.code === 'invalid_value')
    return { code: 'Invalid', says: `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}` }
  if (issue.code === 'invalid_union') return { code: 'WrongType', says: eitherOf(issue.errors.flat()) }
  return { code: 'Invalid', says: issue.code === 'not_multiple_of' ? `must be a multiple of ${issue.divisor}` : 'is not valid' }
}

/** A value may be of several kinds: all of them are named, if it was its kind that was wrong. */
const eitherOf = (issues: readonly Issue[]): string => {
  const kinds = issues.flatMap((issue) => (issue.code === 'invalid_type' ? [kindInWords(issue.expected)] : []))
  return kinds.length === issues.length && kinds.length > 0 ? `must be ${[...new Set(kinds)].join(' or ')}` : 'is not valid'
}

const KINDS: Record<string, string> = {
  string: 'a text',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const kindInWords = (kind: string) => KINDS[kind] ?? `a ${kind}`

const bound = (origin: string, word: string, limit: number): string => {
  if (origin !== 'string' && origin !== 'array') return `must be ${word} ${limit}`
  if (word === 'at least' && limit === 1) return 'must not be empty'
  return `must have ${word} ${limit} ${origin === 'string' ? 'characters' : 'entries'}`
}

const valueAt = (sent: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, name) => (value !== null && typeof value === 'object' ? (value as Record<PropertyKey, unknown>)[name] : undefined), sent)
