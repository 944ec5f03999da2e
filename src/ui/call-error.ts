import { FAILURES, type FailureCode, type FieldError } from '#shared/failure.ts'
import { type Language, messages, text } from '#shared/messages.ts'

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
  { errorCode: 'Error Code: {status}', https: 'Please use https rather than http.' },
  { errorCode: 'エラーコード: {status}', https: 'http ではなく https をご利用ください。' },
)

/**
 * The sentence to show: the answer's ResponseStatus.Message, else the browser's message, else "Error Code: n" and the message.
 * No status at all hints at https. In Japanese a known ErrorCode speaks Japanese, with the values of the server's sentence.
 */
export const errorText = (error: unknown, language: Language): string => {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : String(error)
  if (error.said) return (language === 'jp' && inJapanese(error.code, error.said)) || error.said
  if (error.status === 0) return `${finished(error.message)} ${text(words, language, 'https')}`.trim()
  return `${text(words, language, 'errorCode', { status: error.status })} ${error.message}`.trim()
}

/** What the server complains about in one field of a form. */
export const fieldErrorText = (error: unknown, field: string): string | undefined =>
  error instanceof CallError ? error.fields.find((complaint) => complaint.FieldName === field)?.Message : undefined

const finished = (sentence: string) => (sentence === '' || /[.!?。]$/.test(sentence) ? sentence : `${sentence}.`)

const inJapanese = (code: string | undefined, said: string): string | undefined => {
  if (!code || !Object.hasOwn(FAILURES, code)) return undefined
  const [, english, japanese] = FAILURES[code as FailureCode]
  const found = new RegExp(`^${english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.*)')}$`, 's').exec(said)
  return found ? japanese.replace(/\{(\w+)\}/g, (_, name: string) => found.groups?.[name] ?? '') : undefined
}
