import type { AnyOperation, ExamplePrincipal } from '#shared/endpoint.ts'
import { FAILURES } from '#shared/failure.ts'
import { credentialOf } from '../credentials.ts'
import type { StartedApp } from '../start-app.ts'
import { type Input, type Wire, type WireAnswer, WireClient, wireOf } from '../wire.ts'

const BETWEEN_LIMITERS = 20

/** Sends requests as whoever an operation's example names, signing in again where a request ended the session. */
export class Sender {
  readonly wire: WireClient
  readonly #app: StartedApp
  readonly #credentials = new Map<ExamplePrincipal, string>()
  #sent = 0

  constructor(app: StartedApp, connections = 8) {
    this.#app = app
    this.wire = new WireClient(app.url, connections)
  }

  async send(operation: AnyOperation, instead: Input = {}, headers: Record<string, string> = {}): Promise<WireAnswer> {
    // The limiters would have their say between so many requests; they have tests of their own. That of mails stays: it is silent,
    // and without it thousands of mails would be written.
    const scarce = operation.allowance === 'export' || operation.allowance === 'points'
    if (scarce || this.#sent++ % BETWEEN_LIMITERS === 0) await this.#app.database.house`delete from limit_counter where name <> 'password-request'`
    return this.sendAs(operation.example.as, wireOf(operation, instead, headers))
  }

  async sendAs(principal: ExamplePrincipal, wire: Wire): Promise<WireAnswer> {
    const first = await this.#sendOnce(principal, wire)
    if (first.status !== 401 || !['NotSignedIn', 'SessionEnded'].includes(first.errorCode ?? '')) return first
    this.#credentials.delete(principal)
    return this.#sendOnce(principal, wire)
  }

  async #sendOnce(principal: ExamplePrincipal, wire: Wire): Promise<WireAnswer> {
    const credential = this.#credentials.get(principal) ?? (await credentialOf(this.#app.database, principal))
    this.#credentials.set(principal, credential)
    return this.wire.send({ ...wire, headers: { ...(credential ? { authorization: credential } : {}), ...wire.headers } })
  }
}

/** The specification gives these words, without a capital or a stop. */
const AS_SPECIFIED = 'total cannot be less than zero'

interface Refusal {
  ResponseStatus?: { ErrorCode?: string; Message?: string; Errors?: { Message?: string }[] }
}

const errorCodeOf = ({ json }: WireAnswer) => (json as Refusal | undefined)?.ResponseStatus?.ErrorCode

/**
 * Why an answer is not one a sender of nonsense should get; undefined where it is.
 * @param sent a text that the answer may quote, whatever it says
 */
export const wrongWith = (answer: WireAnswer, sent = ''): string | undefined => {
  // Nobody answers for the providers here, and some of them are not set up.
  if (answer.status === 503 && ['ProviderSilent', 'ProviderNotConfigured'].includes(errorCodeOf(answer) ?? '')) return undefined
  if (answer.status >= 500) return `${answer.status} ${answer.text.slice(0, 200)}`
  if (answer.status < 400) return undefined
  const said = answer.json as Refusal | undefined
  const { ErrorCode = '', Message = '', Errors = [] } = said?.ResponseStatus ?? {}
  if (!Object.hasOwn(FAILURES, ErrorCode)) return `${answer.status} without a code of the list: ${answer.text.slice(0, 200)}`
  const isClear = (message = '') =>
    (isSentence(message) || message === AS_SPECIFIED) && !INTERNAL.some((word) => message.replace(QUOTED, '').includes(word) && !sent.includes(word))
  if (!isClear(Message) || !Errors.every((each) => isClear(each.Message))) return `${answer.status} without a clear sentence: ${answer.text.slice(0, 300)}`
  return undefined
}

/** Words for people, ended like a sentence. */
const isSentence = (message: string) => message.length > 8 && /[.?。?)）}]$/.test(message)

/** What somebody called a thing that is there already may be any text. */
const QUOTED = /“[^”]*”/g

/** What is inside must not show. */
const INTERNAL = ['undefined', '[object', 'Invalid input', 'Expected', 'node_modules', 'select ', 'null value', '.ts:']

/** Whether a call, or what was sent in it item by item, was refused, and which fields were named. */
export const refusalIn = (answer: WireAnswer): { refused: boolean; fields: string[] } => {
  const { ResponseStatus, Results = [] } = (answer.json ?? {}) as { ResponseStatus?: { Errors: Named[] }; Results?: { Status: string; Errors: Named[] }[] }
  const items = Results.filter(({ Status }) => Status === 'rejected' || Status === 'conflict')
  const errors = [...(ResponseStatus?.Errors ?? []), ...items.flatMap(({ Errors }) => Errors)]
  return { refused: answer.status >= 400 || items.length > 0, fields: errors.map(({ FieldName }) => FieldName) }
}

interface Named {
  FieldName: string
  Message: string
}
