import * as z from 'zod/mini'
import { CHOOSABLE_TABLES, COLUMN_NAME, MOST_COLUMNS } from '#shared/choosable-tables.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { Id } from '#shared/fields.ts'

const Language = z.enum(['en', 'jp'])
const Theme = z.enum(['system', 'light', 'dark'])
const Density = z.enum(['standard', 'compact'])
const Table = z.enum(CHOOSABLE_TABLES)
const Columns = z.array(z.string().check(z.regex(COLUMN_NAME, 'must be the name of a column'))).check(z.minLength(1), z.maxLength(MOST_COLUMNS))

/** What a person chose; null is what they have never chosen, so that the venue's language and the device's look hold. */
export const KeptPreferences = z.object({
  Language: z.nullable(Language),
  Theme: z.nullable(Theme),
  Density: z.nullable(Density),
  /** Whether single keys such as `[` and `?` do something. */
  Shortcuts: z.nullable(z.boolean()),
  /** The columns chosen of report tables, in their order; a table that is not named has its main columns. */
  Columns: z.partialRecord(Table, Columns),
})
export type KeptPreferences = z.infer<typeof KeptPreferences>

/** A choice; what is left out stays as it was, so that two browsers do not undo each other. */
const PreferenceChoice = z.object({
  Language: z.optional(Language),
  Theme: z.optional(Theme),
  Density: z.optional(Density),
  Shortcuts: z.optional(z.boolean()),
  /** By table; null goes back to its main columns. Tables that are left out stay. */
  Columns: z.optional(z.partialRecord(Table, z.nullable(Columns))),
})
export type PreferenceChoice = z.infer<typeof PreferenceChoice>

const params = z.object({ userId: Id })

/** How a person likes Daybook to look and speak, in any browser they sign in on. */
export const preferences = contract({
  preferences: operation({
    method: 'GET',
    path: '/users/:userId/preferences',
    summary: 'This person’s preferences. null means that they have not chosen.',
    access: 'auth',
    params,
    response: KeptPreferences,
    example: { as: 'auth', params: { userId: 2 } },
  }),
  choose: operation({
    method: 'PUT',
    path: '/users/:userId/preferences',
    summary: 'Save this person’s preferences. What is left out does not change. E-mails to them are in the language they choose.',
    access: 'auth',
    barredWhileImpersonating: true,
    params,
    body: PreferenceChoice,
    response: KeptPreferences,
    example: { as: 'auth', params: { userId: 2 }, body: { Theme: 'system' } },
  }),
})
