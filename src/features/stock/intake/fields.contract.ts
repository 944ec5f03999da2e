import * as z from 'zod/mini'
import { sentText } from '#shared/fields.ts'

/** Shapes that the tills' calls about the cellar share. Money in minor units of the location's currency, quantities as decimal texts. */

export const MEGABYTE = 1024 * 1024
const MOST_MINOR = 100_000_000_000

export const Code = sentText(64, 1)
export const Minor = z
  .int('must be a whole number of minor units')
  .check(z.minimum(-MOST_MINOR, 'must be at least -100,000,000,000 minor units'), z.maximum(MOST_MINOR, 'must be at most 100,000,000,000 minor units'))

/** Stock units with at most four decimals. */
export const Quantity = z.string().check(z.regex(/^-?\d{1,6}(\.\d{1,4})?$/, 'must be a decimal text with at most four places, like "1.5"'))
export const Source = z.optional(z.object({ System: z.optional(sentText(64)), Version: z.optional(sentText(64)) }))

/** Each is read by itself, so that one that is wrong is refused alone; the documentation shows what is expected. */
export const sentAs = (schema: z.ZodMiniType) => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input' })
  return z.unknown().register(z.globalRegistry, shape as Record<string, unknown>)
}
