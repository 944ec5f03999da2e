import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayNumber, instantIn } from './day.ts'

const ZONES = Intl.supportedValuesOf('timeZone')
const DAY_MS = 86_400_000
const MOMENTS = { min: Date.UTC(1970, 0, 1), max: Date.UTC(2045, 0, 1) }

/** The plain way: the platform's own clock, asked about this very moment. */
const plainly = (at: Date, timeZone: string): string => {
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
  const day = `${part.year}-${part.month}-${part.day}`
  const offset = dayNumber(day) * 1440 + Number(part.hour) * 60 + Number(part.minute) - Math.floor(at.getTime() / 60_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const sign = offset < 0 ? '-' : '+'
  return `${day}T${part.hour}:${part.minute}:${two(at.getUTCSeconds())}${sign}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
}

describe('the number of a day', () => {
  it('is what the calendar says, every day from 1583 to 2400 and at both ends', () => {
    for (let number = Date.UTC(1583, 0, 1) / DAY_MS; number <= Date.UTC(2400, 11, 31) / DAY_MS; number += 1) {
      const day = new Date(number * DAY_MS).toISOString().slice(0, 10)
      if (dayNumber(day) !== number) throw new Error(`${day} is ${number} and not ${dayNumber(day)}`)
    }
    expect(dayNumber('9999-12-31')).toBe(Date.UTC(9999, 11, 31) / DAY_MS)
    expect(dayNumber('0001-01-01')).toBe(Date.parse('0001-01-01T00:00:00Z') / DAY_MS)
  })
})

describe('an instant on the clock of a zone', () => {
  it.each([
    ['2026-11-20T10:04:00Z', 'Australia/Sydney', '2026-11-20T21:04:00+11:00'],
    ['2026-04-04T15:59:59Z', 'Australia/Sydney', '2026-04-05T02:59:59+11:00'],
    ['2026-04-04T16:00:00Z', 'Australia/Sydney', '2026-04-05T02:00:00+10:00'],
    // Half an hour, at half past the hour of UTC.
    ['2026-10-03T15:29:59Z', 'Australia/Lord_Howe', '2026-10-04T01:59:59+10:30'],
    ['2026-10-03T15:30:00Z', 'Australia/Lord_Howe', '2026-10-04T02:30:00+11:00'],
    ['2026-06-01T00:00:00Z', 'Asia/Kathmandu', '2026-06-01T05:45:00+05:45'],
    ['2026-03-29T00:59:59Z', 'Europe/London', '2026-03-29T00:59:59+00:00'],
    ['2026-01-01T02:00:30Z', 'America/St_Johns', '2025-12-31T22:30:30-03:30'],
    // A day that never was.
    ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29T23:59:59-10:00'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31T00:00:00+14:00'],
  ])('%s in %s is %s', (at, zone, said) => {
    expect(instantIn(new Date(at), zone)).toBe(said)
  })

  it('is what the plain way says, at any moment in any zone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), fc.integer(MOMENTS), (zone, ms) => {
        expect(instantIn(new Date(ms), zone)).toBe(plainly(new Date(ms), zone))
      }),
      { numRuns: 1500 },
    )
  })

  it('is what the plain way says around every change of a clock', { timeout: 60_000 }, () => {
    for (const zone of [
      'Australia/Lord_Howe',
      'Australia/Sydney',
      'Africa/Casablanca',
      'America/Santiago',
      'Asia/Tehran',
      'Antarctica/Troll',
      'Pacific/Apia',
    ]) {
      for (let ms = Date.UTC(2009, 0, 1); ms < Date.UTC(2013, 0, 1); ms += DAY_MS) {
        if (offsetOf(ms, zone) === offsetOf(ms + DAY_MS, zone)) continue
        for (let at = ms; at <= ms + DAY_MS; at += 15 * 60_000 - 1000) expect(instantIn(new Date(at), zone)).toBe(plainly(new Date(at), zone))
      }
    }
  })
})

const offsetOf = (ms: number, zone: string): string => instantIn(new Date(ms), zone).slice(19)
