import { randomBytes } from 'node:crypto'
import { renderSVG } from 'uqr'
import { sealSecret, unsealSecret } from '#platform/access/sealed-secret.ts'
import { hashSecret } from '#platform/access/secrets.ts'
import { base32, stepOfCode, totpUrl } from '#platform/access/totp.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Transaction } from '#platform/database/pool.ts'
import type { Statements } from '#platform/database/sql.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { secondFactorMail } from './mails.contract.ts'
import { newRecoveryCode, recoveryCodeIn } from './second-factor.rules.ts'

const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const RECOVERY_BYTES = 10
const PENDING_MINUTES = 15

/** How a person's second factor stands. */
interface FactorState {
  since: Date | null
  recoveryCodesLeft: number
}

export const factorOf = async (sql: Statements, userId: number): Promise<FactorState> => {
  const [row] = await sql<{ confirmed_at: Date | null; n: number }[]>`
    select (select confirmed_at from second_factor where user_id = ${userId} and secret is not null) as confirmed_at,
      (select count(*)::int from recovery_code where user_id = ${userId} and used_at is null) as n`
  return { since: row?.confirmed_at ?? null, recoveryCodesLeft: row?.n ?? 0 }
}

export const hasFactor = async (sql: Statements, userId: number): Promise<boolean> =>
  (await sql`select from second_factor where user_id = ${userId} and secret is not null`).length > 0

/** Begins to set a factor up: a secret, which counts once a code of it was typed. What is there stays until then. */
export const beginFactor = async (sql: Transaction, key: Buffer, userId: number, userName: string) => {
  const secret = randomBytes(SECRET_BYTES)
  const sealed = sealSecret(key, ownerOf(userId), secret)
  await sql`
    insert into second_factor (user_id, pending_secret, pending_until) values (${userId}, ${sealed}, now() + ${PENDING_MINUTES} * interval '1 minute')
    on conflict (user_id) do update set pending_secret = excluded.pending_secret, pending_until = excluded.pending_until`
  const url = totpUrl(secret, userName)
  return { secret: base32(secret), url, picture: renderSVG(url, { border: 2 }) }
}

/** Proves the secret that was begun by a code of it. @returns the recovery codes, shown this once; nothing where the code is wrong */
export const confirmFactor = async (sql: Transaction, key: Buffer, userId: number, code: string, now: Date): Promise<string[] | undefined> => {
  const [row] = await sql<{ pending_secret: Buffer | null }[]>`
    select pending_secret from second_factor where user_id = ${userId} and pending_until > now() for update`
  const secret = row?.pending_secret && unsealSecret(key, ownerOf(userId), row.pending_secret)
  const step = secret && stepOfCode(secret, code, now, 0)
  if (!step) return undefined
  await sql`
    update second_factor set secret = pending_secret, pending_secret = null, pending_until = null, confirmed_at = now(), last_step = ${step}
    where user_id = ${userId}`
  await sql`delete from recovery_code where user_id = ${userId}`
  const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(base32(randomBytes(RECOVERY_BYTES))))
  for (const each of codes) await sql`insert into recovery_code (user_id, code_hash) values (${userId}, ${hashSecret(each)})`
  return codes
}

/**
 * Uses a code up: of the authenticator app, or one for recovery. Of any number that try with the same, one succeeds.
 * @returns by what it was proved; nothing where it is wrong or was used before
 */
export const takeCode = async (sql: Transaction, key: Buffer, userId: number, typed: string, now: Date): Promise<'app' | 'recovery' | undefined> => {
  const [row] = await sql<{ secret: Buffer | null; last_step: number }[]>`select secret, last_step from second_factor where user_id = ${userId} for update`
  if (!row?.secret) return undefined
  const secret = unsealSecret(key, ownerOf(userId), row.secret)
  const step = secret && stepOfCode(secret, typed.replace(/\s/g, ''), now, row.last_step)
  if (step) {
    await sql`update second_factor set last_step = ${step} where user_id = ${userId}`
    return 'app'
  }
  const code = recoveryCodeIn(typed)
  if (code === undefined) return undefined
  const used = await sql`
    update recovery_code set used_at = now() where user_id = ${userId} and code_hash = ${hashSecret(code)} and used_at is null returning 1`
  return used.length > 0 ? 'recovery' : undefined
}

/** Who turned what on or off. */
interface FactorChange {
  what: 'on' | 'off' | 'reset'
  venueId?: number
  actorUserId: number | null
  sessionId?: string
  ip?: string
  subject?: string
}

/** Takes the factor of a person away, with their recovery codes. @returns whether there was one */
export const removeFactor = async (sql: Transaction, userId: number): Promise<boolean> => {
  await sql`delete from recovery_code where user_id = ${userId}`
  const removed = await sql<{ was_on: boolean }[]>`delete from second_factor where user_id = ${userId} returning secret is not null as was_on`
  return removed[0]?.was_on ?? false
}

/** Writes the change down and mails it to whom it concerns. */
export const tellOfFactor = async (sql: Transaction, userId: number, change: FactorChange): Promise<void> => {
  const { what, venueId = 0, actorUserId, sessionId = null, ip = null, subject = '' } = change
  await recordAudit(sql, venueId, { action: `second-factor.${what}`, subject, detail: { UserId: userId }, actorUserId, sessionId, ip })
  await addJob(sql, secondFactorMail, { UserId: userId, What: what, At: new Date().toISOString() })
}

const ownerOf = (userId: number) => `second factor of ${userId}`
