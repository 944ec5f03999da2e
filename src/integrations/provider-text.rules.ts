import * as z from 'zod/mini'

const MOST_CHARACTERS = 200

/** Controls, halves of characters, and what turns the direction of what is read after it. */
const UNREADABLE = /[\p{Cc}\p{Surrogate}\u202A-\u202E\u2066-\u2069]/gu

/** Words of a provider, for people to read: they are never wrong, so that none keeps a payment from being kept. Cut, and without what cannot be stored or read. */
export const ProviderText = z.pipe(
  z.string(),
  z.transform((words: string) => words.slice(0, MOST_CHARACTERS).replace(UNREADABLE, '\uFFFD')),
)

/** What a provider calls something: letters, digits, dashes and underscores, 255 at most. Anything else is no id, and would be a path somewhere else. */
export const ProviderId = z.string().check(z.regex(/^[\w-]{1,255}$/))
