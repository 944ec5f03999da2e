import type { Session } from '#platform/access/sessions.ts'
import { implement } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { preferences } from './preferences.contract.ts'
import { keepPreferences, NOTHING_CHOSEN, preferencesOf } from './preferences.sql.ts'

export const preferencesImplementation = implement(preferences, {
  preferences: ({ params, house, session }) => {
    const userId = oneself(params.userId, session)
    // Theirs go along to every venue they open: whoever acts as them at one is not shown them.
    return session.impersonator ? NOTHING_CHOSEN : preferencesOf(house.sql, userId)
  },
  choose: ({ params, body, house, session }) => keepPreferences(house.sql, oneself(params.userId, session), body),

  finders: { choose: ({ params, session }) => oneself(params.userId, session) },
})

/** @throws NotFound for anybody else, whether or not there is such a person */
const oneself = (userId: number, session: Session): number => {
  if (userId !== session.userId) throw failure('NotFound')
  return userId
}
