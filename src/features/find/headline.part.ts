import { useEffect, useState } from 'react'
import { moneyText, numberText, percentText } from '#shared/money.ts'
import type { VenueCalendar } from '#shared/range.ts'
import type { InputOf } from '#ui/api.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { type StoredUser, tagsOf } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { find } from './find.contract.ts'
import { findWords } from './find.messages.ts'
import type { Match } from './find.rules.ts'
import { type Headline, headlineOf } from './headline.rules.ts'

/** A line that is only passed by the arrows asks nothing. */
const AFTER_MOVING_MS = 250

/**
 * The figure of the report that is marked, once it has been marked for a moment. Only that one is asked for: marking another takes the question back, so
 * there is never more than one.
 */
export const useHeadline = (user: StoredUser, calendar: VenueCalendar, match: Match | undefined): string => {
  const say = useSay(findWords)
  const { language } = useLanguage()
  const marked = useResting(match)
  const headline =
    marked && marked === match && user.Config
      ? headlineOf(marked, { ...user.Config, tags: tagsOf(user), calendar, locations: user.Config.Locations })
      : undefined
  const operation = headline?.operation ?? NOTHING
  const { data } = useCall(operation, { query: headline?.query } as unknown as InputOf<typeof operation>, { enabled: headline !== undefined })
  const read = headline && data ? headline.read(data) : undefined
  if (!headline || !read) return ''
  const figure = written(headline, read.value, language, read.inPieces === true)
  if (read.leader !== undefined) return say('led', { name: read.leader, figure })
  return headline.isNamed || !isWord(headline.metric.id) ? figure : say(headline.metric.id, { figure })
}

/** Stands in where nothing is asked. */
const NOTHING: Headline['operation'] = find.find

const isWord = (id: string): id is keyof typeof findWords.en & string => id in findWords.en

const written = ({ metric: { unit }, currency }: Headline, value: number, language: 'en' | 'jp', inPieces: boolean): string => {
  if (inPieces) return numberText(value, language, 2)
  if (unit === 'money') return moneyText(value, currency, language)
  return unit === 'percent' ? percentText(value / 100, language, false) : numberText(value, language, 2)
}

/** Something once it has been the same for a moment. */
const useResting = (match: Match | undefined): Match | undefined => {
  const [resting, rest] = useState<Match>()
  useEffect(() => {
    const timer = setTimeout(() => rest(match), AFTER_MOVING_MS)
    return () => clearTimeout(timer)
  }, [match])
  return resting
}
