import { Choose, Tick } from '#ui/field.tsx'
import { useSay } from '#ui/language.tsx'
import { apiKeyWords } from './api-keys.messages.ts'
import styles from './api-keys.module.css'

interface FiltersProps {
  venues: readonly { VenueId: number; Name: string }[]
  venue: string
  unused: boolean
  onChange: (change: Record<string, string | undefined>) => void
}

/** Which keys are listed. */
export const KeyFilters = ({ venues, venue, unused, onChange }: FiltersProps) => {
  const say = useSay(apiKeyWords)
  const named = venues.map(({ VenueId, Name }) => [String(VenueId), Name] as const)
  return (
    <div className={styles.filters}>
      <Choose
        small
        label={say('venue')}
        value={venue}
        options={[['', say('allVenues')], ...named]}
        onChange={(chosen) => onChange({ venue: chosen || undefined })}
      />
      <Tick checked={unused} onChange={(ticked) => onChange({ unused: ticked ? '1' : undefined })}>
        {say('unused')}
      </Tick>
    </div>
  )
}
