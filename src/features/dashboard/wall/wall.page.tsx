import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { callAsWall } from '#ui/api.ts'
import { usePreferences } from '#ui/preferences.ts'
import { Failed } from '#ui/states.tsx'
import { callKey, useCall } from '#ui/use-call.ts'
import { lazyWhenNear } from '#ui/when-near.ts'
import { boards } from './boards.contract.ts'
import { CodeScreen } from './code-screen.part.tsx'
import styles from './wall.module.css'

const WallScreen = lazyWhenNear(() => import('./wall-screen.part.tsx'))

const ASKED_EVERY_SECONDS = 3

/** One screen on a wall: a code until somebody claims it, then the dashboard of that person, then a code again. */
const WallPage = () => {
  // The first call is made while this is drawn.
  useState(() => callAsWall(true))
  useEffect(() => {
    callAsWall(true)
    return () => callAsWall(false)
  }, [])
  const queries = useQueryClient()
  const { theme = 'dark' } = usePreferences()
  const { data, error } = useCall(boards.pairing, {}, { fresh: true, followed: (answer) => (answer?.Paired ? undefined : ASKED_EVERY_SECONDS) })
  const isPaired = data?.Paired
  /** Nothing of what was shown stays here. */
  const end = useCallback(() => {
    queries.setQueryData(callKey(boards.pairing, {}), { Paired: false })
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== PAIRING })
  }, [queries])
  return (
    <div className={styles.wall} data-theme={theme}>
      {isPaired === true && (
        <Suspense>
          <WallScreen onEnd={end} />
        </Suspense>
      )}
      {isPaired === false && <CodeScreen />}
      {!data && error && (
        <main className={styles.door}>
          <Failed error={error} />
        </main>
      )}
    </div>
  )
}

const PAIRING = `${boards.pairing.method} ${boards.pairing.path}`

export default WallPage
