import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

const agent = new Agent({ keepAlive: true })

/** An answer, and how long the server says it took, in milliseconds, where it says so. */
export interface Timed {
  words: string
  insideMs: number | undefined
}

/**
 * Reads over a connection that is kept open, as a browser's.
 * @throws with the server's words for anything but 200
 */
export const get = async (url: string, authorization: string): Promise<string> => (await getTimed(url, authorization)).words

/** The same, with the server's own time. */
export const getTimed = (url: string, authorization: string): Promise<Timed> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: { authorization } }, (answer) => {
      const insideMs = /dur=([\d.]+)/.exec(String(answer.headers['server-timing'] ?? ''))?.[1]
      const told = (words: string): Timed => ({ words, insideMs: insideMs === undefined ? undefined : Number(insideMs) })
      text(answer).then(
        (words) => (answer.statusCode === 200 ? resolve(told(words)) : reject(new Error(`${answer.statusCode} ${words.slice(0, 300)}`))),
        reject,
      )
    })
    asked.once('error', reject)
    asked.end()
  })
