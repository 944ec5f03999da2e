import { randomInt } from 'node:crypto'

const EPOCH_MS = Date.UTC(2020, 0, 1)
const SEQUENCE_BITS = 22n
let lastMs = 0
let sequence = 0

/**
 * A time-ordered 63-bit id for a fact, as text since JSON and doubles lose such numbers: 41 bits of milliseconds since
 * 2020, then 22 bits that begin at random in each millisecond and count up. Two processes that collide meet the primary
 * key, and the transaction is tried again.
 */
export const newFactId = (): string => {
  const now = Math.max(Date.now(), lastMs)
  if (now === lastMs) {
    sequence += 1
    if (sequence >= 1 << 22) {
      lastMs += 1
      sequence = 0
    }
  } else {
    lastMs = now
    sequence = randomInt(1 << 21)
  }
  return ((BigInt(lastMs - EPOCH_MS) << SEQUENCE_BITS) | BigInt(sequence)).toString()
}

/** The first id a fact made at this moment can have: facts made since are those from this id on. */
export const firstFactIdOf = (at: Date): string => (BigInt(Math.max(at.getTime() - EPOCH_MS, 0)) << SEQUENCE_BITS).toString()
