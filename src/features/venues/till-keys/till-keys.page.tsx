import { lazy, Suspense, useState } from 'react'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { Page } from '#ui/page.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { useVenueMoment } from '#ui/use-moment.ts'
import { type TillKey, tillKeys } from './till-keys.contract.ts'
import { tillKeyWords } from './till-keys.messages.ts'
import styles from './till-keys.module.css'

const MakeKey = lazy(() => import('./make-key.part.tsx'))

/** The keys of tills: made for a location, shown once, revoked here. */
const TillKeysPage = () => {
  const say = useSay(tillKeyWords)
  const { data, error, refetch } = useCall(tillKeys.tillKeys, {}, { fresh: true })
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<TillKey>()
  const make = (
    <button type="button" className="btn primary" onClick={() => setMaking(true)}>
      {say('make')}
    </button>
  )
  return (
    <Page title={say('title')} make={make} sheet>
      <p className={styles.about}>{say('about')}</p>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={4} />}
      {data?.Keys.length === 0 && (
        <Empty title={say('none')}>
          <p>{say('noneWhy')}</p>
        </Empty>
      )}
      {data && data.Keys.length > 0 && <Keys keys={data.Keys} onRevoke={setRevoking} />}
      {making && (
        <Suspense>
          <MakeKey onMade={() => void refetch()} onClose={() => setMaking(false)} />
        </Suspense>
      )}
      {revoking && <Revoke tillKey={revoking} onDone={() => void refetch()} onClose={() => setRevoking(undefined)} />}
    </Page>
  )
}

export default TillKeysPage

const Keys = ({ keys, onRevoke }: { keys: readonly TillKey[]; onRevoke: (key: TillKey) => void }) => {
  const say = useSay(tillKeyWords)
  const moment = useVenueMoment()
  const locations = useStoredUser()?.Config?.Locations ?? []
  return (
    <Scroll className={styles.list} label={say('title')}>
      <table className="plain slips">
        <caption className="sr">{say('title')}</caption>
        <thead>
          <tr>
            {(['till', 'location', 'begins', 'madeAt', 'lastUsed'] as const).map((column) => (
              <th scope="col" key={column}>
                {say(column)}
              </th>
            ))}
            <th scope="col">
              <span className="sr">{say('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.KeyId}>
              <th scope="row">{key.Name}</th>
              <td data-label={say('location')}>{locations.find(({ LocationId }) => LocationId === key.LocationId)?.Name ?? key.LocationId}</td>
              <td data-label={say('begins')}>
                <code>{key.Begins}…</code>
              </td>
              <td data-label={say('madeAt')}>{moment(key.MadeAt)}</td>
              <td data-label={say('lastUsed')}>{key.LastUsedAt ? moment(key.LastUsedAt) : say('never')}</td>
              <td>
                <button type="button" className="btn" aria-label={say('revokeNamed', { name: key.Name })} onClick={() => onRevoke(key)}>
                  {say('revoke')}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

const Revoke = ({ tillKey: { KeyId, Name }, onDone, onClose }: { tillKey: TillKey; onDone: () => void; onClose: () => void }) => {
  const say = useSay(tillKeyWords)
  const send = useSend(tillKeys.revokeTillKey, {
    onDone: () => {
      toast.success(say('revoked', { name: Name }))
      onDone()
      onClose()
    },
  })
  const acts = (
    <>
      <button type="button" className="btn" onClick={onClose}>
        {say('cancel')}
      </button>
      <button type="button" className="btn stop" disabled={send.isPending} onClick={() => send.mutate({ params: { id: KeyId } })}>
        {say('revoke')}
      </button>
    </>
  )
  return (
    <Modal title={say('revokeTitle', { name: Name })} onClose={onClose} acts={acts}>
      <p>{say('revokeAbout')}</p>
    </Modal>
  )
}
