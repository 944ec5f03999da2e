import { hash } from 'node:crypto'

/** One in so many of the cases of a large family is tried on one day; `npm run test:long` tries all of them. */
const ONE_IN = process.env.TEST_SAMPLE === 'all' ? 1 : 10

/** Which of them, follows from the day, so that all are tried within days; a failure is repeated by setting the seed that was printed. */
const SEED = process.env.TEST_SEED ?? new Date().toISOString().slice(0, 10)

console.log(ONE_IN === 1 ? 'Sampled tests: all cases.' : `Sampled tests: one case in ${ONE_IN}, chosen by TEST_SEED=${SEED}.`)

/** A seed of random trade that is another one each time, and in `npm run test:long` also one that is always the same. To meet one again, write it in here. */
export const SEEDS: readonly number[] = [...(ONE_IN === 1 ? [1] : []), Math.floor(Date.now() / 1000)]

/** Whether every case is tried. */
export const TRIES_ALL = ONE_IN === 1

/**
 * The part of these that is tried today.
 * @param nameOf what tells one from another; the same name is always chosen alike on one day
 * @param oneIn how many cases stand for one
 */
export const sampled = <T>(all: readonly T[], nameOf: (one: T) => string, oneIn = ONE_IN): T[] =>
  TRIES_ALL ? [...all] : all.filter((one) => Number.parseInt(hash('sha1', `${SEED} ${nameOf(one)}`).slice(0, 8), 16) % oneIn === 0)
