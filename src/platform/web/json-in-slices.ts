import { TimeSlice } from './time-slice.ts'

/** About how much is written in one go: less than half a millisecond of work. */
const SLICE_CHARS = 32 * 1024

/**
 * An answer as JSON, letter for letter as JSON.stringify writes it. A report may be megabytes: it is written slice by slice, and others have their turn in
 * between.
 */
export const jsonInSlices = async (answer: unknown): Promise<string> => {
  const texts: string[] = []
  await new TimeSlice().through(write(answer, texts))
  return texts.join('')
}

/** Yields wherever others may have their turn. */
function* write(value: unknown, texts: string[]): Generator<undefined, void> {
  if (Array.isArray(value)) yield* writeList(value, texts)
  else if (isPlain(value) && Object.values(value).some(isPlainOrList)) yield* writeMembers(value, texts)
  else texts.push(JSON.stringify(value) ?? 'null')
}

function* writeMembers(value: object, texts: string[]): Generator<undefined, void> {
  let before = '{'
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    texts.push(`${before}${JSON.stringify(name)}:`)
    yield* write(member, texts)
    before = ','
  }
  texts.push('}')
}

/** Items of a list are about alike: how many are written together goes by how long the ones before them were. One that is long itself is written slice by slice. */
function* writeList(list: readonly unknown[], texts: string[]): Generator<undefined, void> {
  texts.push('[')
  for (let from = 0, count = 1; from < list.length; ) {
    if (from > 0) texts.push(',')
    const first = texts.length
    if (count === 1) yield* write(list[from], texts)
    else texts.push(JSON.stringify(list.slice(from, from + count)).slice(1, -1))
    yield
    const written = Math.min(count, list.length - from)
    const chars = texts.slice(first).reduce((sum, { length }) => sum + length, 0)
    from += written
    count = Math.max(1, Math.floor((SLICE_CHARS * written) / chars))
  }
  texts.push(']')
}

const isPlain = (value: unknown): value is object => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const isPlainOrList = (value: unknown): boolean => Array.isArray(value) || isPlain(value)
