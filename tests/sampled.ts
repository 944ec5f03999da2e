import { hash } from 'node:crypto'

/** Every so many of the bad inputs are sent on one day; `npm run test:long` sends all of them. */
const ONE_IN = process.env.BAD_INPUT === 'all' ? 1 : 5

/** Which of them, follows from the day, so that all are sent within days; a failure is repeated by setting the seed that was printed. */
const SEED = process.env.BAD_INPUT_SEED ?? new Date().toISOString().slice(0, 10)

console.log(ONE_IN === 1 ? 'Bad input: all of it.' : `Bad input: one in ${ONE_IN}, chosen by BAD_INPUT_SEED=${SEED}.`)

/** The part of these that is sent today. @param nameOf what tells one from another; the same name is always chosen alike on one day */
export const sampled = <T>(all: readonly T[], nameOf: (one: T) => string): T[] =>
  ONE_IN === 1 ? [...all] : all.filter((one) => Number.parseInt(hash('sha1', `${SEED} ${nameOf(one)}`).slice(0, 8), 16) % ONE_IN === 0)
