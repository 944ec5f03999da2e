import { describe, expect, it } from 'vitest'
import { attendanceOf, openShiftDays, type Pay, type Sheet, type Shift, salaryOfDay } from './attendance.rules.ts'
import { MARK, SOURCE, STATE } from './roster.rules.ts'

const HERE = 1
const DAY = '2026-11-20'
const at = (clock: string, day = DAY) => Date.parse(`${day}T${clock}:00+11:00`)

let n = 0
const shift = (from: number, to: number, more: Partial<Shift> = {}): Shift => ({
  id: String(++n),
  source: SOURCE.file,
  code: `s${n}`,
  locationId: HERE,
  day: DAY,
  personId: 7,
  from,
  to,
  breakMinutes: 30,
  minutes: (to - from) / 60_000 - 30,
  published: true,
  ...more,
})
const sheet = (from: number, to: number | null, more: Partial<Sheet> = {}): Sheet => ({
  id: String(++n),
  source: SOURCE.file,
  code: `t${n}`,
  locationId: HERE,
  day: DAY,
  personId: 7,
  from,
  to,
  breakMinutes: 0,
  claimed: null,
  actual: null,
  approved: null,
  cost: null,
  state: STATE.submitted,
  isLeave: false,
  noStart: false,
  shiftCode: null,
  ...more,
})
const punched = (from: number, to: number | null, more: Partial<Sheet> = {}) =>
  sheet(from, to, { source: SOURCE.till, actual: to === null ? null : (to - from) / 60_000, state: to === null ? STATE.open : STATE.submitted, ...more })
const HOURLY: Pay = { perWeek: false, amount: 3350 }
const day = (shifts: Shift[], sheets: Sheet[], pay: Pay = HOURLY) => {
  const days = attendanceOf({ shifts, sheets }, () => pay)
  expect(days).toHaveLength(1)
  return days[0]
}
/** Rostered 16:00 to midnight less half an hour, claimed 9 h, the clock says 8 h 46 min. */
const planned = () => shift(at('16:00'), at('00:00', '2026-11-21'))
const claimed = (more: Partial<Sheet> = {}) => sheet(at('15:45'), at('01:15', '2026-11-21'), { claimed: 540, ...more })
const clocked = () => punched(at('15:54'), at('01:10', '2026-11-21'), { actual: 526, breakMinutes: 30 })

describe('hours to pay', () => {
  it('are the smaller of claimed and actual until somebody approves', () => {
    expect(day([planned()], [claimed(), clocked()])).toMatchObject({
      rostered: 450,
      claimed: 540,
      actual: 526,
      payable: 526,
      beyond: 76,
      marks: MARK.notApproved,
    })
  })

  it('are what was approved from then on, with what was claimed and clocked beside it', () => {
    const told = day([planned()], [claimed({ approved: 525, state: STATE.approved }), clocked()])
    expect(told).toMatchObject({ rostered: 450, claimed: 540, actual: 526, payable: 525, beyond: 75, marks: 0 })
    expect(told?.cost).toBe(29_313)
  })

  it('are the punches alone where nobody hands in timesheets, and the claim alone where nobody clocks on', () => {
    expect(day([], [clocked()])?.payable).toBe(526)
    expect(day([], [claimed()])?.payable).toBe(540)
  })

  it('never count a night twice, claimed in a file and clocked at the till', () => {
    expect(day([], [claimed(), clocked()])).toMatchObject({ claimed: 540, actual: 526, payable: 526 })
  })

  it('leave out who is still clocked in, and say so', () => {
    expect(day([], [punched(at('13:59'), null)])).toMatchObject({ actual: 0, payable: 0, marks: MARK.open | MARK.unplanned })
  })

  it('leave out a punch out without one in', () => {
    expect(day([planned()], [punched(at('23:00'), at('23:00'), { actual: null, noStart: true })])).toMatchObject({ payable: 0, marks: MARK.noStart })
  })

  it('leave out what was discarded, and leave', () => {
    const leave = sheet(at('09:00'), at('17:00'), { claimed: 480, isLeave: true })
    expect(day([], [leave, claimed({ state: STATE.discarded })])).toMatchObject({ claimed: 0, payable: 0, onLeave: 480, cost: 0 })
  })
})

describe('what there is to look at', () => {
  it('is no shift missed by somebody who clocked in before it and is still there', () => {
    expect(day([planned()], [punched(at('15:58'), null)])).toMatchObject({ rostered: 450, payable: 0, late: 0, marks: MARK.open })
  })

  it('is a shift nobody came to, unless on leave that day', () => {
    expect(day([planned()], [])).toMatchObject({ payable: 0, marks: MARK.absent, dueAt: at('16:00') })
    expect(day([planned()], [sheet(at('09:00'), at('17:00'), { claimed: 480, isLeave: true })])?.marks).toBe(0)
  })

  it('is who came late, by the clock and not by what they say', () => {
    expect(day([planned()], [claimed(), punched(at('16:14'), at('23:50'))])).toMatchObject({ late: 14 })
  })

  it('is work that no shift planned', () => {
    expect(day([], [clocked()])?.marks).toBe(MARK.unplanned | MARK.notApproved)
  })

  it('is being clocked in at two places at once, at both', () => {
    const days = attendanceOf({ shifts: [], sheets: [punched(at('15:00'), at('23:34')), punched(at('22:50'), at('23:34'), { locationId: 2 })] }, () => HOURLY)
    expect(days.map(({ locationId, marks }) => [locationId, (marks & MARK.overlapping) > 0])).toEqual([
      [1, true],
      [2, true],
    ])
  })

  it('is no shift missed by somebody lent to another location: the hours count where they were worked', () => {
    const days = attendanceOf({ shifts: [planned()], sheets: [clocked(), { ...clocked(), locationId: 2, from: at('17:00') }].slice(1) }, () => HOURLY)
    expect(days).toMatchObject([
      { locationId: 2, rostered: 0, payable: 526, marks: MARK.notApproved },
      { locationId: HERE, rostered: 450, payable: 0, marks: 0 },
    ])
  })

  it('is a split day once: a timesheet over two shifts is longer than both together, not than each', () => {
    const shifts = [shift(at('11:00'), at('15:00'), { minutes: 240 }), shift(at('17:00'), at('22:00'), { minutes: 300 })]
    expect(day(shifts, [sheet(at('11:00'), at('22:00'), { claimed: 560 })])).toMatchObject({ rostered: 540, beyond: 20 })
  })
})

describe('rosters', () => {
  it('count published shifts; drafts stand apart and nobody misses them', () => {
    expect(day([shift(at('16:00'), at('20:00'), { published: false })], [])).toMatchObject({ rostered: 0, drafted: 210, marks: 0 })
  })

  it('keep open shifts in a row of their own', () => {
    expect(openShiftDays([shift(at('16:00'), at('20:30'), { personId: null })])).toMatchObject([{ rostered: 240, payable: 0, marks: MARK.toPlan }])
  })

  it('match by what their source says before they match by time', () => {
    const [early, late] = [shift(at('09:00'), at('13:00')), shift(at('13:30'), at('18:00'))]
    const told = day([early, late], [sheet(at('12:00'), at('18:00'), { claimed: 360, shiftCode: late.code })])
    expect(told).toMatchObject({ marks: MARK.absent | MARK.notApproved, late: 0, dueAt: at('09:00') })
  })
})

describe('wages', () => {
  it('are what the source says, before hours times rate', () => {
    expect(day([], [claimed({ cost: 40_000 })])).toMatchObject({ cost: 40_000, unpriced: 0 })
  })

  it('name the hours whose price nobody has said', () => {
    expect(day([], [claimed()], null)).toMatchObject({ cost: 0, unpriced: 540 })
  })

  it('of a salary go by the day and not by the hour, and seven days come to the week', () => {
    expect(day([], [claimed()], { perWeek: true, amount: 150_001 })).toMatchObject({ cost: 0, unpriced: 0 })
    const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => salaryOfDay(150_001, weekday))
    expect(week.reduce((sum, part) => sum + part, 0)).toBe(150_001)
    expect(Math.max(...week) - Math.min(...week)).toBeLessThanOrEqual(1)
  })
})
