import { describe, expect, it } from 'vitest'
import { LargeBodies } from './large-bodies.ts'

const MEGABYTE = 1024 * 1024
const FULL = expect.objectContaining({ code: 'Unavailable', retryAfterSeconds: 2 })

describe('the room for large bodies', () => {
  it('is for a few at once, and for a few of one caller', () => {
    const bodies = new LargeBodies()
    bodies.place('one').grow(20 * MEGABYTE)
    expect(() => bodies.place('one').grow(20 * MEGABYTE)).toThrow(FULL)
    bodies.place('one').grow(12 * MEGABYTE)
    bodies.place('two').grow(20 * MEGABYTE)
    expect(() => bodies.place('three').grow(20 * MEGABYTE)).toThrow(FULL)
    bodies.place('three').grow(12 * MEGABYTE)
    expect(() => bodies.place('four').grow(MEGABYTE)).toThrow(FULL)
  })

  it('is not taken by bodies of the usual size', () => {
    const bodies = new LargeBodies()
    for (let n = 0; n < 10_000; n += 1) bodies.place('one').grow(100 * 1024)
    bodies.place('one').grow(32 * MEGABYTE)
  })

  it('is taken as a body comes, and once for what was announced', () => {
    const bodies = new LargeBodies()
    const place = bodies.place('one')
    for (let bytes = MEGABYTE; bytes <= 32 * MEGABYTE; bytes += MEGABYTE) place.grow(bytes)
    place.grow(20 * MEGABYTE)
    expect(() => place.grow(33 * MEGABYTE)).toThrow(FULL)
  })

  it('is given back as a whole, once', () => {
    const bodies = new LargeBodies()
    const place = bodies.place('one')
    for (let n = 0; n < 100; n += 1) {
      const other = bodies.place('one')
      other.grow(32 * MEGABYTE)
      other.leave()
      other.leave()
      // What still arrives of it is thrown away.
      other.grow(32 * MEGABYTE)
    }
    place.grow(32 * MEGABYTE)
    expect(() => bodies.place('one').grow(MEGABYTE)).toThrow(FULL)
  })
})
