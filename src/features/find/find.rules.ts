import type { Language } from '#shared/messages.ts'
import { type Range, rangeToUrl } from '#shared/range.ts'
import type { Reading } from './date-reading.rules.ts'
import { fitOfName, fitOfWord, wordsIn } from './fit.rules.ts'
import type { DatesRead } from './read-dates.rules.ts'

/** What the browser finds by itself. */
const LOCAL_GROUPS = ['reports', 'screens', 'settings', 'actions'] as const
type LocalGroup = (typeof LOCAL_GROUPS)[number]

/** What is done at once, without another screen. */
export type Act = 'dark' | 'light' | 'en' | 'jp'

/** What can be found by the browser itself: a screen under its own name or an everyday one, or something to do. */
export interface Entry {
  key: string
  group: LocalGroup
  title: string
  /** What the title does not say. */
  about: string
  /** By what it is found, in all languages. */
  names: readonly string[]
  path: string
  search: Readonly<Record<string, string>>
  /** Its address takes a range and locations. */
  isDated: boolean
  /** And weekdays. */
  byWeekday: boolean
  act?: Act
}

export interface Place {
  LocationId: number
  Name: string
}

/** An entry with the days and the location it is asked for. */
export interface Match {
  entry: Entry
  reading?: Reading | undefined
  place?: Place | undefined
}

interface Asked {
  text: string
  dates: DatesRead | undefined
  entries: readonly Entry[]
  places: readonly Place[]
}

/** Reports that answer a question about days alone, the most asked for first. */
const BY_DAYS_ALONE = ['/reports/sales', '/reports/plu-sales', '/reports/control-sheets', '/reports/media-summary', '/reports/time-attendance']

const MOST_OF_A_GROUP = 6

/** What fits a text, the best first in each group. */
export const matching = (asked: Asked): Match[] => {
  const { dates } = asked
  const withDays = dates ? dated(asked, dates) : []
  const plain = fitting(asked, asked.text).filter(({ entry }) => !withDays.some((match) => match.entry.key === entry.key))
  const all = withoutTwins([...withDays, ...plain])
  return LOCAL_GROUPS.flatMap((group) => all.filter(({ entry }) => entry.group === group).slice(0, MOST_OF_A_GROUP))
}

/** The best report with everything the days may mean, the others with the likeliest. */
const dated = (asked: Asked, { rest, readings }: DatesRead): Match[] => {
  const found = rest === '' ? byDaysAlone(asked) : fitting(asked, rest)
  const reports = found.filter(({ entry }) => entry.isDated)
  return [
    ...reports.flatMap((match, i) =>
      readings.filter(({ weekdays }, j) => (i === 0 || j === 0) && (!weekdays || match.entry.byWeekday)).map((reading) => ({ ...match, reading })),
    ),
    ...found.filter(({ entry }) => !entry.isDated),
  ]
}

const byDaysAlone = ({ entries }: Asked): Match[] => BY_DAYS_ALONE.flatMap((path) => entries.filter(({ key }) => key === path).map((entry) => ({ entry })))

/** Entries that fit words; words that fit none of its names may name a location instead. */
const fitting = ({ entries, places }: Asked, text: string): Match[] => {
  const typed = meaning(wordsIn(text))
  const scored = entries.flatMap((entry): (Match & { fit: number })[] => {
    const fit = bestFit(typed, entry)
    if (fit > 0) return [{ entry, fit }]
    const own = entry.isDated ? typed.filter((word) => bestFit([word], entry) > 0) : []
    const place =
      own.length > 0 && places.length > 1
        ? placeNamed(
            typed.filter((word) => !own.includes(word)),
            places,
          )
        : undefined
    return place ? [{ entry, place, fit: bestFit(own, entry) }] : []
  })
  return scored.sort((a, b) => b.fit - a.fit)
}

/** A screen's own title comes before everyday names that fit as well. */
const bestFit = (typed: readonly string[], { key, path, names }: Entry): number => {
  const fit = Math.max(0, ...names.map((name) => fitOfName(typed, name)))
  return fit > 0 && key === path ? fit + OWN_TITLE : fit
}

const OWN_TITLE = 0.6

const placeNamed = (typed: readonly string[], places: readonly Place[]): Place | undefined =>
  places.find(({ Name }) => typed.every((word) => wordsIn(Name).some((part) => fitOfWord(word, part) >= (word.length > 2 ? 3 : 4))))

const FILLERS = new Set(['the', 'a', 'of', 'for', 'at', 'in', 'on', 'my', 'our', 'show', 'me', 'and', 'by'])

/** Words without those that say nothing, unless nothing else is said. */
const meaning = (words: readonly string[]): readonly string[] => {
  const kept = words.filter((word) => !FILLERS.has(word))
  return kept.length > 0 ? kept : words
}

/** An everyday name that leads where the screen's own does is the same thing twice. */
const withoutTwins = (matches: readonly Match[]): Match[] => {
  const seen = new Set<string>()
  return matches.filter((match) => {
    const address = `${addressOf(match)} ${match.entry.act ?? ''}`
    if (seen.has(address)) return false
    seen.add(address)
    return true
  })
}

/** Where a match leads. */
export const addressOf = ({ entry, reading, place }: Match): string => {
  const state: [string, string | undefined][] = [
    ...Object.entries(entry.search),
    ['range', reading && rangeToUrl(reading.range)],
    ['days', reading?.weekdays?.join(',')],
    ['loc', place && String(place.LocationId)],
  ]
  const written = state.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`])).join('&')
  return written ? `${entry.path}?${written}` : entry.path
}

/** Whether a text is long enough to ask the server about: a word of another script says with two letters what a Latin one says with three. */
export const isWorthAsking = (text: string): boolean => [...text.trim()].length >= (/^[\p{Script=Latin}\p{N}\p{P}\p{Z}]*$/u.test(text) ? 3 : 2)

/** What was chosen, as this browser remembers it: no names of people, no numbers of cards. */
export interface Chosen {
  key: string
  range?: string | undefined
  days?: string | undefined
  loc?: number | undefined
}

export const chosenOf = ({ entry, reading, place }: Match): Chosen => ({
  key: entry.key,
  range: reading && rangeToUrl(reading.range),
  days: reading?.weekdays?.join(','),
  loc: place?.LocationId,
})

/** What was chosen before, as far as it is still there for the person. */
export const matchOf = (chosen: Chosen, entries: readonly Entry[], places: readonly Place[], rangeOf: (written: string) => Range | undefined): Match[] => {
  const entry = entries.find(({ key }) => key === chosen.key)
  const range = chosen.range === undefined ? undefined : rangeOf(chosen.range)
  const place = places.find(({ LocationId }) => LocationId === chosen.loc)
  if (!entry || (chosen.range !== undefined && !range) || (chosen.loc !== undefined && !place)) return []
  const weekdays = chosen.days
    ?.split(',')
    .map(Number)
    .filter((day) => day >= 1 && day <= 7)
  return [{ entry, place, reading: range && { range, ...(weekdays && weekdays.length > 0 ? { weekdays } : {}) } }]
}

/** Examples of what may be typed, for whoever may see what they find. */
export const EXAMPLES: readonly { path: string; text: Record<Language, string> }[] = [
  { path: '/reports/plu-sales', text: { en: 'best sellers last Friday', jp: '売れ筋 先週の金曜' } },
  { path: '/reports/sales', text: { en: 'takings yesterday', jp: '売上 昨日' } },
  { path: '/reports/time-attendance', text: { en: 'wages last week', jp: '人件費 先週' } },
  { path: '/reports/breakdown', text: { en: 'discounts this month', jp: '割引 今月' } },
]
