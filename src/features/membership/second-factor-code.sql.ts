import type { Session } from '#platform/access/sessions.ts'
import type { Transaction } from '#platform/database/pool.ts'
import type { Service } from '#platform/web/implement.ts'
import { countIn } from '#platform/web/limits.ts'
import { takeCode } from './second-factor.sql.ts'

const CODES_PER_QUARTER = 10
const QUARTER = 900

/** Whether a code of somebody's second factor is right; it is used up then. */
export const isRightCode = async (sql: Transaction, service: Service, session: Session, code: string): Promise<boolean> =>
  (await mayTryCode(sql, session)) && (await takeCode(sql, service.signingKey, session.userId, code, service.now())) !== undefined

/** A rider on someone's session has as few guesses as anyone at the door. */
export const mayTryCode = async (sql: Transaction, { userId }: Session): Promise<boolean> =>
  (await countIn(sql, 'second-factor', String(userId), QUARTER)) <= CODES_PER_QUARTER
