import { useId } from 'react'
import { useSay } from '#ui/language.tsx'
import { apiKeyWords } from './api-keys.messages.ts'

interface FiltersProps {
  venues: readonly { VenueId: number; Name: string }[]
  venue: string
  unused: boolean
  onChange: (change: Record<string, string | undefined>) => void
}

/** Which keys are listed. */
export const KeyFilters = ({ venues, venue, unused, onChange }: FiltersProps) => {
  const say = useSay(apiKeyWords)
  const id = useId()
  return (
    <div className="key-filters">
      <div className="field small">
        <label htmlFor={id}>{say('venue')}</label>
        <select id={id} value={venue} onChange={(event) => onChange({ venue: event.target.value || undefined })}>
          <option value="">{say('allVenues')}</option>
          {venues.map(({ VenueId, Name }) => (
            <option key={VenueId} value={VenueId}>
              {Name}
            </option>
          ))}
        </select>
      </div>
      <label className="tickable">
        <input type="checkbox" checked={unused} onChange={(event) => onChange({ unused: event.target.checked ? '1' : undefined })} />
        <span>{say('unused')}</span>
      </label>
    </div>
  )
}
