import type { AnswerOf, AnyOperation } from '#shared/endpoint.ts'
import { callForEvents } from './api.ts'
import { CallError } from './call-error.ts'
import { EventReader } from './event-lines.ts'

export interface Listener<A> {
  /** @param isBehind the first event after the stream was away, or the very first: others may have been missed */
  onEvent(data: A, isBehind: boolean): void
  /** Whether events arrive: the stream stands, or it does not and is tried again. */
  onState(state: 'up' | 'down'): void
}

/** The server says something every fifteen seconds; after sleep nothing more comes, and nothing says so. */
const SILENT_MS = 35_000
const LOOK_MS = 5_000
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 60_000

/**
 * Listens to an operation that answers events while the tab is looked at, until it is stopped. What was lost by sleep, network or server is begun anew, and goes
 * on after the last event that was received. Whoever may not listen is left alone.
 */
export const listenTo = <O extends AnyOperation>(operation: O, listener: Listener<AnswerOf<O>>): (() => void) => {
  let lastId = ''
  let failures = 0
  let receivedAt = 0
  let stream: AbortController | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  const begin = async () => {
    clearTimeout(waiting)
    if (isOver || stream || document.visibilityState === 'hidden') return
    const own = new AbortController()
    stream = own
    receivedAt = Date.now()
    try {
      const response = await callForEvents(operation, lastId, own.signal)
      failures = 0
      listener.onState('up')
      await read(response, own.signal)
    } catch (error) {
      failures += 1
      if (error instanceof CallError && [403, 404, 409].includes(error.status)) isOver = true
    }
    if (stream !== own) return
    stream = undefined
    lost()
  }
  const read = async (response: Response, signal: AbortSignal) => {
    const reader = new EventReader()
    const decoder = new TextDecoder()
    const pieces = response.body?.getReader()
    let isBehind = true
    for (let piece = await pieces?.read(); piece && !piece.done && !signal.aborted; piece = await pieces?.read()) {
      receivedAt = Date.now()
      for (const { id, data } of reader.read(decoder.decode(piece.value, { stream: true }))) {
        lastId = id
        listener.onEvent(data as AnswerOf<O>, isBehind)
        isBehind = false
      }
    }
  }
  const lost = () => {
    listener.onState('down')
    // Not all at the same moment: a server that was started anew has everybody coming back.
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1)) * (0.75 + Math.random() / 2)
    if (!isOver) waiting = setTimeout(() => void begin(), waitMs)
  }
  const leave = () => {
    clearTimeout(waiting)
    const own = stream
    stream = undefined
    own?.abort()
  }
  const anew = () => {
    leave()
    void begin()
  }
  const onVisible = () => {
    if (document.visibilityState === 'hidden') leave()
    else void begin()
  }
  const watch = setInterval(() => {
    if (stream && Date.now() - receivedAt > SILENT_MS) anew()
  }, LOOK_MS)
  document.addEventListener('visibilitychange', onVisible)
  addEventListener('online', anew)
  void begin()
  return () => {
    isOver = true
    leave()
    clearInterval(watch)
    document.removeEventListener('visibilitychange', onVisible)
    removeEventListener('online', anew)
  }
}
