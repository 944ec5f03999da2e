import type { VenueScope } from './venue-scope.ts'

/** Who does something, and in whose name where somebody acts as somebody else; a till or a job is nobody. */
export interface Doer {
  userId: number | null
  onBehalfOf: number | null
}

/** Who truly does what is done in a scope: somebody who acts as somebody else stays themselves. */
export const doerOf = ({ holder }: VenueScope): Doer => {
  if (holder.kind === 'admin') return { userId: holder.userId, onBehalfOf: null }
  if (holder.kind !== 'person') return { userId: null, onBehalfOf: null }
  return holder.impersonator ? { userId: holder.impersonator.userId, onBehalfOf: holder.userId } : { userId: holder.userId, onBehalfOf: null }
}

/** The person who does it. @throws where nobody does, which no call allows */
export const personOf = (scope: VenueScope): Doer & { userId: number } => {
  const { userId, onBehalfOf } = doerOf(scope)
  if (userId === null) throw new Error('Only a person does this.')
  return { userId, onBehalfOf }
}
