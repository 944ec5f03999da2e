import { useEffect, useRef, useState } from 'react'
import { type Link, oauth } from '#integrations/link.contract.ts'
import { CallError } from '#ui/call-error.ts'
import { useSay } from '#ui/language.tsx'
import { WhatWentWrong } from '#ui/states.tsx'
import { changeStoredUser, storedUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import styles from './link-screen.module.css'
import { accountText } from './link-table.part.tsx'
import type { LinkedAt, Place, SignedReturn } from './linked-provider.part.ts'

/** What a provider sent the browser back with, and for which place somebody had left. */
interface Returned {
  code: string | null
  denied: boolean
  state: string | null
  signed: SignedReturn
  locationId: number | null
}

const returnInAddress = ({ remembered, returned }: LinkedAt): Returned | undefined => {
  const sent = new URLSearchParams(window.location.search)
  const user = storedUser()
  if (!sent.has('code') && !sent.has('error')) return undefined
  const locationId = user?.[remembered.location] || null
  return { code: sent.get('code'), denied: sent.has('error'), state: sent.get('state'), signed: returned?.(sent) ?? {}, locationId }
}

/** No sign-in has it: a code that somebody was led here with is refused, and not given in as if they had signed in. */
const NO_STATE = 'none'

interface BackProps {
  at: LinkedAt
  venueId: number
  places: readonly Place[]
  /** The links as they stand by now. */
  links: readonly Link[]
  onLinked: () => void
  onAgain: (place: Place) => void
}

/** What came of signing in at a provider. */
export const BackFromProvider = ({ at, venueId, places, links, onLinked, onAgain }: BackProps) => {
  const { calls, remembered } = at
  const say = useSay(at.words)
  const [returned, setReturned] = useState(() => returnInAddress(at))
  const sent = useRef(false)
  const options = { quiet: true, onDone: onLinked }
  const linkVenue = useSend(calls.linkVenue, options)
  const linkLocation = useSend(calls.linkLocation, options)
  useEffect(() => {
    if (!returned || sent.current) return
    sent.current = true
    // A code in an address is copied, kept in histories and sent on.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    const uri = storedUser()?.[remembered.uri]
    const left = uri ? { RedirectURI: uri } : {}
    changeStoredUser({ [remembered.uri]: '', [remembered.location]: 0 })
    if (returned.code === null) return
    const state = { ...returned.signed, ...(returned.state === null && at.mayOmitState ? {} : { State: returned.state ?? NO_STATE }) }
    const { locationId, code: AuthorizationCode } = returned
    if (locationId === null) linkVenue.mutate({ params: { id: venueId }, body: { VenueId: venueId, AuthorizationCode, ...left, ...state } })
    else linkLocation.mutate({ params: { id: locationId }, body: { LocationId: locationId, AuthorizationCode, ...left, ...state } })
  }, [returned, venueId, remembered, at.mayOmitState, linkVenue.mutate, linkLocation.mutate])
  const place = returned && places.find(({ locationId }) => locationId === returned.locationId)
  if (!returned || !place) return null
  const { data, error } = returned.locationId === null ? linkVenue : linkLocation
  const close = () => setReturned(undefined)
  const now = links.find(({ LocationId, Status }) => LocationId === place.locationId && Status === 'Linked')
  if (data) return <NowLinked at={at} link={now ?? data.Link} place={place} onCheck={onLinked} />
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

const NowLinked = ({ at, link, place, onCheck }: { at: LinkedAt; link: Link; place: Place; onCheck: () => void }) => {
  const say = useSay(at.words)
  const check = useSend(oauth.check, {
    onDone: () => {
      toast.success(say('checked'))
      // What is read by then shows; the rest comes with the next look of the list.
      setTimeout(onCheck, READING_MS)
    },
  })
  const body = { Provider: at.provider, ...(place.locationId === null ? {} : { LocationId: place.locationId }) }
  const checkAgain = (
    <button type="button" className="btn" disabled={check.isPending} onClick={() => check.mutate({ body })}>
      {say('checkAgain')}
    </button>
  )
  return (
    <section className={styles.back} role="status">
      {at.Linked ? (
        <at.Linked link={link} place={place} checkAgain={checkAgain} />
      ) : (
        <div>
          <p className={styles.cap}>{say('back')}</p>
          <h2>{say('isLinked', { place: place.name })}</h2>
          <p>{say('isLinkedAbout')}</p>
          <p className={styles.acts}>{checkAgain}</p>
          <p className="hint">{say('wrongAccount', { account: accountText(link, say), place: place.name })}</p>
        </div>
      )}
    </section>
  )
}
