import type { Sql } from './pool.ts'

const EVERY_MS = 10_000
const MOST_APART_MS = 30_000

/**
 * Says when this machine's clock and the database's are apart, once for each time they come to be so. What is sold and who is signed in
 * goes by the database's; what is planned by the clock, such as nightly work, goes by ours.
 */
export const watchClock = (house: Sql, say: (sentence: string) => void): { stop(): void } => {
  let wasApart = false
  const look = async () => {
    const [row] = await house<{ at: Date }[]>`select now() as at`
    const apart = Date.now() - (row?.at.getTime() ?? Date.now())
    const isApart = Math.abs(apart) > MOST_APART_MS
    if (isApart && !wasApart) say(clocksApart(apart))
    wasApart = isApart
  }
  // A database that is away says so elsewhere.
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

const clocksApart = (apart: number): string =>
  `This machine's clock is ${Math.round(Math.abs(apart) / 1000)} seconds ${apart > 0 ? 'ahead of' : 'behind'} the database's.`
