import type { Transaction } from '#platform/database/pool.ts'
import type { KeptPreferences, PreferenceChoice } from './preferences.contract.ts'

/** As somebody has it who never chose anything. */
export const NOTHING_CHOSEN: KeptPreferences = { Language: null, Theme: null, Density: null, Shortcuts: null, Columns: {} }

/** What a person has chosen about the app. */
export const preferencesOf = async (sql: Transaction, userId: number): Promise<KeptPreferences> => {
  const [row] = await sql<KeptPreferences[]>`
    select language as "Language", theme as "Theme", density as "Density", shortcuts as "Shortcuts", columns as "Columns" from user_preference where user_id = ${userId}`
  return row ?? NOTHING_CHOSEN
}

/** Keeps a person's choice beside those they made before. @returns all of them */
export const keepPreferences = async (sql: Transaction, userId: number, choice: PreferenceChoice): Promise<KeptPreferences> => {
  const { Language = null, Theme = null, Density = null, Shortcuts = null, Columns = {} } = choice
  const [row] = await sql<KeptPreferences[]>`
    insert into user_preference as kept (user_id, language, theme, density, shortcuts, columns)
      values (${userId}, ${Language}, ${Theme}, ${Density}, ${Shortcuts}, jsonb_strip_nulls(${sql.json(Columns)}))
    on conflict (user_id) do update set language = coalesce(excluded.language, kept.language), theme = coalesce(excluded.theme, kept.theme),
      density = coalesce(excluded.density, kept.density), shortcuts = coalesce(excluded.shortcuts, kept.shortcuts),
      columns = jsonb_strip_nulls(kept.columns || ${sql.json(Columns)})
    returning language as "Language", theme as "Theme", density as "Density", shortcuts as "Shortcuts", columns as "Columns"`
  return row ?? NOTHING_CHOSEN
}
