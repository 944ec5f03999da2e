import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

const agent = new Agent({ keepAlive: true })

/**
 * Reads over a connection that is kept open, as a browser's.
 * @throws with the server's words for anything but 200
 */
export const get = (url: string, authorization: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: { authorization } }, (answer) => {
      text(answer).then((words) => (answer.statusCode === 200 ? resolve(words) : reject(new Error(`${answer.statusCode} ${words.slice(0, 300)}`))), reject)
    })
    asked.once('error', reject)
    asked.end()
  })
