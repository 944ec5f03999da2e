import { useState } from 'react'
import { call } from '#ui/api.ts'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { apiKeys, type KeyUser } from './api-keys.contract.ts'
import { apiKeyWords } from './api-keys.messages.ts'
import { Ticks } from './ticks.part.tsx'

interface VenuesProps {
  user: KeyUser
  venues: readonly { VenueId: number; Name: string }[]
  onDone: () => void
  onClose: () => void
}

/** Where a user's key works: granted and withdrawn venue by venue, since each venue keeps its own record of it. */
export const KeyVenues = ({ user, venues, onDone, onClose }: VenuesProps) => {
  const say = useSay(apiKeyWords)
  const granted = user.Venues.map(({ VenueId }) => VenueId)
  const [chosen, setChosen] = useState(granted)
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()
  const added = chosen.filter((venueId) => !granted.includes(venueId))
  const removed = granted.filter((venueId) => !chosen.includes(venueId))
  const nameOf = (venueId: number) => [...venues, ...user.Venues].find((venue) => venue.VenueId === venueId)?.Name ?? String(venueId)
  const save = async () => {
    setSending(true)
    setError(undefined)
    const { UserId, SupplierId: supplierId } = user
    try {
      for (const venueId of added) await call(apiKeys.grant, { params: { venueId, supplierId }, body: { UserId } })
      for (const venueId of removed) await call(apiKeys.withdraw, { params: { venueId, supplierId, id: UserId } })
      onClose()
    } catch (refused) {
      setError(refused)
    } finally {
      setSending(false)
      onDone()
    }
  }
  return (
    <Modal
      title={say('venuesTitle', { name: user.Name })}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="button" className="btn primary" disabled={sending || added.length + removed.length === 0} aria-busy={sending} onClick={save}>
            {say('saveVenues')}
          </button>
        </>
      }
    >
      <Ticks
        legend={say('grantedAt')}
        options={[...new Set([...venues.map(({ VenueId }) => VenueId), ...granted])].map((venueId) => [venueId, nameOf(venueId)] as const)}
        chosen={chosen}
        onChange={setChosen}
      />
      <p role="status">
        {[
          ...added.map((venueId) => say('willGrant', { venue: nameOf(venueId) })),
          ...removed.map((venueId) => say('willWithdraw', { venue: nameOf(venueId) })),
        ].join(' ')}
      </p>
      <Refusal error={error} />
    </Modal>
  )
}
