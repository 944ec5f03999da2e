import { useEffect, useRef, useState } from 'react'
import { type Link, oauth } from '#integrations/link.contract.ts'
import { CallError } from '#ui/call-error.ts'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { WhatWentWrong } from '#ui/states.tsx'
import { changeStoredUser, storedUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { accountText } from './link-table.part.tsx'
import { paymentTokens } from './stripe.contract.ts'
import { stripeWords } from './stripe-connect.messages.ts'
import styles from './stripe-connect.module.css'
import type { Place } from './stripe-connect.page.tsx'

/** What Stripe sent the browser back with, and for which place somebody had left. */
interface Returned {
  code: string | null
  denied: boolean
  state: string | null
  locationId: number | null
}

const returnInAddress = (): Returned | undefined => {
  const sent = new URLSearchParams(window.location.search)
  const user = storedUser()
  if (!sent.has('code') && !sent.has('error')) return undefined
  const locationId = user?.StripeLocationId ? user.StripeLocationId : null
  return { code: sent.get('code'), denied: sent.has('error'), state: sent.get('state'), locationId }
}

interface BackProps {
  venueId: number
  places: readonly Place[]
  /** The links as they stand by now. */
  links: readonly Link[]
  onLinked: () => void
  onAgain: (place: Place) => void
}

/** What came of signing in at Stripe. */
export const BackFromStripe = ({ venueId, places, links, onLinked, onAgain }: BackProps) => {
  const say = useSay(stripeWords)
  const [returned, setReturned] = useState(returnInAddress)
  const sent = useRef(false)
  const options = { quiet: true, onDone: onLinked }
  const linkVenue = useSend(paymentTokens.linkVenue, options)
  const linkLocation = useSend(paymentTokens.linkLocation, options)
  useEffect(() => {
    if (!returned || sent.current) return
    sent.current = true
    // A code in an address is copied, kept in histories and sent on.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    changeStoredUser({ StripeRedirectUri: '', StripeLocationId: 0 })
    if (returned.code === null) return
    const state = returned.state === null ? {} : { State: returned.state }
    const { locationId, code: AuthorizationCode } = returned
    if (locationId === null) linkVenue.mutate({ params: { id: venueId }, body: { VenueId: venueId, AuthorizationCode, ...state } })
    else linkLocation.mutate({ params: { id: locationId }, body: { LocationId: locationId, AuthorizationCode, ...state } })
  }, [returned, venueId, linkVenue.mutate, linkLocation.mutate])
  const place = returned && places.find(({ locationId }) => locationId === returned.locationId)
  if (!returned || !place) return null
  const { data, error } = returned.locationId === null ? linkVenue : linkLocation
  const close = () => setReturned(undefined)
  const now = links.find(({ LocationId, Status }) => LocationId === place.locationId && Status === 'Linked')
  if (data) return <NowLinked link={now ?? data.Link} place={place} onCheck={onLinked} />
  if (!returned.denied && !error)
    return (
      <p className="hint" role="status">
        {say('checking', { place: place.name })}
      </p>
    )
  const isUnknown = error instanceof CallError && error.code === 'LinkUnknown'
  return (
    <section className={styles.back} role="alert">
      <div>
        <p className={styles.cap}>{say('back')}</p>
        <h2>{say(error ? (isUnknown ? 'unknownTitle' : 'failedTitle') : 'denied', { place: place.name })}</h2>
        {error ? (
          <div className="callout">
            <WhatWentWrong error={error} />
          </div>
        ) : (
          <p>{say('deniedAbout')}</p>
        )}
        <p className={styles.acts}>
          <button
            type="button"
            className="btn primary"
            onClick={() => {
              close()
              onAgain(place)
            }}
          >
            {say('connectAgain')}
          </button>
          <button type="button" className="btn" onClick={close}>
            {say('notNow')}
          </button>
        </p>
      </div>
    </section>
  )
}

const READING_MS = 2000

const NowLinked = ({ link, place, onCheck }: { link: Link; place: Place; onCheck: () => void }) => {
  const say = useSay(stripeWords)
  const check = useSend(oauth.check, {
    onDone: () => {
      toast.success(say('checked'))
      // What is read by then shows; the rest comes with the next look of the list.
      setTimeout(onCheck, READING_MS)
    },
  })
  const body = { Provider: 'Stripe' as const, ...(place.locationId === null ? {} : { LocationId: place.locationId }) }
  const ready = link.Ready ?? { Charges: true, Payouts: true, Details: true }
  const about = ready.Charges ? (ready.Payouts ? 'isLinkedAbout' : 'noPayoutsAbout') : 'noChargesAbout'
  const states = [
    ['cards', ready.Charges],
    ['details', ready.Details],
    ['payouts', ready.Payouts],
  ] as const
  return (
    <section className={styles.back} role="status">
      <div>
        <p className={styles.cap}>{say('back')}</p>
        <h2>{say(ready.Payouts ? 'isLinked' : 'isLinkedNoPayouts', { place: place.name })}</h2>
        <p>{say(about)}</p>
        <p className={styles.acts}>
          {!(ready.Payouts && ready.Charges) && (
            <a className="btn primary" href="https://dashboard.stripe.com/account" rel="noreferrer">
              {say('atStripe')}
            </a>
          )}
          <button type="button" className="btn" disabled={check.isPending} onClick={() => check.mutate({ body })}>
            {say('checkAgain')}
          </button>
        </p>
        <p className="hint">{say('wrongAccount', { account: accountText(link, say), place: place.name })}</p>
      </div>
      <ul className={styles.ready} aria-label={say('works')}>
        {states.map(([key, works]) => (
          <li key={key}>
            <Icon name={works ? 'check' : 'attention'} />
            <span>
              <b>{say(key)}</b>
              <small>{say(works ? 'yes' : 'no')}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
