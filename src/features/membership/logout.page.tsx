import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { endActing } from '#ui/acting.ts'
import { call, showOnScreen } from '#ui/api.ts'
import { CallError, errorText } from '#ui/call-error.ts'
import { forgetSession } from '#ui/forget-session.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { clearStoredUser, storedUser } from '#ui/stored-user.ts'
import { Door } from './door.part.tsx'
import { membership } from './membership.contract.ts'
import { membershipTexts } from './membership.messages.ts'

/** Ends the session on the server, forgets it here, and in every other tab. */
const LogoutPage = () => {
  const say = useSay(membershipTexts)
  const { language } = useLanguage()
  const queries = useQueryClient()
  const [left, setLeft] = useState(false)
  const [trouble, setTrouble] = useState<unknown>()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    leave()
      .catch(setTrouble)
      .finally(() => {
        queries.clear()
        setLeft(true)
      })
  }, [queries])
  if (!left) return <Door title={say('signingOut')}>{null}</Door>
  return (
    <Door title={say('signedOut')} lede={trouble ? say('signOutFailed', { why: errorText(trouble, language) }) : say('signedOutBody')}>
      <Go to="/membership/auth" className="btn primary big">
        {say('signIn')}
      </Go>
    </Door>
  )
}

export default LogoutPage

const leave = async (): Promise<void> => {
  try {
    if (storedUser()) await call(membership.signOut, {})
  } catch (error) {
    // A session that is over already is what was asked for.
    if (!(error instanceof CallError && error.status === 401)) throw error
  } finally {
    clearStoredUser()
    showOnScreen(0, 0)
    endActing()
    forgetSession()
  }
}
