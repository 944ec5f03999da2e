import { generateSync, generateURI, ScureBase32Plugin, verifySync } from 'otplib'

const STEP_SECONDS = 30
const DIGITS = 6
/** A clock may be one step off, either way. */
const TOLERANCE_SECONDS = STEP_SECONDS
const encoding = new ScureBase32Plugin()

/** The time step a moment lies in (RFC 6238). */
export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_SECONDS)

/** The code of a time step, as an authenticator app shows it. */
export const codeOf = (secret: Buffer, step: number): string => generateSync({ secret: new Uint8Array(secret), epoch: step * STEP_SECONDS, digits: DIGITS })

/**
 * The step a typed code belongs to, if it is one around this moment that comes after the last used.
 * @param lastStep the step of the last code that was used: it and those before it are refused
 */
export const stepOfCode = (secret: Buffer, typed: string, at: Date, lastStep: number): number | undefined => {
  if (!/^\d{6}$/.test(typed)) return undefined
  const epoch = Math.floor(at.getTime() / 1000)
  const found = verifySync({ secret: new Uint8Array(secret), token: typed, epoch, epochTolerance: TOLERANCE_SECONDS })
  return found.valid && 'timeStep' in found && found.timeStep > lastStep ? found.timeStep : undefined
}

/** The secret in Base32, as people type it into an authenticator app. */
export const base32 = (bytes: Buffer): string => encoding.encode(new Uint8Array(bytes))

/** The address an authenticator app reads from the picture. */
export const totpUrl = (secret: Buffer, userName: string): string => generateURI({ issuer: 'Daybook', label: userName, secret: base32(secret) })
