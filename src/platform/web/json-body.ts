import { type FieldError, failure } from '#shared/failure.ts'
import { isCleanText } from '#shared/fields.ts'

const DEEPEST = 20
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * Reads a JSON body strictly: UTF-8, RFC 8259, at most 20 levels deep, no `__proto__` keys, no text that could not be stored.
 * An empty body is no body, since clients send the content type on every call.
 * @param itemByItem what could not be stored is left for whoever judges the items: one bad sale must not hold up its batch
 * @throws MalformedJson, ValidationFailed for what is JSON but not acceptable
 */
export const readJson = (bytes: Buffer, itemByItem = false): unknown => {
  if (bytes.length === 0) return undefined
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    throw failure('MalformedJson')
  }
  refuseDangerous(value, itemByItem)
  return value
}

/**
 * Refuses what no operation takes, wherever it hides: depths that would exhaust a reader, `__proto__`, and characters that
 * PostgreSQL cannot store.
 * @throws ValidationFailed naming the place
 */
export const refuseDangerous = (value: unknown, anyText = false): void => {
  const danger = dangerIn(value, 0, anyText)
  if (!danger) return
  const FieldName = danger.path.reverse().join('.').toWellFormed().replaceAll('\0', '').slice(0, 100)
  const complaint: FieldError = { FieldName, ErrorCode: danger.code, Message: `${FieldName || 'What was sent'} ${danger.why}` }
  throw failure('ValidationFailed', {}, [complaint])
}

interface Danger {
  code: string
  why: string
  /** From the inside out, put together only when there is something to say: most bodies are clean and some are large. */
  path: string[]
}

const UNSTORABLE = { code: 'Invalid', why: 'contains characters that cannot be stored.' }
const NO_FIELD = { code: 'Unknown', why: 'is not accepted.' }
const TOO_DEEP = { code: 'TooDeep', why: `is nested deeper than ${DEEPEST} levels.` }

const dangerIn = (value: unknown, depth: number, anyText: boolean): Danger | undefined => {
  if (typeof value === 'string') return anyText || isCleanText(value) ? undefined : { ...UNSTORABLE, path: [] }
  if (value === null || typeof value !== 'object') return undefined
  if (depth >= DEEPEST) return { ...TOO_DEEP, path: [] }
  for (const name of Object.keys(value)) {
    const isField = name !== '__proto__' && (anyText || isCleanText(name))
    const danger = isField ? dangerIn((value as Record<string, unknown>)[name], depth + 1, anyText) : { ...NO_FIELD, path: [] }
    if (danger) return { ...danger, path: [...danger.path, name] }
  }
  return undefined
}
