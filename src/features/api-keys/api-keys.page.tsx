import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { callKey, useCall } from '#ui/use-call.ts'
import { apiKeys, type KeyUser } from './api-keys.contract.ts'
import { apiKeyWords } from './api-keys.messages.ts'
import styles from './api-keys.module.css'
import { CreateKey } from './create-key.part.tsx'
import { matching } from './key-filter.rules.ts'
import { KeyFilters } from './key-filters.part.tsx'
import { KeyTable } from './key-table.part.tsx'
import { KeyVenues } from './key-venues.part.tsx'
import { RevokeKey } from './revoke-key.part.tsx'
import { RotateKey } from './rotate-key.part.tsx'
import { type MadeKey, ShownKey } from './shown-key.part.tsx'

type Doing = { kind: 'create' } | { kind: 'venues' | 'rotate' | 'revoke'; user: KeyUser } | { kind: 'shown'; made: MadeKey }

/** Suppliers' keys: who holds them, where they work, when they were last used; made, rotated and revoked here. */
const ApiKeysPage = () => {
  const say = useSay(apiKeyWords)
  const queries = useQueryClient()
  const venues = useStoredUser()?.Venues ?? []
  const [url, change] = useUrlState()
  const [doing, setDoing] = useState<Doing>()
  const { data, error, refetch, dataUpdatedAt } = useCall(apiKeys.list, {})
  const close = () => setDoing(undefined)
  const again = () => queries.invalidateQueries({ queryKey: callKey(apiKeys.list) })
  const show = (made: MadeKey) => {
    setDoing({ kind: 'shown', made })
    void again()
  }
  const create = (
    <button type="button" className="btn primary" onClick={() => setDoing({ kind: 'create' })}>
      {say('create')}
    </button>
  )
  const users = matching(data?.Users ?? [], { venueId: Number(url.venue ?? 0), unused: url.unused === '1' }, dataUpdatedAt)
  return (
    <Page
      title={say('title')}
      filters={<KeyFilters venues={venues} venue={url.venue ?? ''} unused={url.unused === '1'} onChange={change} />}
      filterCount={[url.venue, url.unused].filter(Boolean).length}
      make={create}
    >
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <Waiting />
      ) : data.Users.length === 0 ? (
        <Empty title={say('none')} act={create}>
          <p>{say('noneHint')}</p>
        </Empty>
      ) : users.length === 0 ? (
        <p className={styles.none}>{say('noneFound')}</p>
      ) : (
        <KeyTable
          users={users}
          onVenues={(user) => setDoing({ kind: 'venues', user })}
          onRotate={(user) => setDoing({ kind: 'rotate', user })}
          onRevoke={(user) => setDoing({ kind: 'revoke', user })}
        />
      )}
      {doing?.kind === 'create' && (
        <CreateKey venues={venues} suppliers={[...new Set(data?.Users.map(({ SupplierName }) => SupplierName))]} onMade={show} onClose={close} />
      )}
      {doing?.kind === 'venues' && <KeyVenues user={doing.user} venues={venues} onDone={() => void again()} onClose={close} />}
      {doing?.kind === 'rotate' && <RotateKey user={doing.user} onMade={show} onClose={close} />}
      {doing?.kind === 'revoke' && <RevokeKey user={doing.user} onDone={() => void again()} onClose={close} />}
      {doing?.kind === 'shown' && <ShownKey made={doing.made} onClose={close} />}
    </Page>
  )
}

export default ApiKeysPage
