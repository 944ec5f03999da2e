import { MatchTable } from '#integrations/link-screen/match-table.part.tsx'
import { CallError } from '#ui/call-error.ts'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useCall, useSend } from '#ui/use-call.ts'
import { deputyCalls } from './deputy.contract.ts'
import { matchingWords } from './deputy-matching.messages.ts'

/** Which location each area of Deputy belongs to. */
export const AreasOfDeputy = ({ venueId }: { venueId: number }) => {
  const say = useSay(matchingWords)
  const locations = useStoredUser()?.Config?.Locations ?? []
  const { data, error, refetch } = useCall(deputyCalls.areas, { params: { id: venueId } }, { everySeconds: 30 })
  const place = useSend(deputyCalls.place, { quiet: true, onDone: () => void refetch() })
  if (error instanceof CallError && error.code === 'NotPermitted') return <p className="note">{say('allLocationsOnly')}</p>
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={3} />
  if (data.Areas.length === 0) return <p className="note">{say('noAreas')}</p>
  const options = locations.map(({ LocationId, Name }) => [String(LocationId), Name] as const)
  return (
    <>
      <MatchTable
        title={say('areas')}
        heads={[say('area'), say('company'), say('locationHere')]}
        choose={say('chooseLocation')}
        unknown={say('noSuchPlace')}
        canMatch
        isBusy={place.isPending}
        rows={data.Areas.map(({ AreaId, Area, Company, LocationId, Suggested, Confirmed }) => ({
          id: AreaId,
          name: Area,
          detail: Company,
          said: LocationId === null ? undefined : String(LocationId),
          suggested: Suggested === null ? undefined : String(Suggested),
          confirmed: Confirmed,
          options,
        }))}
        onSay={(said) => place.mutate({ params: { id: venueId }, body: { Areas: said.map(({ id, value }) => ({ AreaId: id, LocationId: Number(value) })) } })}
      />
      <p className="note">{say('areaNote')}</p>
      <Refusal error={place.error} />
    </>
  )
}
