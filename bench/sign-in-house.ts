import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { hashPassword } from '#platform/access/passwords.ts'
import type { Sql } from '#platform/database/pool.ts'

export const PASSWORD = 'a slate under the stairs'

/** Makes people who sign in with the bench's password, at the sample venue and with the right to its sales. */
export const makePeople = async (owner: Sql, count: number): Promise<string[]> => {
  const hash = await hashPassword(PASSWORD)
  const names = Array.from({ length: count }, (_, i) => `bench-${i}`)
  await owner`
    insert into app_user (user_name, user_name_key, display_name, password_hash) select name, name, name, ${hash} from unnest(${names}::text[]) as name`
  return names
}

/** One attempt at the door. */
interface SignIn {
  userName: string
  password: string
  /** The address it comes from, told as a trusted proxy tells it. */
  address: string
  /** The cookie of a browser that has signed in before. */
  device?: string | undefined
  /** Whether a browser asks, which is given such a cookie. */
  isBrowser?: boolean
}

interface SignInAnswer {
  status: number
  milliseconds: number
  device: string | undefined
  auth: string | undefined
  userId: number
}

/** Asks over connections that are kept open. */
export const doorOf = (url: string, connections: number): ((asked: SignIn) => Promise<SignInAnswer>) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return ({ userName, password, address, device, isBrowser }) =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ UserName: userName, Password: password })
      const headers = {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'x-forwarded-for': address,
        'x-forwarded-proto': 'https',
        ...(isBrowser ? { 'sec-fetch-site': 'same-origin' } : {}),
        ...(device ? { cookie: `daybook-device=${device}` } : {}),
      }
      const began = performance.now()
      const asked = request(`${url}/api/auth/credentials`, { method: 'POST', agent, headers }, (answer) => {
        text(answer).then((words) => {
          const milliseconds = performance.now() - began
          const cookie = answer.headers['set-cookie']?.find((line) => line.startsWith('daybook-device='))
          const read = answer.statusCode === 200 ? (JSON.parse(words) as { Auth: string; UserId: number }) : undefined
          resolve({ status: answer.statusCode ?? 0, milliseconds, device: cookie?.split(/[=;]/)[1], auth: read?.Auth, userId: read?.UserId ?? 0 })
        }, reject)
      })
      asked.once('error', reject)
      asked.end(body)
    })
}

/** An address of its own for each number. */
export const addressOf = (n: number): string => `100.64.${(n >> 8) & 255}.${n & 255}`
