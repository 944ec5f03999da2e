import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true })

/** An answer, to its last byte, and how long the server says it took, in milliseconds, where it says so. */
export interface Timed {
  /** Made of the bytes by whoever looks at them: of three megabytes that takes as long as sending them, and is no part of what is measured. */
  words(): string
  insideMs: number | undefined
}

/**
 * Reads over a connection that is kept open, as a browser's.
 * @throws with the server's words for anything but 200
 */
export const get = async (url: string, authorization: string): Promise<string> => (await getTimed(url, authorization)).words()

/** The same, with the server's own time. */
export const getTimed = (url: string, authorization: string): Promise<Timed> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: { authorization } }, (answer) => {
      const insideMs = /dur=([\d.]+)/.exec(String(answer.headers['server-timing'] ?? ''))?.[1]
      answer.toArray().then((pieces: Buffer[]) => {
        const words = () => Buffer.concat(pieces).toString()
        if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode} ${words().slice(0, 300)}`))
        else resolve({ words, insideMs: insideMs === undefined ? undefined : Number(insideMs) })
      }, reject)
    })
    asked.once('error', reject)
    asked.end()
  })
