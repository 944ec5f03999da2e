import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Sql } from '#platform/database/pool.ts'

/** A secret of 256 random bits, as it is handed out; only its hash is stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** A public name of 96 random bits. */
export const newName = (): string => randomBytes(12).toString('base64url')

/** How secrets rest in the database. High-entropy secrets need no salt and no slow hash. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** Compares without telling where two texts differ. */
const sameText = (a: string, b: string): boolean => {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Anti-forgery token of a session: random, signed with the session's name, so a planted cookie proves nothing. */
export const antiForgeryToken = (signingKey: Buffer, sessionId: string): string => {
  const random = randomBytes(16).toString('base64url')
  return `${random}.${sign(signingKey, sessionId, random)}`
}

export const isAntiForgeryToken = (signingKey: Buffer, sessionId: string, token: string): boolean => {
  const [random, signature] = token.split('.')
  return random !== undefined && signature !== undefined && sameText(signature, sign(signingKey, sessionId, random))
}

const sign = (key: Buffer, sessionId: string, random: string) => createHmac('sha256', key).update(`${sessionId}!${random}`).digest('base64url')

/** A token that is good for one purpose until a moment; any process recognises it by the key they share. */
export const tokenUntil = (signingKey: Buffer, purpose: string, until: Date): string => {
  const seconds = String(Math.floor(until.getTime() / 1000))
  return `${seconds}.${sign(signingKey, purpose, seconds)}`
}

export const isTokenNow = (signingKey: Buffer, purpose: string, token: string, now: Date): boolean => {
  const [seconds = '', signature = ''] = token.split('.')
  return sameText(signature, sign(signingKey, purpose, seconds)) && now.getTime() < Number(seconds) * 1000
}

/** A text that anybody may carry and nobody can change, for one purpose; any process reads it by the key they share. */
export const signedText = (signingKey: Buffer, purpose: string, text: string): string =>
  `${Buffer.from(text).toString('base64url')}.${sign(signingKey, purpose, text)}`

/** The text that was signed for a purpose; nothing where it was not, or was changed. */
export const readSigned = (signingKey: Buffer, purpose: string, signed: string): string | undefined => {
  const [written = '', signature = ''] = signed.split('.')
  const text = Buffer.from(written, 'base64url').toString()
  return sameText(signature, sign(signingKey, purpose, text)) ? text : undefined
}

/** The key all server processes share to sign anti-forgery tokens, and tokens for one purpose; made by the first of them. */
export const sharedSigningKey = async (house: Sql): Promise<Buffer> => {
  await house`insert into server_secret (name, value) values ('anti-forgery', ${randomBytes(32)}) on conflict (name) do nothing`
  const [row] = await house<{ value: Buffer }[]>`select value from server_secret where name = 'anti-forgery'`
  if (!row) throw new Error('The shared signing key could not be read.')
  return row.value
}
