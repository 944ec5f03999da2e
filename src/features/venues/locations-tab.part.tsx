import { useState } from 'react'
import { CallError } from '#ui/call-error.ts'
import { SaveBar } from '#ui/draft.tsx'
import { useRefused } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { storedUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { ui } from '#ui/ui.messages.ts'
import { useCall, useSend } from '#ui/use-call.ts'
import { AddLocation } from './add-location.part.tsx'
import { EmptyLocations } from './empty-locations.part.tsx'
import { learnAnew } from './learn-anew.part.ts'
import { type Change, changedFields, complaintsOf } from './location-changes.rules.ts'
import styles from './one-location.module.css'
import { OneLocation } from './one-location.part.tsx'
import { venueConfig } from './venue-config.contract.ts'
import { Lists } from './venue-lists.part.tsx'
import { venueWords } from './venues.messages.ts'

type Changes = Record<number, Change>

/** The venue's locations as a list, one of them open at a time: zone and cut-off by the day they hold from, currency, whether they trade. */
export const LocationsTab = ({ venueId }: { venueId: number }) => {
  const say = useSay(venueWords)
  const words = useSay(ui)
  const params = { id: venueId }
  const { data, error, refetch } = useCall(venueConfig.locationsConfig, { params })
  const { data: config } = useCall(venueConfig.config, { params })
  const [changes, setChanges] = useState<Changes>({})
  const [opened, setOpened] = useState<number | null>()
  const send = useSend(venueConfig.changeLocations, { quiet: true })
  const changed = Object.entries(changes).flatMap(([id, change]) => {
    const there = data?.Locations.find(({ LocationId }) => LocationId === Number(id))
    const kept = there ? changedFields(there, change) : {}
    return Object.keys(kept).length > 0 ? [{ LocationId: Number(id), ...kept }] : []
  })
  const refused = useRefused(send.error, { Locations: changed })
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={6} />
  const open = opened === undefined && data.Locations.length === 1 ? data.Locations[0]?.LocationId : opened
  const save = async (): Promise<boolean> => {
    const wrong = changed.find((change) => Object.values(complaintsOf(change)).some(Boolean))
    if (wrong) {
      setOpened(wrong.LocationId)
      return false
    }
    const done = await send.mutateAsync({ params, body: { Locations: changed, Version: data.Version } }).catch((refused: unknown) => {
      const at =
        refused instanceof CallError ? changed.find((_, nth) => refused.fields.some(({ FieldName }) => FieldName.startsWith(`Locations.${nth}.`))) : undefined
      if (at) setOpened(at.LocationId)
      return undefined
    })
    if (!done) return false
    await refetch()
    setChanges({})
    if (storedUser()?.VenueId === venueId) await learnAnew()
    toast.success(words('saved'))
    return true
  }
  const renew = () => void Promise.all([refetch(), storedUser()?.VenueId === venueId ? learnAnew() : undefined])
  const errorAt = (locationId: number, field: string) => {
    const at = changed.findIndex(({ LocationId }) => LocationId === locationId)
    return at < 0 ? undefined : refused(`Locations.${at}.${field}`)
  }
  return (
    <>
      {data.Locations.length === 0 && <p className="hint">{say('noLocations')}</p>}
      <div className={styles.list}>
        {data.Locations.map((location) => (
          <OneLocation
            key={location.LocationId}
            isOpen={open === location.LocationId}
            onOpen={() => setOpened(open === location.LocationId ? null : location.LocationId)}
            isChanged={changed.some(({ LocationId }) => LocationId === location.LocationId)}
            location={location}
            change={changes[location.LocationId] ?? {}}
            onChange={(part) => setChanges((before) => ({ ...before, [location.LocationId]: { ...before[location.LocationId], ...part } }))}
            errorAt={(field) => errorAt(location.LocationId, field)}
          />
        ))}
      </div>
      <SaveBar
        isChanged={changed.length > 0}
        busy={send.isPending}
        error={send.error}
        fields={changed.flatMap((_, at) => ['Name', 'Currency', 'FromDay', 'TimeZone', 'DayStart'].map((field) => `Locations.${at}.${field}`))}
        onSave={save}
        onDiscard={() => {
          setChanges({})
          send.reset()
        }}
        onRenew={() => {
          send.reset()
          void refetch()
        }}
      />
      {data.MayAdd && config && (
        <AddLocation venueId={venueId} locations={data.Locations} country={config.Config.Country} currency={config.Config.Currency} onAdded={renew} />
      )}
      {data.MayAdd && <EmptyLocations venueId={venueId} onRemoved={renew} />}
      <Lists />
    </>
  )
}
