import { randomInt } from 'node:crypto'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 32
const CHECK_LENGTH = 6
const SHAPE = /^([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

/** About 190 random bits, then a checksum, so that a scanner tells a leaked key from noise. */
export const randomWithChecksum = (): string => {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('')
  return `${random}${checksumOf(random)}`
}

/** Whether a text is random digits with their checksum. Anybody can tell that much, so a refusal for it gives nothing away. */
export const hasChecksum = (text: string): boolean => {
  const [, random = '', check] = SHAPE.exec(text) ?? []
  return check !== undefined && checksumOf(random) === check
}

/** CRC-32 (IEEE) of the random part in base 62. */
const checksumOf = (random: string): string => {
  let left = crc32(random)
  let written = ''
  while (left > 0) {
    written = `${DIGITS[left % 62]}${written}`
    left = Math.floor(left / 62)
  }
  return written.padStart(CHECK_LENGTH, '0')
}

const crc32 = (text: string): number => {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
