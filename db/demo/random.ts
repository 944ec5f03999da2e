/** Repeatable chance: the same seed and the same name give the same day, whenever and in whatever order it is made. */
export interface Random {
  /** From 0 up to 1. */
  next(): number
  /** A whole number from `least` to `most`, both possible. */
  between(least: number, most: number): number
  /** True in `share` of all cases. */
  chance(share: number): boolean
  /** One of the items, each as likely as its weight says. */
  pick<T>(items: readonly T[], weight?: (item: T) => number): T
  /** A count around `mean`, spread as arrivals are. */
  arrivals(mean: number): number
}

export const randomFor = (seed: number, name: string): Random => {
  let state = hash(`${seed} ${name}`)
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const pick = <T>(items: readonly T[], weight: (item: T) => number = () => 1): T => {
    const total = items.reduce((sum, item) => sum + weight(item), 0)
    let left = next() * total
    for (const item of items) {
      left -= weight(item)
      if (left < 0) return item
    }
    return items[items.length - 1] as T
  }
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (share) => next() < share,
    pick,
    arrivals: (mean) => {
      // Near enough to a Poisson count for the size of a pub: normal, rounded, never below nothing.
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return Math.max(0, Math.round(mean + normal * Math.sqrt(mean)))
    },
  }
}

/** FNV-1a, 32 bits. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value | 0
}
