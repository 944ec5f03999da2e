import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asBytes, JsonWriter, MemberName } from './json-text.ts'

const written = (write: (json: JsonWriter) => void): string => {
  const json = new JsonWriter(8)
  write(json)
  return new TextDecoder().decode(json.done().bytes)
}

const decimalText = (steps: number, decimals: number): string =>
  written((json) => json.decimals([new MemberName('N')], Float64Array.of(steps), [decimals])).slice(',"N":'.length)

it('writes a number of steps as the decimal it is, and JSON.stringify does no better', () => {
  const steps = fc.oneof(fc.integer({ min: -20_000, max: 20_000 }), fc.integer(), fc.maxSafeInteger())
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 4 }), (n, decimals) => {
      const text = decimalText(n, decimals)
      expect(JSON.parse(text)).toBe(Number(`${n}e-${decimals}`))
      if (Math.abs(n) < 1e15) expect(text).toBe(JSON.stringify(JSON.parse(text)))
    }),
    { numRuns: 2000 },
  )
})

it.each([
  [0, 2, '0'],
  [-5, 2, '-0.05'],
  [1250, 2, '12.5'],
  [100, 2, '1'],
  [10_001, 4, '1.0001'],
  [999_999_999, 2, '9999999.99'],
  [123_456_789_012_345, 2, '1234567890123.45'],
  [Number.NaN, 2, 'null'],
])('writes %d in %d decimals as %s', (steps, decimals, text) => {
  expect(decimalText(steps, decimals)).toBe(text)
})

it('writes objects and lists whose later members are written one by one', () => {
  const text = written((json) =>
    json.object({ Name: 'Bar "北" \u0001' }, () => {
      json.list('Rows', [1, 2], (n) => {
        json.copy(asBytes('{"Of":2'))
        json.decimals([new MemberName('N')], Float64Array.of(n * 150), [2])
        json.end()
      })
      json.name('Last')
      json.value(null)
    }),
  )
  expect(JSON.parse(text)).toEqual({
    Name: 'Bar "北" \u0001',
    Rows: [
      { Of: 2, N: 1.5 },
      { Of: 2, N: 3 },
    ],
    Last: null,
  })
})
