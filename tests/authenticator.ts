import { codeOf, stepAt } from '#platform/access/totp.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator app shows for a secret as the screen spells it. */
export const codeNow = (secret: string, at = new Date()): string => {
  const bits = [...secret.replaceAll(' ', '')].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return codeOf(Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))), stepAt(at))
}
