import { MatchTable } from '#integrations/link-screen/match-table.part.tsx'
import type { OrderProvider } from '#shared/order-providers.ts'
import { CallError } from '#ui/call-error.ts'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useCall, useSend } from '#ui/use-call.ts'
import { onlineOrders } from './online-orders.contract.ts'
import { onlineOrderWords } from './online-orders.messages.ts'
import { OpenOrders } from './open-orders.part.tsx'

/** Which location the orders of each place of a provider count at, and which orders are no sales. */
export const OrderPlaces = ({ provider, venueId }: { provider: OrderProvider; venueId: number }) => {
  const say = useSay(onlineOrderWords)
  const locations = useStoredUser()?.Config?.Locations ?? []
  const { data, error, refetch } = useCall(onlineOrders.places, { params: { id: venueId }, query: { Provider: provider } }, { everySeconds: 10 })
  const map = useSend(onlineOrders.map, { quiet: true, onDone: () => void refetch() })
  if (error instanceof CallError && error.code === 'NotPermitted') return <p className="note">{say('allLocationsOnly')}</p>
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={3} />
  if (data.Places.length === 0) return <p className="note">{say('noPlaces', { provider })}</p>
  const options = locations.map(({ LocationId, Name }) => [String(LocationId), Name] as const)
  return (
    <>
      <MatchTable
        title={say('places')}
        heads={[say('place'), say('account'), say('locationHere')]}
        choose={say('choose')}
        unknown={say('unknown')}
        canMatch
        isBusy={map.isPending}
        rows={data.Places.map(({ AccountId, Name, LocationId, Suggested, Open }, id) => ({
          id,
          name: Name,
          detail: Open === 0 ? AccountId : say('openOf', { account: AccountId, n: Open }),
          said: LocationId === null ? undefined : String(LocationId),
          suggested: Suggested === null ? undefined : String(Suggested),
          confirmed: null,
          options,
        }))}
        onSay={(said) =>
          map.mutate({
            params: { id: venueId },
            body: {
              Provider: provider,
              Places: said.flatMap(({ id, value }) => {
                const place = data.Places[id]
                return place ? [{ AccountId: place.AccountId, PlaceId: place.PlaceId, LocationId: Number(value) }] : []
              }),
            },
          })
        }
      />
      <p className="note">{say('placesNote')}</p>
      <Refusal error={map.error} />
      {data.Places.some(({ Open }) => Open > 0) && <OpenOrders provider={provider} venueId={venueId} />}
    </>
  )
}
