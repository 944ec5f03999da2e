import type { ChosenColumns } from '#shared/choosable-tables.ts'
import { actingNow } from '#ui/acting.ts'
import { call } from '#ui/api.ts'
import { errorText } from '#ui/call-error.ts'
import { choicesMade, type Preferences, takeUp, writtenColumns } from '#ui/preferences.ts'
import { storedUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { type KeptPreferences, type PreferenceChoice, preferences } from './preferences.contract.ts'

let sending: Promise<unknown> = Promise.resolve()

/** Keeps a choice for the person, one after the other. Whoever acts as somebody else chooses for this browser alone, as one does at the door. */
export const keepChoice = (choice: Partial<Preferences>, columns?: PreferenceChoice['Columns']): void => {
  const userId = storedUser()?.UserId
  if (userId === undefined || actingNow()) return
  const body = { ...wireOf(choice), ...(columns ? { Columns: columns } : {}) }
  sending = sending
    .then(() => call(preferences.choose, { params: { userId }, body }))
    .catch((error: unknown) => toast.error(errorText(error, document.documentElement.lang === 'ja' ? 'jp' : 'en')))
}

/** Takes up what the person chose in whatever browser; what they have never chosen stays as this one has it. */
export const takeUpKept = async (): Promise<void> => {
  const userId = storedUser()?.UserId
  if (userId === undefined || actingNow()) return
  const made = choicesMade()
  await sending
  const kept = await call(preferences.preferences, { params: { userId } })
  // What was chosen while the answer was on its way is newer than the answer.
  if (choicesMade() === made && storedUser()?.UserId === userId && !actingNow()) takeUp(choiceOf(kept))
}

const wireOf = (choice: Partial<Preferences>): PreferenceChoice => ({
  ...(choice.language ? { Language: choice.language } : {}),
  ...('theme' in choice ? { Theme: choice.theme ?? 'system' } : {}),
  ...(choice.density ? { Density: choice.density } : {}),
  ...(choice.shortcuts ? { Shortcuts: choice.shortcuts === 'on' } : {}),
})

const choiceOf = ({ Language, Theme, Density, Shortcuts, Columns }: KeptPreferences): Partial<Preferences> => ({
  ...(Language ? { language: Language } : {}),
  ...(Theme ? { theme: Theme === 'system' ? undefined : Theme } : {}),
  ...(Density ? { density: Density } : {}),
  ...(Shortcuts === null ? {} : { shortcuts: Shortcuts ? 'on' : 'off' }),
  // Whatever somebody else chose on this browser is theirs.
  columns: writtenColumns(Columns as ChosenColumns),
})
