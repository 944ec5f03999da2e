import { hashSecret, newName, newSecret } from '#platform/access/secrets.ts'
import type { Transaction } from '#platform/database/pool.ts'
import { type Figure, percentile } from './results.ts'

/** Somebody of venue 1 who may see all its locations, with these tags, in a house that has nobody yet. */
export const employ = async (sql: Transaction, tags: string): Promise<void> => {
  await sql`insert into app_user (user_name, user_name_key, display_name, password_hash) values ('p1', 'p1', 'P1', 'x')`
  await sql`
    insert into employee (venue_id, user_id, first_name, surname, user_name, display_name, registered, all_locations, tags)
    select 1, user_id, 'First', 'Surname', user_name, display_name, true, true, ${`{${tags}}`}::text[] from app_user`
  await sql`insert into user_venue (user_id, venue_id, employee_id, last_opened_at) select user_id, 1, employee_id, now() from employee where venue_id = 1`
}

/** Signs that person in. @returns their Authorization header */
export const signIn = async (sql: Transaction): Promise<string> => {
  const token = newSecret()
  await sql`
    insert into session (session_id, user_id, token_hash, venue_id, employee_id, idle_seconds, idle_until, absolute_until)
    select ${newName()}, 1, ${hashSecret(token)}, 1, employee_id, 7200, now() + interval '2 hours', now() + interval '2 hours' from employee where user_id = 1`
  return `Bearer ${token}`
}

export type Ask = (path: string) => Promise<string>

/** Asks a server as somebody, to the last byte. @throws what is not a yes */
export const askerAt =
  (url: string, authorization: string): Ask =>
  async (path) => {
    const answer = await fetch(`${url}/api${path}`, { headers: { authorization } })
    const words = await answer.text()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${words.slice(0, 300)}`)
    return words
  }

/** Something to be asked again and again, with the most its p50 may be in milliseconds, if there is a goal. */
export type Timed = readonly [what: string, path: string, goal: number | undefined]

/** How long each takes: p50 and p95 of so many rounds, after three that warm up. */
export const timings = async (ask: Ask, asked: readonly Timed[], rounds: number): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const [what, path, goal] of asked) {
    const taken: number[] = []
    for (let round = -3; round < rounds; round += 1) {
      const began = performance.now()
      await ask(path)
      if (round >= 0) taken.push(performance.now() - began)
    }
    const p50 = percentile(taken, 50)
    const held = goal === undefined ? {} : { goal: `≤ ${goal}`, met: p50 <= goal }
    figures.push({ what: `${what}: p50`, value: p50, unit: 'ms', ...held }, { what: `${what}: p95`, value: percentile(taken, 95), unit: 'ms' })
  }
  return figures
}
