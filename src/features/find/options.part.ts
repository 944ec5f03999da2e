import { useMemo, useState } from 'react'
import { todayAt } from '#features/reports/kit/today.rules.ts'
import { rangeFromUrl, type VenueCalendar } from '#shared/range.ts'
import { useLanguage } from '#ui/language.tsx'
import type { StoredUser } from '#ui/stored-user.ts'
import type { Reading } from './date-reading.rules.ts'
import { useEntries } from './entries.part.ts'
import { EXAMPLES, matching, matchOf } from './find.rules.ts'
import { GROUPS, useOptionTexts } from './option-texts.part.ts'
import { type DatesRead, readDates } from './read-dates.rules.ts'
import { recentlyChosen } from './recent-found.part.ts'
import { useFound, useViews, viewsNamed } from './use-found.part.ts'

/** What there is to choose for a text; for none, what was chosen before and examples. */
export const useOptions = (user: StoredUser, text: string) => {
  const entries = useEntries(user)
  const calendar = useCalendar(user)
  const { language } = useLanguage()
  const texts = useOptionTexts(user, calendar)
  const [recent] = useState(recentlyChosen)
  const asked = useFound(text, user)
  const views = useViews(user)
  const dates = useMemo(() => readDates(text, calendar, language), [text, calendar, language])
  const options = useMemo(() => {
    const places = user.Config?.Locations ?? []
    if (text.trim() === '') {
      const kept = recent.flatMap((chosen) => matchOf(chosen, entries, places, (written) => rangeFromUrl(written, calendar)))
      const examples = EXAMPLES.filter(({ path }) => entries.some((entry) => entry.path === path))
      return [...kept.map((match) => texts.ofMatch(match, 'recent')), ...examples.map((example) => texts.ofExample(example.text[language]))]
    }
    const own = matching({ text, dates, entries, places }).map((match) => texts.ofMatch(match))
    const kept = viewsNamed(views, text).map((view) => texts.ofView(view, entries.find(({ key }) => key === view.Path)?.title ?? ''))
    return [...own, ...kept, ...(asked.found ? texts.ofFound(asked.found) : [])].sort((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group))
  }, [user, text, dates, entries, calendar, language, texts, recent, views, asked.found])
  const isRead = dates !== undefined && options.some(({ chosen }) => chosen?.range !== undefined)
  return { options, calendar, ...asked, readAs: isRead ? { phrase: dates.phrase, days: texts.days(firstOf(dates)) } : undefined }
}

const firstOf = ({ readings }: DatesRead): Reading => readings[0] as Reading

/** The venue's calendar, by which words about days are read. */
const useCalendar = ({ Config }: StoredUser): VenueCalendar => {
  const today = todayAt(Config?.Locations ?? [], new Date())
  return useMemo(() => ({ today, weekStart: Config?.WeekStart ?? 1, financialYearStart: Config?.FinancialYearStart ?? '01-01' }), [today, Config])
}
