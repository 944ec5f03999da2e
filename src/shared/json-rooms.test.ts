import { expect, it } from 'vitest'
import { JsonWriter } from './json-text.ts'

const long = (letter: string) => {
  const json = new JsonWriter(100_000)
  json.ascii(letter.repeat(90_000))
  return json.done<string>()
}
const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes)

it('writes in the room of an answer only once that was given back', () => {
  const first = long('a')
  const second = long('b')
  expect(second.bytes.buffer).not.toBe(first.bytes.buffer)
  const room = first.bytes.buffer
  first.giveBack()
  const third = long('c')
  expect(third.bytes.buffer).toBe(room)
  expect([textOf(second), textOf(third)]).toEqual(['b'.repeat(90_000), 'c'.repeat(90_000)])
})

it('refuses to be read once its room was given back, and gives it back once', () => {
  const first = long('a')
  first.giveBack()
  first.giveBack()
  expect(() => first.bytes).toThrow('its room is in use again')
  expect(long('b').bytes.buffer).not.toBe(long('c').bytes.buffer)
})

it('moves an answer that outgrows its room, which others may write in then', () => {
  const json = new JsonWriter(70_000)
  json.ascii('a'.repeat(60_000))
  json.ascii('b'.repeat(60_000))
  const grown = json.done()
  const other = long('c')
  expect(textOf(grown)).toBe('a'.repeat(60_000) + 'b'.repeat(60_000))
  expect(other.bytes.buffer).not.toBe(grown.bytes.buffer)
})
