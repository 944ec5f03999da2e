import { type IncomingMessage, request } from 'node:http'
import { EventReader } from '#ui/event-lines.ts'
import type { Visitor } from './visitor.ts'

/** Somebody who listens to a call that answers events. */
export interface Listening<T> {
  status: number
  /** All that came so far. */
  heard: { id: string; data: T }[]
  /** Resolves when the server has ended it. */
  ended: Promise<void>
  stop(): void
}

/** Begins to listen as a browser does, over a connection of its own. @param lastEventId the last event they had */
export const listenTo = async <T>(who: Visitor, path: string, lastEventId?: string): Promise<Listening<T>> => {
  const headers = {
    accept: 'text/event-stream',
    // A wall screen has no Token, and no venue of its own choice.
    ...(who.authorization === undefined ? {} : { authorization: who.authorization, 'x-venue-id': String(who.venueId ?? '') }),
    ...{ cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '), 'sec-fetch-site': 'same-origin' },
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${who.url}/api${path}`, { headers, agent: false }, resolve).once('error', reject).end()
  })
  const reader = new EventReader()
  const heard: Listening<T>['heard'] = []
  answer.setEncoding('utf8').on('data', (piece: string) => heard.push(...(reader.read(piece) as Listening<T>['heard'])))
  const ended = new Promise<void>((resolve) => answer.once('end', resolve).once('error', () => undefined))
  return { status: answer.statusCode ?? 0, heard, ended, stop: () => answer.destroy() }
}
