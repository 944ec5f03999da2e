/** 106 bits of a text, as two halves of a cyrb53 hash: chance does not make two rows of a file meet. */
export const textFingerprint = (text: string): string => [0, 1].map((seed) => textHash(text, seed).toString(36)).join('')

/** 53 bits of a text. Among ten million texts two may meet once in two hundred files. */
export const textHash = (text: string, seed = 0): number => {
  let a = 0xdeadbeef ^ seed
  let b = 0x41c6ce57 ^ seed
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}

/** What rows say, whatever blanks stand around it. */
export const contentOf = (rows: readonly { cells: readonly string[] }[]): string =>
  rows.map(({ cells }) => cells.map((cell) => cell.trim()).join('\u0001')).join('\u0002')
