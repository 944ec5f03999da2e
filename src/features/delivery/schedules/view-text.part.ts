import { presetRange, rangeFromUrl } from '#shared/range.ts'
import { spanInWords } from '#shared/said-dates.ts'
import { useHouse } from '#ui/house.ts'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { ui } from '#ui/ui.messages.ts'
import { scheduleWords } from './schedules.messages.ts'

/** Which view a schedule mails, in words: "Sales Summary · Last week · Harbour Bar". */
export const useViewText = () => {
  const say = useSay(scheduleWords)
  const sayRange = useSay(ui)
  const speech = useLanguage()
  const { screenAt } = useHouse()
  const config = useStoredUser()?.Config
  return ({ Path, Search }: { Path: string; Search: string }): string => {
    const screen = screenAt(Path)
    const state = new URLSearchParams(Search)
    const calendar = { today: config?.Locations[0]?.Today ?? '', weekStart: config?.WeekStart ?? 1, financialYearStart: config?.FinancialYearStart ?? '07-01' }
    const range = rangeFromUrl(state.get('range') ?? undefined, calendar) ?? presetRange('thisweek', calendar)
    const named = (state.get('loc') ?? '').split(',').filter(Boolean)
    const places = config?.Locations.filter(({ LocationId }) => named.includes(String(LocationId))).map(({ Name }) => Name) ?? []
    return [
      screen ? said(screen.words, speech, screen.title) : Path,
      range.preset ? sayRange(range.preset) : spanInWords(range, speech.language),
      places.length > 2 ? say.count('places', places.length) : places.join(speech.language === 'jp' ? '、' : ', '),
    ]
      .filter(Boolean)
      .join(speech.language === 'jp' ? '・' : ' · ')
  }
}
