import { useState } from 'react'
import { Dropped } from '#features/reports/kit/screen/dropped.part.tsx'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { unknownLocations } from '#features/reports/kit/screen/screen-state.rules.ts'
import { todayAt } from '#features/reports/kit/today.rules.ts'
import { BlankMenu } from '#ui/blank.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { tagsOf } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useCall, useSend } from '#ui/use-call.ts'
import { EnterMovement } from './enter-movement.part.tsx'
import { MovementList } from './movement-list.part.tsx'
import { type EnteredMovement, MOVES, movementCalls } from './movements.contract.ts'
import { movementWords } from './movements.messages.ts'

/** What left or came beside sales and purchases: entering it by hand, and taking it back. */
const Movements = ({ user, config }: OfVenue) => {
  const say = useSay(movementWords)
  const [url, change] = useUrlState()
  const [kind, setKind] = useState<EnteredMovement['Kind']>()
  const place = config.Locations.find(({ LocationId }) => String(LocationId) === url.loc) ?? config.Locations[0]
  const { data, error, refetch } = useCall(movementCalls.stockMovements, { query: { LocationId: String(place?.LocationId ?? '') } as never })
  const undo = useSend(movementCalls.reverseMovement, {
    onDone: () => {
      toast.success(say('wasUndone'))
      refetch()
    },
  })
  if (!place) return <Empty title={say('noLocation')} />
  const others = config.Locations.filter(({ LocationId }) => LocationId !== place.LocationId)
  return (
    <Page
      title={say('title')}
      filters={
        config.Locations.length > 1 && (
          <BlankMenu
            label={say('location')}
            value={String(place.LocationId)}
            options={config.Locations.map(({ LocationId, Name }) => ({ value: String(LocationId), label: Name }))}
            onChange={(loc) => change({ loc })}
          />
        )
      }
      make={
        tagsOf(user).includes('can_editstock') &&
        MOVES.filter((one) => one !== 'Transfer' || others.length > 0).map((one) => (
          <button type="button" className={one === 'Wastage' ? 'btn primary' : 'btn'} key={one} onClick={() => setKind(one)}>
            {say(one)}
          </button>
        ))
      }
    >
      <Dropped dropped={unknownLocations(url.loc, config.Locations)} />
      {kind && (
        <EnterMovement
          kind={kind}
          place={place}
          others={others}
          plu={url.plu ?? ''}
          today={todayAt([place], new Date())}
          onClose={() => setKind(undefined)}
          onEntered={() => {
            setKind(undefined)
            refetch()
          }}
        />
      )}
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={8} />}
      {data && data.Movements.length === 0 && (
        <Empty title={say('emptyTitle', { location: place.Name })}>
          <p>{say('emptyHint')}</p>
        </Empty>
      )}
      {data && data.Movements.length > 0 && (
        <MovementList
          locationId={place.LocationId}
          currency={data.Currency}
          movements={data.Movements}
          isBusy={undo.isPending}
          onUndo={(MovementId) => undo.mutate({ body: { LocationId: place.LocationId, MovementId } })}
        />
      )}
    </Page>
  )
}

export default ofVenue(Movements)
