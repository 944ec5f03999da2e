import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { Id } from '#shared/fields.ts'

const Language = z.enum(['en', 'jp'])
const Theme = z.enum(['system', 'light', 'dark'])
const Density = z.enum(['standard', 'compact'])

/** What a person chose; null is what they have never chosen, so that the venue's language and the device's look hold. */
export const KeptPreferences = z.object({
  Language: z.nullable(Language),
  Theme: z.nullable(Theme),
  Density: z.nullable(Density),
  /** Whether single keys such as `[` and `?` do something. */
  Shortcuts: z.nullable(z.boolean()),
})
export type KeptPreferences = z.infer<typeof KeptPreferences>

/** A choice; what is left out stays as it was, so that two browsers do not undo each other. */
const PreferenceChoice = z.object({
  Language: z.optional(Language),
  Theme: z.optional(Theme),
  Density: z.optional(Density),
  Shortcuts: z.optional(z.boolean()),
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
