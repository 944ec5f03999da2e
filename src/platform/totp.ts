import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** A clock may be one step off, either way. */
const STEPS_APART = 1
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The time step a moment lies in (RFC 6238). */
export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_SECONDS)

/** The code of a step: RFC 4226's truncation of an HMAC-SHA-1. */
export const codeOf = (secret: Buffer, step: number, digits = DIGITS): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/**
 * The step a typed code belongs to, if it is one around this moment that comes after the last used.
 * @param lastStep the step of the last code that was used: it and those before it are worth nothing
 */
export const stepOfCode = (secret: Buffer, typed: string, at: Date, lastStep: number): number | undefined => {
  if (!/^\d{6}$/.test(typed)) return undefined
  const now = stepAt(at)
  let found: number | undefined
  for (let step = now - STEPS_APART; step <= now + STEPS_APART; step += 1)
    if (step > lastStep && timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(typed))) found = step
  return found
}

/** Base32 of RFC 4648 without padding, as authenticator apps take it. */
export const base32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The address an authenticator app reads from the picture. */
export const totpUrl = (secret: Buffer, userName: string): string => {
  const asked = new URLSearchParams({ secret: base32(secret), issuer: 'Daybook', algorithm: 'SHA1', digits: String(DIGITS), period: String(STEP_SECONDS) })
  return `otpauth://totp/${encodeURIComponent(`Daybook:${userName}`)}?${asked}`
}
