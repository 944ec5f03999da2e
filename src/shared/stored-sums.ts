/**
 * Sums that cannot be what sales come to: beyond 2^53, a stored text that is cut short, a product whose amount is not made of its parts. A report that meets them
 * reads the layer beneath; reconcile and the hourly job make what is stored anew.
 */
export class UnsoundSums extends Error {}

/** Names how `packNumbers` and `packBits` write. Part of the format of all that is stored so: whoever changes how they write changes it. */
export const WORDS_FORM = 'words 2'

/**
 * The format of a stored form that keeps sums by their place: stored in each of its rows, and a row with another one counts as not there. Made of the list of what
 * is kept, in its order, so that one figure more or less, or another order, is another format without anybody thinking of it.
 */
export const formatOf = (layout: unknown): string => {
  // Two rounds of FNV-1a over the layout's JSON: enough to tell the few layouts there will ever be apart, and the same in every process.
  const text = JSON.stringify(layout)
  return [0x811c9dc5, 0x01234567].map((seed) => fnv(text, seed).toString(16).padStart(8, '0')).join('')
}

const fnv = (text: string, seed: number): number => {
  let hash = seed
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
