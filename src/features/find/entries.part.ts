import { useMemo } from 'react'
import { loyaltyText, type Messages, text } from '#shared/messages.ts'
import { type House, useHouse } from '#ui/house.ts'
import { type Spoken, said, useLanguage, useSay } from '#ui/language.tsx'
import { useIsDark } from '#ui/preferences.ts'
import { admission, isUnder, type Screen } from '#ui/screen.ts'
import type { StoredUser } from '#ui/stored-user.ts'
import { ACTIONS, BY_WEEKDAY, DATED, EVERYDAY_NAMES, type EverydayName } from './everyday-names.rules.ts'
import { findWords } from './find.messages.ts'
import type { Act, Entry } from './find.rules.ts'

/** Everything the person may open or do here, by the names it has in both languages. */
export const useEntries = (user: StoredUser): Entry[] => {
  const house = useHouse()
  const speech = useLanguage()
  const say = useSay(findWords)
  const isDark = useIsDark()
  return useMemo(() => {
    const screens = openScreens(house, user)
    const own = screens.map((screen) => ofScreen(screen, speech))
    const everyday = EVERYDAY_NAMES.flatMap((name) => {
      const screen = screenOf(name, screens, house, user)
      return screen ? [ofName(name, screen, speech)] : []
    })
    const acts = actsFor(user, speech, isDark).map(
      (act): Entry => ({
        ...place(`act ${act}`, '/preferences', {}),
        group: 'actions',
        title: say(act),
        about: say('look'),
        names: [findWords.en[act], findWords.jp[act]],
        act,
      }),
    )
    return [...own, ...everyday, ...acts]
  }, [house, user, speech, say, isDark])
}

/** The screens of the person's own menu. */
const openScreens = (house: House, user: StoredUser): Screen[] => house.menu(user).flatMap(({ screens }) => [...screens])

/** The screen an everyday name is for, where it is open to the person; what no menu lists is Admin's no more than theirs. */
const screenOf = ({ path }: EverydayName, screens: readonly Screen[], house: House, user: StoredUser): Screen | undefined => {
  const listed = screens.find((screen) => screen.path === path)
  if (listed || user.Roles.includes('Admin')) return listed
  if (path === '/membership/selectvenue' && user.Venues.length < 2) return undefined
  const screen = house.screenAt(path)
  return screen?.offMenu && admission(screen, user) === 'open' ? screen : undefined
}

const actsFor = (user: StoredUser, { language }: Spoken, isDark: boolean): Act[] => {
  return [isDark ? 'light' : 'dark', ...(user.Roles.includes('Admin') ? [] : [language === 'en' ? ('jp' as const) : ('en' as const)])]
}

/** A text of a menu in one language, with the programme's own name. */
const inLanguage = (words: Messages, language: 'en' | 'jp', key: string, loyaltyName: string): string =>
  loyaltyText(text(words, language, key, { loyalty: loyaltyName }), loyaltyName)

const place = (key: string, path: string, search: Readonly<Record<string, string>>) => ({
  key,
  path,
  search,
  isDated: DATED.has(path),
  byWeekday: BY_WEEKDAY.has(path),
})

const groupOf = (path: string): Entry['group'] => {
  if (ACTIONS.has(path)) return 'actions'
  if (DATED.has(path) || isUnder(path, '/reports')) return 'reports'
  return isUnder(path, '/venue') || path === '/preferences' || path.startsWith('/membership/') ? 'settings' : 'screens'
}

const ofScreen = ({ path, words, title, about }: Screen, speech: Spoken): Entry => ({
  ...place(path, path, {}),
  group: groupOf(path),
  title: said(words, speech, title),
  about: about ? said(words, speech, about) : '',
  names: [inLanguage(words, 'en', title, speech.loyaltyName), inLanguage(words, 'jp', title, speech.loyaltyName)],
})

const ofName = ({ path, search, names }: EverydayName, { words, title }: Screen, speech: Spoken): Entry => ({
  ...place(`${path} ${names.en[0]}`, path, search),
  group: groupOf(path),
  title: withTax(names[speech.language][0] ?? '', speech),
  about: said(words, speech, title),
  names: [...names.en, ...names.jp].map((name) => withTax(name, speech)),
})

const withTax = (name: string, { taxName }: Spoken): string => name.replace('{tax}', taxName)
