import { BETWEEN_PARTS, beyondAccess } from '#shared/beyond-access.messages.ts'
import { FAILURES, type FailureCode, type FieldError } from '#shared/failure.ts'
import { fieldRefusals } from '#shared/field-refusals.messages.ts'
import { limits } from '#shared/limits.messages.ts'
import { fill, type Language, type Messages, messages, text } from '#shared/messages.ts'
import { roleNames, tagNames } from '#shared/tag-names.messages.ts'

/** Why a call did not succeed: the server's refusal, or the browser's own trouble (status 0). */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  /** The ErrorCode of the server's answer. */
  readonly code: string | undefined
  /** The server's own sentence, if it gave one. */
  readonly said: string | undefined
  readonly fields: FieldError[]
  readonly requestId: string | undefined
  /** When to try again, where the server says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    message: string,
    answer: { code?: string; said?: string; fields?: FieldError[]; requestId?: string; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message)
    this.status = status
    this.code = answer.code
    this.said = answer.said
    this.fields = answer.fields ?? []
    this.requestId = answer.requestId
    this.retryAfterSeconds = answer.retryAfterSeconds
  }
}

const words = messages(
  {
    errorCode: 'Error Code: {status}',
    https: 'Please use https rather than http.',
    OfflineRead: 'You are offline, and this is not saved on this device. It appears when the connection is back.',
    OfflineWrite: 'You are offline, so nothing was saved or sent. Try again when the connection is back.',
  },
  {
    errorCode: 'エラーコード: {status}',
    https: 'http ではなく https をご利用ください。',
    OfflineRead: 'オフラインです。この内容はこの端末に保存されていません。接続が戻ると表示されます。',
    OfflineWrite: 'オフラインのため、保存も送信もされていません。接続が戻ってから、もう一度お試しください。',
  },
)

/**
 * The sentence to show: the answer's ResponseStatus.Message, else the browser's message, else "Error Code: n" and the message.
 * No status at all hints at https. In Japanese a known ErrorCode speaks Japanese, with the values of the server's sentence.
 */
export const errorText = (error: unknown, language: Language): string => {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : String(error)
  if (error.said) return (language === 'jp' && inJapanese(error.code, error.said)) || error.said
  if (error.code === 'OfflineRead' || error.code === 'OfflineWrite') return text(words, language, error.code)
  if (error.status === 0) return `${finished(error.message)} ${text(words, language, 'https')}`.trim()
  return `${text(words, language, 'errorCode', { status: error.status })} ${error.message}`.trim()
}

/** What a refusal says, told before anything is asked. */
export const refusalText = (code: FailureCode, values: Record<string, string | number>, language: Language): string =>
  fill(FAILURES[code][language === 'jp' ? 2 : 1], values)

/** What the server complains about in one field of a form; in Japanese, where the sentence is one we know. */
export const fieldErrorText = (error: unknown, field: string, language: Language): string | undefined => {
  const complaint = error instanceof CallError ? error.fields.find(({ FieldName }) => FieldName === field) : undefined
  return complaint && ((language === 'jp' && fieldRefusalInJapanese(complaint)) || complaint.Message)
}

/** A complaint about a field that stands by itself: in Japanese the field is named before it, as most English sentences do. */
export const complaintText = (complaint: FieldError, language: Language): string => {
  const japanese = language === 'jp' ? fieldRefusalInJapanese(complaint) : undefined
  return japanese ? [complaint.FieldName, japanese].filter(Boolean).join(': ') : complaint.Message
}

/** What is wrong with a field, for a Japanese reader; nothing where the sentence is not one of those we know. */
export const fieldRefusalInJapanese = ({ FieldName, Message }: Pick<FieldError, 'FieldName' | 'Message'>): string | undefined => {
  const said = withoutName(Message, FieldName).replace(/\.$/, '')
  const japanese = oneOf(fieldRefusals, said)
  return japanese === undefined ? undefined : `${japanese}。`
}

/** The server names a field by its whole path, or by the last of it. */
const withoutName = (message: string, path: string): string => {
  for (const name of [path, path.split('.').at(-1) ?? '', 'What was sent']) if (name && message.startsWith(`${name} `)) return message.slice(name.length + 1)
  return message
}

const finished = (sentence: string) => (sentence === '' || /[.!?。]$/.test(sentence) ? sentence : `${sentence}.`)

const inJapanese = (code: string | undefined, said: string): string | undefined => {
  if (!code || !Object.hasOwn(FAILURES, code)) return undefined
  const [, english, japanese] = FAILURES[code as FailureCode]
  return translated(said, english, japanese, code === 'BeyondOwnAccess' ? beyondInJapanese : limitInJapanese)
}

/** The Japanese of whichever of these texts was said, one without blanks before one that may stand for anything; nothing where it is none of them. */
const oneOf = (all: Messages, said: string, value?: (filled: string) => string): string | undefined => {
  const texts = Object.entries(all.en).sort(([, a], [, b]) => Number(a.includes('{')) - Number(b.includes('{')))
  for (const [key, english] of texts) {
    const japanese = translated(said, english, all.jp[key] ?? '', value)
    if (japanese !== undefined) return japanese
  }
  return undefined
}

/** A limit as the server's sentences have it, "31 days by hour". */
const limitInJapanese = (limit: string): string => oneOf(limits, limit) ?? limit

/** What somebody cannot give or take: permissions and roles, some of them with where. */
const beyondInJapanese = (parts: string): string => parts.split(BETWEEN_PARTS).map(beyondPartInJapanese).join('、')

const beyondPartInJapanese = (part: string): string =>
  oneOf(beyondAccess, part, beyondPartInJapanese) ?? oneOf(roleNames, part) ?? oneOf(tagNames, part) ?? part

/** The Japanese of an English text with blanks, filled in with what stands in the blanks of what was said; nothing where it says something else. */
const translated = (said: string, english: string, japanese: string, value = (filled: string) => filled): string | undefined => {
  const found = new RegExp(`^${english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(BLANK, blankPattern)}$`, 's').exec(said)
  return found ? japanese.replace(/\{(\w+)\}/g, (_, name: string) => value(found.groups?.[name] ?? '')) : undefined
}

/** `{n}`, or `{n:row\|rows}` with its noun, in a text made ready for a pattern. */
const BLANK = /\{(\w+)(?::([^{}|]+)\\\|([^{}|]+))?\}/g

const blankPattern = (_: string, name: string, one?: string, several?: string) => `(?<${name}>.*)${one === undefined ? '' : ` (?:${one}|${several})`}`
