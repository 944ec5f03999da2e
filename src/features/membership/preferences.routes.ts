import { implement } from '#platform/web/implement.ts'
import { ownUserId } from './own-user.rules.ts'
import { preferences } from './preferences.contract.ts'
import { keepPreferences, NOTHING_CHOSEN, preferencesOf } from './preferences.sql.ts'

export const preferencesImplementation = implement(preferences, {
  preferences: ({ params, house, session }) => {
    const userId = ownUserId(params.userId, session)
    // Theirs go along to every venue they open: whoever acts as them at one is not shown them.
    return session.impersonator ? NOTHING_CHOSEN : preferencesOf(house.sql, userId)
  },
  choose: ({ params, body, house, session }) => keepPreferences(house.sql, ownUserId(params.userId, session), body),

  finders: { choose: ({ params, session }) => ownUserId(params.userId, session) },
})
