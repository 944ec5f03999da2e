import { BETWEEN_PARTS, beyondAccess } from '#shared/beyond-access.messages.ts'
import { type Messages, text } from '#shared/messages.ts'
import { tagNames } from '#shared/tag-names.messages.ts'
import type { Beyond } from './employees.rules.ts'

/** What is not held, and where, in plain words; what is held nowhere comes first. */
export const beyondText = (found: readonly Beyond[], loyaltyName: string): string => {
  const inOrder = [...found].sort((a, b) => Number(a.short !== 'tag') - Number(b.short !== 'tag'))
  return [...new Set(inOrder.map((one) => partText(one, loyaltyName)))].join(BETWEEN_PARTS)
}

const partText = ({ kind, name, short }: Beyond, loyaltyName: string): string => {
  if (kind === 'places') return text(beyondAccess, 'en', short === 'all' ? 'allPlaces' : 'otherPlaces')
  const what =
    kind === 'role' ? text(beyondAccess, 'en', 'role', { role: name }) : text(tagNames as Messages, 'en', name, { loyalty: loyaltyName || 'Loyalty' })
  return short === 'tag' ? what : text(beyondAccess, 'en', short, { what })
}
