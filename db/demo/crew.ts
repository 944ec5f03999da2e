import { randomFor } from './random.ts'
import type { Shop } from './trade.ts'
import { isClosed, weekdayOf } from './trading.ts'

/** Somebody who works at a place of the sample, by the till's id. */
interface Worker {
  id: string
  name: string
  /** Minor units by the hour. */
  rate: number
}

const worker = (id: string, name: string, rate: number): Worker => ({ id, name, rate })

/** Who works where, beside the tills too; rates are made up. */
const CREWS: Readonly<Record<string, readonly Worker[]>> = {
  bar: [
    worker('201', 'Sam Whitlock', 2980),
    worker('202', 'Grace Okafor', 3150),
    worker('203', 'Oskar Lund', 2980),
    worker('204', 'Priya Nair', 2900),
    worker('211', 'Tess Kaplan', 2950),
    worker('212', 'Amara Diallo', 3350),
    worker('213', 'Ruby Chen', 2950),
    worker('214', 'Theo Vasquez', 3050),
    worker('215', 'Nina Falk', 3250),
    worker('216', 'Ben Abara', 2950),
    worker('217', 'Lucy Tran', 2950),
    worker('218', 'Mateo Ruiz', 3050),
    worker('219', 'Isla Byrne', 2900),
    worker('220', 'Callum Voss', 2980),
  ],
  bistro: [
    worker('301', 'Hana Sato', 3250),
    worker('302', 'Daniel Reyes', 2980),
    worker('303', 'Leo Marsh', 3350),
    worker('311', 'Ines Carvalho', 3050),
    worker('312', 'Kofi Mensah', 3150),
    worker('313', 'Elena Rossi', 3350),
    worker('314', 'Jun Park', 3150),
    worker('315', 'Maya Lindt', 2950),
    worker('316', 'Noah Pell', 2950),
    worker('317', 'Sofia Marin', 3050),
    worker('318', 'Ravi Shah', 3250),
  ],
  cellar: [worker('401', 'Aiko Brennan', 3150), worker('402', 'Tom Vella', 2980), worker('411', 'Edie Cole', 2950), worker('412', 'Finn Hale', 2950)],
}

/** Named by the till and by nobody else, so that there is somebody to match. */
export const UNMATCHED: readonly Worker[] = [worker('291', 'Jonah Pike', 0), worker('292', 'Bar casual 3', 0)]

/** First and last hour of shifts by place; hours past midnight count on from 24. */
const SHIFTS: Readonly<Record<string, readonly (readonly [from: number, to: number])[]>> = {
  bar: [
    [10.5, 17],
    [16, 24],
    [17.5, 24],
    [12, 18],
    [18, 25],
  ],
  bistro: [
    [6.5, 14],
    [11, 15.5],
    [16.5, 22.5],
    [17, 22],
  ],
  cellar: [
    [9.5, 17.5],
    [11, 17],
  ],
}

/** How many work on an ordinary day. */
const STAFF: Readonly<Record<string, number>> = { bar: 6, bistro: 5.6, cellar: 2 }

/** A shift of the sample, in minutes after midnight of its day. */
export interface SampleShift {
  worker: Worker
  from: number
  to: number
  breakMinutes: number
}

export const crewOf = ({ place }: Shop): readonly Worker[] => CREWS[place.menu] ?? []

/** Who is planned on a day: more where more is sold, everybody in turn. */
export const shiftsOfDay = (seed: number, { place }: Shop, day: string): SampleShift[] => {
  const busy = place.weekdays[weekdayOf(day) - 1] ?? 0
  if (busy === 0 || isClosed(day)) return []
  const crew = CREWS[place.menu] ?? []
  const kinds = SHIFTS[place.menu] ?? []
  const random = randomFor(seed, `roster ${place.menu} ${day}`)
  const n = Math.max(1, Math.min(crew.length, Math.round(busy * (STAFF[place.menu] ?? 1))))
  const first = random.between(0, crew.length - 1)
  return Array.from({ length: n }, (_, i): SampleShift => {
    const [from, to] = kinds[i % kinds.length] ?? [11, 17]
    return { worker: crew[(first + i) % crew.length] as Worker, from: from * 60, to: to * 60, breakMinutes: to - from >= 6 ? 30 : 0 }
  })
}
