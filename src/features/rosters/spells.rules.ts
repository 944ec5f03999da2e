import { PUNCH } from './roster.rules.ts'

/** A punch of somebody at a location; `at` in milliseconds. */
export interface Punch {
  code: string
  kind: number
  at: number
}

/** A spell of work between two punches. */
export interface Spell {
  /** The punch it begins with, or of one without a beginning the punch it ends with. */
  code: string
  from: number
  /** null: never clocked out, or still at work. */
  to: number | null
  breakMinutes: number
  /** Worked, less breaks; null while it is not known. */
  minutes: number | null
  noStart: boolean
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Nobody works longer in one go: a punch out after that ends nothing, the one before it was forgotten. */
export const LONGEST_SPELL_MS = 16 * HOUR_MS
/** A second punch so soon is the same one, swiped twice. */
const REPEAT_MS = 2 * MINUTE_MS

/** At one moment a break or a spell ends before another begins. */
const RANK: Readonly<Record<number, number>> = { [PUNCH.breakEnd]: 0, [PUNCH.out]: 1, [PUNCH.in]: 2, [PUNCH.breakStart]: 3 }

/**
 * The spells that punches make, in whatever order they came. Lengths are differences of instants, so that clock changes add or take nothing;
 * a break that nobody ended ends with its spell.
 */
export const spellsOf = (punches: readonly Punch[]): Spell[] => {
  const sorted = [...punches].sort((a, b) => a.at - b.at || (RANK[a.kind] ?? 0) - (RANK[b.kind] ?? 0) || (a.code < b.code ? -1 : 1))
  const spells: Spell[] = []
  let now: Running | undefined
  const leaveOpen = () => {
    if (now) spells.push({ code: now.code, from: now.from, to: null, breakMinutes: minutesOf(now.breakMs), minutes: null, noStart: false })
    now = undefined
  }
  for (const { code, kind, at } of sorted) {
    if (now && at - now.from > LONGEST_SPELL_MS) leaveOpen()
    if (kind === PUNCH.in) {
      if (now && at - now.from <= REPEAT_MS) continue
      leaveOpen()
      now = { code, from: at, breakMs: 0, breakFrom: undefined }
    } else if (kind === PUNCH.out) {
      if (now) spells.push(ended(now, at))
      else if (!isRepeated(spells.at(-1), at)) spells.push({ code, from: at, to: at, breakMinutes: 0, minutes: null, noStart: true })
      now = undefined
    } else if (now) now = kind === PUNCH.breakStart ? { ...now, breakFrom: now.breakFrom ?? at } : withBreak(now, at)
  }
  leaveOpen()
  return spells
}

interface Running {
  code: string
  from: number
  breakMs: number
  breakFrom: number | undefined
}

const minutesOf = (ms: number): number => Math.round(ms / MINUTE_MS)

const withBreak = (spell: Running, at: number): Running =>
  spell.breakFrom === undefined ? spell : { ...spell, breakMs: spell.breakMs + at - spell.breakFrom, breakFrom: undefined }

const ended = (spell: Running, at: number): Spell => {
  const { code, from, breakMs } = withBreak(spell, at)
  const breakMinutes = minutesOf(breakMs)
  return { code, from, to: at, breakMinutes, minutes: Math.max(0, minutesOf(at - from) - breakMinutes), noStart: false }
}

const isRepeated = (last: Spell | undefined, at: number): boolean => last !== undefined && last.to !== null && at - last.to <= REPEAT_MS
