import { actorOf, type Session } from '#platform/access/sessions.ts'
import { networkOf } from '#platform/access/sign-in-limits.ts'
import type { Caller, Service } from '#platform/web/implement.ts'
import { countIn } from '#platform/web/limits.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import type { Failure, FailureCode } from '#shared/failure.ts'
import { isCleanText } from '#shared/fields.ts'
import { recordAudit } from './audit.ts'

type Known = Pick<Session, 'sessionId' | 'userId' | 'venueId' | 'impersonator'>

/** Leaves an audit row where somebody known was refused what they asked for, where it is not theirs to see, and where access or money would have changed. */
export const noteFor =
  (service: Service, who: Known, operation: AnyOperation, caller: Caller) =>
  async (refused: Failure): Promise<void> => {
    if (isNoted(operation, refused)) await auditRefusal(service, who, caller, 'access.refused', operation, refused.code, fieldsOf(refused))
  }

const NOTED_ANYWHERE: readonly FailureCode[] = [
  'PathBodyDisagree',
  'PasswordUrlNotAllowed',
  // Points that were to move, and did not.
  'TotalBelowZero',
  'SameCard',
  'CardBlocked',
  'CardReplaced',
  'CardInUse',
  'NotReversible',
  'AlreadyDecided',
]

/** What was sent wrongly is noted only of calls that change access or money: those refuse fields they do not have. */
const isNoted = ({ strict }: AnyOperation, { status, code }: Failure) =>
  status === 403 || status === 404 || NOTED_ANYWHERE.includes(code) || (strict === true && code === 'ValidationFailed')

const MOST_FIELDS = 10

/** Which fields were complained about, by name alone: what they held may be a secret. */
const fieldsOf = ({ fields }: Failure): readonly string[] =>
  [...new Set(fields.map(({ FieldName }) => FieldName))].filter((name) => name !== '' && isCleanText(name)).slice(0, MOST_FIELDS)

/**
 * Writes a refusal down. In a transaction of its own and never inside another: waiting for a second connection while holding one would end
 * in nobody having any.
 */
export const auditRefusal = (
  service: Service,
  session: Known,
  caller: Caller,
  action: string,
  operation: AnyOperation,
  code: string,
  fields: readonly string[] = [],
) =>
  service.database.inVenue(session.venueId ?? 0, (sql) =>
    recordAudit(sql, session.venueId ?? 0, {
      action,
      subject: subjectOf(operation),
      detail: detailOf(code, fields),
      ...actorOf(session),
      ip: caller.ip,
    }),
  )

const NOTED_OF_ANYONE: readonly FailureCode[] = ['LinkNotValid', 'PasswordUrlNotAllowed', 'BoardOnlyShows']
/** Rows a minute that one network can have written without being anybody. */
const MOST_OF_ANYONE = 30

/**
 * Leaves an audit row of the house where a link that is not good was tried, where one should have led elsewhere, or a field was to be set
 * that must not be; who it was is not known.
 */
export const noteForAnyone =
  (service: Service, operation: AnyOperation, { ip }: Caller) =>
  async (refused: Failure): Promise<void> => {
    const { code, fields } = refused
    const isForbidden = operation.strict === true && fields.some(({ ErrorCode }) => ErrorCode === 'Unknown')
    if (!isForbidden && !NOTED_OF_ANYONE.includes(code)) return
    if ((await countIn(service.database.house, 'refusal-noted', networkOf(ip), 60)) > MOST_OF_ANYONE) return
    const event = { action: 'access.refused', subject: subjectOf(operation), detail: detailOf(code, fieldsOf(refused)), actorUserId: null, ip }
    await service.database.inVenue(0, (sql) => recordAudit(sql, 0, event))
  }

const subjectOf = ({ method, path }: AnyOperation) => `${method} ${path}`
const detailOf = (Code: string, Fields: readonly string[]) => ({ Code, ...(Fields.length > 0 ? { Fields } : {}) })
