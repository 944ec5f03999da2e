import { useEffect, useRef, useState } from 'react'
import { roleNames } from '#shared/tag-names.messages.ts'
import { useActing } from '#ui/acting.ts'
import { errorText } from '#ui/call-error.ts'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useKeys } from '#ui/keys.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { changeStoredUser, useStoredUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { ownInvitations } from './invitations.contract.ts'
import { invitationTexts } from './invitations.messages.ts'
import styles from './invitations.module.css'
import { membership, type VenueChoice } from './membership.contract.ts'
import { membershipTexts } from './membership.messages.ts'
import { useOpenVenue } from './open-venue.part.tsx'
import { onlyChoice } from './sign-in.form.tsx'

/** Where to? The last opened first; one venue alone opens by itself. */
const ChooseVenuePage = () => {
  const say = useSay(membershipTexts)
  const user = useStoredUser()
  const params = { userId: user?.UserId ?? 0 }
  const isOneself = useActing() === undefined
  const venues = useCall(membership.venues, { params }, { enabled: user !== undefined })
  const invited = useCall(ownInvitations.invitations, { params }, { enabled: user !== undefined && isOneself })
  const waiting = invited.data?.Invitations.length ?? 0
  const isAnswered = !isOneself || invited.data !== undefined || invited.error !== null
  useEffect(() => {
    document.title = `${say('chooseVenue')} · Daybook`
  }, [say])
  useEffect(() => {
    if (venues.data) changeStoredUser({ Venues: venues.data.Venues })
  }, [venues.data])
  return (
    <div className="hall">
      <main>
        <h1>{say('chooseVenue')}</h1>
        <p className="lede">{say('chooseFor', { user: user?.UserName ?? '' })}</p>
        {venues.error && <Failed error={venues.error} onRetry={() => venues.refetch()} />}
        {venues.isPending && <Waiting rows={4} />}
        {waiting > 0 && <InvitationsWaiting n={waiting} />}
        {venues.data?.Venues.length === 0 && (
          <Empty title={say('noVenueTitle')}>
            <p>{say('noVenueBody')}</p>
          </Empty>
        )}
        {venues.data && venues.data.Venues.length > 0 && isAnswered && <VenueList venues={venues.data.Venues} waiting={waiting} />}
        <p className="row">
          <Go to="/membership/logout">{say('logout')}</Go>
        </p>
      </main>
    </div>
  )
}

export default ChooseVenuePage

const InvitationsWaiting = ({ n }: { n: number }) => {
  const say = useSay(invitationTexts)
  const [url] = useUrlState()
  return (
    <p className={styles.waiting} role="status">
      {say.count('waiting', n)}
      <Go to="/membership/invitations" search={url.return ? { return: url.return } : {}} className="btn">
        {say('show')}
      </Go>
    </p>
  )
}

const VenueList = ({ venues, waiting }: { venues: readonly VenueChoice[]; waiting: number }) => {
  const say = useSay(membershipTexts)
  const [find, setFind] = useState('')
  const { opening, open } = useOpening()
  const wanted = folded(find)
  const found = venues.filter((venue) => folded(venue.Name).includes(wanted)).toSorted(lastOpenedFirst)
  const [url] = useUrlState()
  // Whoever has an invitation waiting sees it first, unless they have said that they decide later.
  const only = useRef(waiting > 0 && !url.later ? undefined : onlyChoice(venues))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arriving.
  useEffect(() => {
    if (only.current) open(only.current)
  }, [])
  // 1 to 9 open the first nine.
  useKeys(Object.fromEntries(found.slice(0, 9).map((venue, place) => [String(place + 1), () => open(venue)])))
  return (
    <>
      <div className="tools">
        <label className="find">
          <Icon name="search" />
          <input type="search" aria-label={say('findVenue')} placeholder={say('findVenue')} value={find} onChange={(event) => setFind(event.target.value)} />
        </label>
        <small>{say('keysNote')}</small>
      </div>
      <ul className="index-list">
        {found.map((venue, place) => (
          <VenueLine key={venue.VenueId} venue={venue} place={place} busy={opening === venue.VenueId} onOpen={() => open(venue)} />
        ))}
      </ul>
      {found.length === 0 && <p className="note">{say('noMatch')}</p>}
    </>
  )
}

const VenueLine = ({ venue, place, busy, onOpen }: { venue: VenueChoice; place: number; busy: boolean; onOpen: () => void }) => {
  const say = useSay(membershipTexts)
  const sayRole = useSay(roleNames)
  const { locale } = useLanguage()
  const when = venue.LastOpened && new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(venue.LastOpened))
  return (
    <li>
      <button type="button" onClick={onOpen} disabled={busy}>
        <b>
          {place < 9 && (
            <span className="key-cap" aria-hidden="true">
              {place + 1}
            </span>
          )}
          {venue.Name}
        </b>
        <span>{[say.count('locations', venue.Locations), ...venue.Roles.map((role) => sayRole(role as keyof typeof roleNames.en))].join(' · ')}</span>
        <span className="end">{busy ? say('opening') : when ? say('lastOpened', { when }) : say('neverOpened')}</span>
      </button>
    </li>
  )
}

const useOpening = () => {
  const [url] = useUrlState()
  const { language } = useLanguage()
  const openVenue = useOpenVenue()
  const [opening, setOpening] = useState(0)
  const open = (venue: VenueChoice) => {
    setOpening(venue.VenueId)
    openVenue(venue, url.return).catch((error: unknown) => {
      setOpening(0)
      toast.error(errorText(error, language))
    })
  }
  return { opening, open }
}

/** Full-width letters and case do not matter when looking for a name. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase().trim()

const lastOpenedFirst = (a: VenueChoice, b: VenueChoice) => (b.LastOpened ?? '').localeCompare(a.LastOpened ?? '') || a.Name.localeCompare(b.Name)
