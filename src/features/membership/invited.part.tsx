import { useState } from 'react'
import { CallError } from '#ui/call-error.ts'
import { Refusal } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useSend } from '#ui/use-call.ts'
import { DeadLinkBody } from './dead-link.part.tsx'
import { Door } from './door.part.tsx'
import { type Offer, ownInvitations } from './invitations.contract.ts'
import { invitationTexts } from './invitations.messages.ts'
import styles from './invitations.module.css'
import { membershipTexts } from './membership.messages.ts'
import { OfferFacts } from './offer.part.tsx'

const forgetLink = () => sessionStorage.removeItem('daybook.link')

interface InvitedProps {
  token: string
  name: string
  userName: string
  offer: Offer
}

/** Where the mailed link of an invitation leads somebody who has a password: yes or no. */
export const Invited = ({ token, name, userName, offer }: InvitedProps) => {
  const say = useSay(invitationTexts)
  const venue = offer.VenueName
  const [answer, setAnswer] = useState<'accepted' | 'declined'>()
  const accept = useSend(ownInvitations.acceptByLink, { quiet: true, onDone: () => setAnswer('accepted') })
  const decline = useSend(ownInvitations.declineByLink, { quiet: true, onDone: () => setAnswer('declined') })
  const busy = accept.isPending || decline.isPending
  const error = accept.error ?? decline.error
  if (answer) return <Answered venue={venue} answer={answer} />
  if (error instanceof CallError && error.code === 'LinkNotValid')
    return (
      <Door title={say('linkTitle', { venue })}>
        <DeadLinkBody />
      </Door>
    )
  return (
    <Door title={say('linkTitle', { venue })} lede={say('linkLede', { name, venue, user: userName })}>
      <OfferFacts offer={offer} />
      <p className={styles.privacy}>{say('privacy', { venue })}</p>
      <Refusal error={error} />
      <button type="button" className="btn primary big" disabled={busy} aria-busy={accept.isPending} onClick={() => accept.mutate({ params: { token } })}>
        {say('accept')}
      </button>
      <div className="row">
        <button type="button" className="text-btn" disabled={busy} onClick={() => decline.mutate({ params: { token } })}>
          {say('decline')}
        </button>
      </div>
    </Door>
  )
}

/** What became of it. Nobody is signed in by a link. */
export const Answered = ({ venue, answer }: { venue: string; answer: 'accepted' | 'declined' }) => {
  const say = useSay(invitationTexts)
  const sayDoor = useSay(membershipTexts)
  const isIn = useStoredUser()?.Token !== undefined
  forgetLink()
  return (
    <Door title={say(`${answer}Title`, { venue })}>
      <p className="lede" role="status">
        {say(`${answer}Body`, { venue })}
      </p>
      {answer === 'accepted' && (
        <Go to={isIn ? '/membership/selectvenue' : '/membership/auth'} className="btn primary big">
          {sayDoor(isIn ? 'chooseVenue' : 'signIn')}
        </Go>
      )}
    </Door>
  )
}
