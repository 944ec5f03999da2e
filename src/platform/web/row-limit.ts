import { failure } from '#shared/failure.ts'
import type { AskAgain } from './answer-table.ts'

/** How many rows an answer has; where it is a page of several and all of them are asked for, as many as it says there are. */
const rowsIn = (answer: unknown, whole: boolean): number => {
  if (answer === null || typeof answer !== 'object') return 0
  const { Count, Total } = answer as { Count?: unknown; Total?: unknown }
  const said = whole ? [Count, Total].filter((one) => typeof one === 'number') : []
  return Math.max(0, ...said.slice(0, 1), ...Object.values(answer).map((part) => (Array.isArray(part) ? part.length : 0)))
}

/** @throws TooManyRows */
export const refuseTooManyRows = (most: number | undefined, answer: unknown, whole: boolean): void => {
  if (most !== undefined && rowsIn(answer, whole) > most) throw failure('TooManyRows', { limit: most.toLocaleString('en') })
}

/** Asks for pages until they came to more rows than there may be: then the file breaks off, as one that is not whole must not look like it. */
export const countingPages = (most: number | undefined, first: unknown, again: AskAgain): AskAgain => {
  if (most === undefined) return again
  let rows = rowsIn(first, false)
  return async (query) => {
    const page = await again(query)
    rows += rowsIn(page, false)
    if (rows > most) throw failure('TooManyRows', { limit: most.toLocaleString('en') })
    return page
  }
}
