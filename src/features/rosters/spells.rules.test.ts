import { describe, expect, it } from 'vitest'
import { PUNCH } from './roster.rules.ts'
import { type Punch, spellsOf } from './spells.rules.ts'

let n = 0
const punch = (kind: keyof typeof PUNCH, at: string): Punch => ({ code: `p${++n}`, kind: PUNCH[kind], at: Date.parse(at) })
const told = (...punches: Punch[]) =>
  spellsOf(punches).map(({ from, to, breakMinutes, minutes, noStart }) => ({ from: clock(from), to: to && clock(to), breakMinutes, minutes, noStart }))
const clock = (at: number) => new Date(at).toISOString().slice(5, 16)
const NIGHT = [
  punch('in', '2026-11-20T15:54:00+11:00'),
  punch('breakStart', '2026-11-20T20:10:00+11:00'),
  punch('breakEnd', '2026-11-20T20:40:00+11:00'),
  punch('out', '2026-11-21T01:10:00+11:00'),
]

describe('punches come to spells of work', () => {
  it('takes the breaks off and runs over midnight: 15:54 to 01:10 less half an hour is 8 h 46 min', () => {
    expect(told(...NIGHT)).toEqual([{ from: '11-20T04:54', to: '11-20T14:10', breakMinutes: 30, minutes: 526, noStart: false }])
  })

  it('says the same in whatever order they came', () => {
    for (let turn = 1; turn < NIGHT.length; turn += 1) expect(told(...NIGHT.slice(turn), ...NIGHT.slice(0, turn))).toEqual(told(...NIGHT))
  })

  it('measures by instants: a night on which the clocks go back is an hour longer than it looks, one on which they go forward an hour shorter', () => {
    const back = told(punch('in', '2026-04-04T22:00:00+11:00'), punch('out', '2026-04-05T06:00:00+10:00'))
    const forward = told(punch('in', '2026-10-03T22:00:00+10:00'), punch('out', '2026-10-04T06:00:00+11:00'))
    expect([back[0]?.minutes, forward[0]?.minutes]).toEqual([540, 420])
  })

  it('leaves a spell open that nobody clocked out of, and begins another one', () => {
    const spells = told(punch('in', '2026-11-20T09:00:00Z'), punch('in', '2026-11-20T15:00:00Z'), punch('out', '2026-11-20T18:00:00Z'))
    expect(spells.map(({ to, minutes }) => [to, minutes])).toEqual([
      [null, null],
      ['11-20T18:00', 180],
    ])
  })

  it('never pairs a punch out with one in more than sixteen hours before', () => {
    const spells = told(punch('in', '2026-11-20T09:00:00Z'), punch('out', '2026-11-21T01:01:00Z'))
    expect(spells.map(({ to, minutes, noStart }) => [to, minutes, noStart])).toEqual([
      [null, null, false],
      ['11-21T01:01', null, true],
    ])
  })

  it('ends a break that nobody ended with the spell, and counts none that was never begun', () => {
    const [open] = told(punch('in', '2026-11-20T09:00:00Z'), punch('breakStart', '2026-11-20T12:00:00Z'), punch('out', '2026-11-20T12:45:00Z'))
    const [never] = told(punch('in', '2026-11-20T09:00:00Z'), punch('breakEnd', '2026-11-20T12:00:00Z'), punch('out', '2026-11-20T12:45:00Z'))
    expect([open, never]).toMatchObject([
      { breakMinutes: 45, minutes: 180 },
      { breakMinutes: 0, minutes: 225 },
    ])
  })

  it('takes a card swiped twice for one punch', () => {
    const spells = told(
      punch('in', '2026-11-20T09:00:00Z'),
      punch('in', '2026-11-20T09:01:00Z'),
      punch('out', '2026-11-20T12:00:00Z'),
      punch('out', '2026-11-20T12:01:00Z'),
    )
    expect(spells).toMatchObject([{ minutes: 180 }])
  })
})
