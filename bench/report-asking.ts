import { setTimeout as sleep } from 'node:timers/promises'
import { type Draw, type Row, searchOf } from './report-draws.ts'
import { percentile } from './results.ts'
import { Wire } from './wire.ts'

/** Asks a question; how long it took inside, in milliseconds, where whoever was asked tells. */
export type Ask = (row: Row, draw: Draw) => Promise<number | undefined>

/** A row of the table with how long its questions took, by where they were asked. */
export interface Measured {
  row: Row
  times: Record<string, number[]>
}

/** Asks a server over HTTP, on one connection. */
export const askServer = (url: string, credential: string): Ask => {
  const wire = new Wire(url)
  return async (row, draw) => (await wire.get(`/api${row.path}?${searchOf(row, draw)}`, credential)).insideMs
}

/** Two seconds a row: what runs for the first few hundred times is still being compiled, and takes half as long again. */
const WARM_UP_MS = 2000

/** Compiled and planned first, as in a server that has been asked for a minute: its rows in turn, each draw after the other. */
export const warmUp = async (measured: readonly Measured[], ask: Ask): Promise<void> => {
  const until = performance.now() + measured.length * WARM_UP_MS
  for (let i = 0; i < 10 || performance.now() < until; i += 1) {
    for (const { row } of measured) await ask(row, row.draws[i % row.draws.length] as Draw)
  }
}

/**
 * Asks each row's questions one after the other; the first three times nobody looks at the clock. What is told of the inside is kept as "inside".
 * @param pauseMs before each question
 */
export const timeAll = async (measured: readonly Measured[], name: string, draws: number, ask: Ask, pauseMs = 0): Promise<void> => {
  for (const { row, times } of measured) {
    for (const draw of row.draws.slice(0, 3)) await ask(row, draw)
    const [taken, inside]: [number[], number[]] = [[], []]
    for (const draw of row.draws.slice(0, draws)) {
      if (pauseMs > 0) await sleep(pauseMs)
      const startedAt = performance.now()
      const told = await ask(row, draw)
      taken.push(performance.now() - startedAt)
      if (told !== undefined) inside.push(told)
    }
    times[name] = taken
    if (inside.length > 0) times.inside ??= inside
    // A whole run takes half an hour: what is known is told at once.
    console.log(`${name}: ${row.what}: p50 ${percentile(taken, 50).toFixed(1)} ms${inside.length > 0 ? `, inside ${percentile(inside, 50).toFixed(1)}` : ''}`)
  }
}
