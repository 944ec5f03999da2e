import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '#ui/api.ts'
import { errorText } from '#ui/call-error.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { type Invitation, ownInvitations } from './invitations.contract.ts'
import { invitationTexts } from './invitations.messages.ts'
import styles from './invitations.module.css'
import { OfferFacts } from './offer.part.tsx'

/** The venues that invite somebody who is signed in: each is accepted, declined, or left for later. */
const InvitationsPage = () => {
  const say = useSay(invitationTexts)
  const user = useStoredUser()
  const userId = user?.UserId ?? 0
  const { data, error, refetch } = useCall(ownInvitations.invitations, { params: { userId } }, { enabled: userId > 0 })
  useEffect(() => {
    document.title = `${say('title')} · Daybook`
  }, [say])
  const open = data?.Invitations ?? []
  return (
    <div className="hall">
      <main>
        <h1>{say('title')}</h1>
        {open.length > 0 && <p className="lede">{say.count('lede', open.length)}</p>}
        {error && <Failed error={error} onRetry={() => refetch()} />}
        {!data && !error && <Waiting rows={6} />}
        {data && open.length === 0 && (
          <Empty title={say('none')}>
            <p>{say('noneBody')}</p>
          </Empty>
        )}
        {open.map((invitation) => (
          <OneInvitation key={invitation.InvitationId} userId={userId} invitation={invitation} />
        ))}
        {(data || error) && <GoOn label={say(open.length > 0 ? 'later' : 'goOn')} isLast={open.length === 0} />}
      </main>
    </div>
  )
}

export default InvitationsPage

const OneInvitation = ({ userId, invitation }: { userId: number; invitation: Invitation }) => {
  const say = useSay(invitationTexts)
  const { language } = useLanguage()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const venue = invitation.VenueName
  const heading = `invitation-${invitation.InvitationId}`
  const answer = async (how: 'accept' | 'decline') => {
    setBusy(true)
    try {
      await call(ownInvitations[how], { params: { userId, invitationId: invitation.InvitationId } })
      toast.success(say(how === 'accept' ? 'acceptedToast' : 'declinedToast', { venue }))
    } catch (error) {
      setBusy(false)
      toast.error(errorText(error, language))
    }
    await queries.invalidateQueries()
  }
  return (
    <section className={styles.invitation} aria-labelledby={heading}>
      <h2 id={heading}>{venue}</h2>
      <OfferFacts offer={invitation} />
      <p className={styles.privacy}>{say('privacy', { venue })}</p>
      <p className={styles.acts}>
        <button type="button" className="btn primary" aria-label={say('acceptVenue', { venue })} disabled={busy} onClick={() => answer('accept')}>
          {say('accept')}
        </button>
        <button type="button" className="btn" aria-label={say('declineVenue', { venue })} disabled={busy} onClick={() => answer('decline')}>
          {say('decline')}
        </button>
      </p>
    </section>
  )
}

/** On to where they were going: the choice of a venue, which opens by itself where there is only one. */
const GoOn = ({ label, isLast }: { label: string; isLast: boolean }) => {
  const [url] = useUrlState()
  const navigate = useNavigate()
  const search = { later: isLast ? undefined : '1', return: url.return }
  return (
    <p className="row">
      <button
        type="button"
        className={isLast ? 'btn primary' : 'text-btn'}
        onClick={() => navigate({ to: '/membership/selectvenue' as never, search: search as never })}
      >
        {label}
      </button>
    </p>
  )
}
