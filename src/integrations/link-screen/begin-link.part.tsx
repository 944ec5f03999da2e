import { oauth } from '#integrations/link.contract.ts'
import { Refusal } from '#ui/form.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { changeStoredUser } from '#ui/stored-user.ts'
import { useSend } from '#ui/use-call.ts'
import styles from './link-screen.module.css'
import type { LinkedAt, Place } from './linked-provider.part.ts'

/** What linking means, said before somebody leaves for the provider. */
export const BeginLink = ({ at: { provider, path, words, remembered }, place, onClose }: { at: LinkedAt; place: Place; onClose: () => void }) => {
  const say = useSay(words)
  const redirectUri = `${window.location.origin}${path}`
  const begin = useSend(oauth.start, {
    quiet: true,
    onDone: ({ AuthUrl }) => {
      changeStoredUser({ [remembered.uri]: redirectUri, [remembered.location]: place.locationId ?? 0 })
      window.location.assign(AuthUrl)
    },
  })
  const body = { Provider: provider, RedirectURI: redirectUri, ...(place.locationId === null ? {} : { LocationId: place.locationId }) }
  return (
    <Modal
      title={say('beforeTitle', { place: place.name })}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('notNow')}
          </button>
          <button type="button" className="btn primary" disabled={begin.isPending || begin.isSuccess} onClick={() => begin.mutate({ body })}>
            {say('continue')}
          </button>
        </>
      }
    >
      <p>{say('beforeAbout')}</p>
      <ul className={styles.says}>
        {(['beforeRead', 'beforeNever'] as const).map((key) => (
          <li key={key}>
            <Icon name="check" />
            <span>{say(key)}</span>
          </li>
        ))}
      </ul>
      <p className="note">{say('leaves')}</p>
      <Refusal error={begin.error} />
    </Modal>
  )
}
