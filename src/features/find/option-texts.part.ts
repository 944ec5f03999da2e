import { useMemo } from 'react'
import type { View } from '#features/delivery/saved-views/saved-views.contract.ts'
import { maskedNumber } from '#shared/card-number.ts'
import { dayText } from '#shared/cell-text.ts'
import { isoWeekday } from '#shared/day.ts'
import { dayFormat } from '#shared/formats.ts'
import { LOCALES } from '#shared/messages.ts'
import { moneyText } from '#shared/money.ts'
import { daysIn, rangeText, type VenueCalendar } from '#shared/range.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { StoredUser } from '#ui/stored-user.ts'
import type { Reading } from './date-reading.rules.ts'
import { findWords } from './find.messages.ts'
import { type Act, addressOf, type Chosen, chosenOf, type Match } from './find.rules.ts'
import type { Found } from './use-found.part.ts'

/** Kinds of results, in the order in which they stand. */
export const GROUPS = ['recent', 'reports', 'views', 'screens', 'products', 'people', 'cards', 'receipts', 'settings', 'actions', 'examples'] as const
export type Group = (typeof GROUPS)[number]

/** One line to choose. */
export interface Option {
  key: string
  group: Group
  title: string
  about: string
  aside: string
  href?: string
  /** Done at once, instead of leading somewhere. */
  act?: Act | undefined
  /** Written into the box. */
  fill?: string
  /** What it was found as, where the browser found it by itself. */
  match?: Match
  /** What this browser remembers of it. */
  chosen?: Chosen
}

/** Options in words. */
export const useOptionTexts = ({ Config }: StoredUser, { today }: VenueCalendar) => {
  const say = useSay(findWords)
  const { language, locale } = useLanguage()
  return useMemo(() => {
    const places = Config?.Locations.length ?? 0
    const days = ({ range, weekdays }: Reading): string => {
      const [weekday] = weekdays ?? []
      if (weekday !== undefined) return say('fewWeekdays', { n: weeksIn(range), weekday: weekdayName(weekday, locale) })
      return range.from === range.to ? longDay(range.from, today, language) : rangeText(range, language)
    }
    const aside = (reading: Reading | undefined): string => {
      if (reading?.beside === 'week-before') return say('weekBefore')
      return reading?.weekdays ? say.count('days', weeksIn(reading.range)) : ''
    }
    const about = ({ entry, reading, place }: Match): string => {
      if (entry.key === entry.path || entry.act) return entry.about
      if (reading?.weekdays) return say('onePlace', { screen: entry.about, place: rangeText(reading.range, language) })
      if (place) return say('onePlace', { screen: entry.about, place: place.Name })
      return reading && places > 1 ? say('allPlaces', { screen: entry.about, n: places }) : entry.about
    }
    const ofMatch = (match: Match, group: Group = match.entry.group): Option => {
      const { entry, reading, place } = match
      const title = place ? say('withPlace', { title: entry.title, place: place.Name }) : entry.title
      const href = addressOf(match)
      return {
        key: `${group} ${entry.key} ${href}`,
        group,
        title: reading ? say('withDays', { title, days: days(reading) }) : title,
        about: about(match),
        aside: aside(reading),
        href,
        act: entry.act,
        chosen: chosenOf(match),
        match,
      }
    }
    const ofFound = ({ Products, People, Cards, Receipts }: Found): Option[] => [
      ...Products.map(
        ({ Plu, Name }): Option => ({
          key: `product ${Plu}`,
          group: 'products',
          title: Name,
          about: say('plu', { plu: Plu }),
          aside: '',
          href: `/reports/plu-sales?q=${encodeURIComponent(Plu)}&plu=${encodeURIComponent(Plu)}`,
        }),
      ),
      ...People.map(
        ({ EmployeeId, Name, Roles, Active }): Option => ({
          key: `person ${EmployeeId}`,
          group: 'people',
          title: Name,
          about: Roles.join(', '),
          aside: Active ? '' : say('revoked'),
          href: `/employees/list?open=${EmployeeId}`,
        }),
      ),
      ...Cards.map(
        ({ CardNumber, Name, Status }): Option => ({
          key: `card ${CardNumber}`,
          group: 'cards',
          title: Name || maskedNumber(CardNumber),
          about: Name ? maskedNumber(CardNumber) : '',
          aside: Status === 'Active' ? '' : say(Status === 'Blocked' ? 'blocked' : 'replaced'),
          href: `/loyalty/cards/${encodeURIComponent(CardNumber)}`,
        }),
      ),
      ...Receipts.map(
        ({ SaleId, Receipt, LocationId, Location, Terminal, Kind, BusinessDate, Currency, Takings }): Option => ({
          key: `receipt ${SaleId}`,
          group: 'receipts',
          title: Receipt,
          about: say('till', { place: Location, till: Terminal, day: dayText(BusinessDate, language) }),
          aside: [Kind === 'sale' || Kind === 'taken-back' ? '' : say(Kind), moneyText(Takings, Currency, language)].filter(Boolean).join(' '),
          href: `/reports/sales?range=${BusinessDate}&loc=${LocationId}&drill=all&receipt=${SaleId}`,
        }),
      ),
    ]
    const ofView = ({ ViewId, Name, Path, Search, Mine, Owner }: View, screen: string): Option => ({
      key: `view ${ViewId}`,
      group: 'views',
      title: Name,
      about: Mine ? '' : say('sharedBy', { owner: Owner }),
      aside: screen,
      href: Search ? `${Path}?${Search}` : Path,
    })
    const ofExample = (fill: string): Option => ({ key: `example ${fill}`, group: 'examples', title: fill, about: '', aside: '', fill })
    return { days, ofMatch, ofFound, ofView, ofExample }
  }, [say, language, locale, Config, today])
}

const weeksIn = (range: Reading['range']): number => (daysIn(range) - 1) / 7 + 1

const weekdayName = (weekday: number, locale: string): string => {
  const aMonday = Date.UTC(2026, 10, 16)
  return dayFormat(locale, { weekday: 'long' }).format(new Date(aMonday + (weekday - isoWeekday('2026-11-16')) * 86_400_000))
}

/** "Friday 20 November"; the year where it is another one. */
const longDay = (day: string, today: string, language: 'en' | 'jp'): string => {
  if (language === 'jp') return dayText(day, language)
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' as const }
  return dayFormat(LOCALES.en, { weekday: 'long', day: 'numeric', month: 'long', ...year })
    .format(new Date(`${day}T00:00:00Z`))
    .replaceAll(',', '')
}
