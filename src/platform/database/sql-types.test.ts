import fc from 'fast-check'
import { types as driverTypes } from 'pg'
import { expect, it } from 'vitest'
import { types } from './sql.ts'

const MOMENT = 1184
const read = types.getTypeParser(MOMENT)
const driverReads = driverTypes.getTypeParser(MOMENT as never, 'text') as (text: string) => unknown

it('moments are read as the driver reads them, whatever their fraction, zone and era', () => {
  const moments = fc.tuple(
    fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
    fc.constantFrom('', '.5', '.123', '.123456'),
    fc.constantFrom('+00', '+00', '+11', '-03:30', '+00 BC'),
  )
  fc.assert(
    fc.property(moments, ([date, fraction, zone]) => {
      const text = `${date.toISOString().slice(0, 19).replace('T', ' ')}${fraction}${zone}`
      expect(read(text), text).toEqual(driverReads(text))
    }),
  )
  for (const text of ['infinity', '-infinity', '12026-01-01 00:00:00+00']) expect(read(text)).toEqual(driverReads(text))
})
