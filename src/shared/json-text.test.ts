import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DecimalLists, DecimalMembers, KeptTexts } from './json-decimals.ts'
import { JsonPieces, type JsonText, JsonWriter } from './json-text.ts'

const written = (write: (json: JsonWriter) => void): string => {
  const json = new JsonWriter(8)
  write(json)
  return new TextDecoder().decode(json.done().bytes)
}

const decimalText = (steps: number, decimals: number): string =>
  written((json) => json.decimals(new DecimalMembers(['N'], [decimals]), Float64Array.of(steps))).slice(',"N":'.length)

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
  [100_000_000, 0, '100000000'],
  [99_999_999, 4, '9999.9999'],
  [10_000_000, 3, '10000'],
  [-1, 4, '-0.0001'],
  [Number.NaN, 2, 'null'],
])('writes %d in %d decimals as %s', (steps, decimals, text) => {
  expect(decimalText(steps, decimals)).toBe(text)
})

it('writes several members, names of every length among them', () => {
  const names = ['A', 'Ab', 'Abc', 'Abcd', 'Größe "北"']
  const members = new DecimalMembers(names, [0, 1, 2, 3, 4])
  const text = written((json) => json.object({ First: 1 }, () => json.decimals(members, Float64Array.of(7, -75, 1_000_050, Number.NaN, 120_000))))
  expect(JSON.parse(text)).toEqual({ First: 1, A: 7, Ab: -7.5, Abc: 10_000.5, Abcd: null, 'Größe "北"': 12 })
})

it('writes rows that begin with texts, whatever stands in them', () => {
  const texts = fc.array(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(texts, (row) => {
      const text = written((json) => json.row(row, () => json.decimals(new DecimalMembers([''], [0]), Float64Array.of(7))))
      expect(text).toBe(JSON.stringify([...row, 7]))
    }),
  )
})

it('writes objects and lists whose later members are written one by one', () => {
  const text = written((json) =>
    json.object({ Name: 'Bar "北" \u0001' }, () => {
      json.list('Rows', [1, 2], (n) => {
        json.ascii('{"Of":2')
        json.decimals(new DecimalMembers(['N'], [2]), Float64Array.of(n * 150))
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

it('writes an object of decimals alone as a member whose name is kept', () => {
  const names = new KeptTexts([',"Before":', ',"After":null'])
  const members = new DecimalMembers(['Sales', 'Net'], [0, 2])
  const text = written((json) =>
    json.object({ First: 1 }, () => {
      json.kept(names, 0)
      json.decimalObject(members, Float64Array.of(7, 1250))
      json.kept(names, 1)
    }),
  )
  expect(text).toBe(JSON.stringify({ First: 1, Before: { Sales: 7, Net: 12.5 }, After: null }))
})

it('writes objects that begin with texts made once, whatever their length', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 30 }), { maxLength: 6 }), (names) => {
      const beginnings = new KeptTexts(names.map((name) => `{"Period":${JSON.stringify(name)}`))
      const members = new DecimalMembers(['N'], [0])
      const text = written((json) => json.object({ First: 1 }, () => json.objects('Periods', beginnings, (i) => json.decimals(members, Float64Array.of(i)))))
      expect(text).toBe(JSON.stringify({ First: 1, Periods: names.map((Period, N) => ({ Period, N })) }))
    }),
  )
})

describe('an answer in pieces', () => {
  const PIECE = 256 * 1024
  const answer = (count: number) =>
    new JsonPieces<{ First: number; Rows: string[]; Last: string }>(200, function* (json) {
      json.begin({ First: 1 })
      yield* json.longList('Rows', Array.from({ length: count }), (_, i) => json.value(`row ${i} ü ${'x'.repeat(i % 100)}`))
      json.name('Last')
      json.value('end')
      json.end()
    })
  const whole = (count: number) => ({ First: 1, Rows: Array.from({ length: count }, (_, i) => `row ${i} ü ${'x'.repeat(i % 100)}`), Last: 'end' })
  /** Each piece is read when it comes and given back, so that the next is written in its room. */
  const textOf = (pieces: Generator<JsonText<unknown>, JsonText<unknown>>) => {
    const lengths: number[] = []
    const bytes: Uint8Array[] = []
    for (;;) {
      const { value, done } = pieces.next()
      lengths.push(value.bytes.length)
      bytes.push(value.bytes.slice())
      value.giveBack()
      if (done) return { lengths, text: Buffer.concat(bytes).toString() }
    }
  }

  it.each([0, 1, 100, 20_000])('of %d rows is what the whole would be', (count) => {
    const { lengths, text } = textOf(answer(count).pieces())
    expect(text).toBe(JSON.stringify(whole(count)))
    expect(lengths.length).toBe(count === 20_000 ? 5 : 1)
    for (const length of lengths.slice(0, -1)) expect(length - PIECE).toBeLessThan(200)
    for (const length of lengths.slice(0, -1)) expect(length).toBeGreaterThanOrEqual(PIECE)
  })

  it('may be read any number of times, also while others write', () => {
    const [one, other] = [answer(20_000), answer(9000)]
    const pieces = one.pieces()
    pieces.next()
    expect(other.read()).toEqual(whole(9000))
    expect(one.read()).toEqual(whole(20_000))
    expect(one.read()).toEqual(whole(20_000))
  })
})

it('writes decimal numbers as lists by name, whatever they are and how many', () => {
  const step = fc.oneof(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), fc.integer({ min: -1500, max: 1500 }), fc.constant(Number.NaN))
  const decimals = fc.integer({ min: 0, max: 4 })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ maxLength: 30 }), decimals), { minLength: 1, maxLength: 5 }),
      fc.array(step, { maxLength: 40 }),
      (columns, steps) => {
        const rows = Math.floor(steps.length / columns.length)
        const lists = new DecimalLists(
          columns.map(([name]) => name),
          columns.map(([, count]) => count),
        )
        const text = written((json) =>
          json.object({ First: 1 }, () => {
            json.name('Lists')
            json.decimalLists(lists, Float64Array.from(steps), rows)
          }),
        )
        const told = columns.map(([name, count], i) => {
          const values = Array.from({ length: rows }, (_, row) => (steps[row * columns.length + i] as number) / 10 ** count)
          return `${JSON.stringify(name)}:${JSON.stringify(values)}`
        })
        expect(text).toBe(`{"First":1,"Lists":{${told.join(',')}}}`)
      },
    ),
  )
})
