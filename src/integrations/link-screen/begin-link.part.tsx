import { useState } from 'react'
import { oauth } from '#integrations/link.contract.ts'
import { Field } from '#ui/field.tsx'
import { Refusal, useRefused } from '#ui/form.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { changeStoredUser } from '#ui/stored-user.ts'
import { useSend } from '#ui/use-call.ts'
import styles from './link-screen.module.css'
import type { LinkedAt, Place } from './linked-provider.part.ts'

interface BeginProps {
  at: LinkedAt
  place: Place
  /** The address of the customer that is or was linked there. */
  shop: string
  onClose: () => void
}

/** What linking means, said before somebody leaves for the provider. */
export const BeginLink = ({ at: { provider, path, words, remembered, asksShop }, place, shop: known, onClose }: BeginProps) => {
  const say = useSay(words)
  const redirectUri = `${window.location.origin}${path}`
  const begin = useSend(oauth.start, {
    quiet: true,
    onDone: ({ AuthUrl }) => {
      changeStoredUser({ [remembered.uri]: redirectUri, [remembered.location]: place.locationId ?? 0 })
      window.location.assign(AuthUrl)
    },
  })
  const [shop, setShop] = useState(known)
  const asked = asksShop ? { ShopUrl: shop.trim() } : {}
  const body = { Provider: provider, RedirectURI: redirectUri, ...asked, ...(place.locationId === null ? {} : { LocationId: place.locationId }) }
  const refused = useRefused(begin.error, body)
  const isReady = !asksShop || shop.trim() !== ''
  return (
    <Modal
      title={say('beforeTitle', { place: place.name })}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('notNow')}
          </button>
          <button type="button" className="btn primary" disabled={!isReady || begin.isPending || begin.isSuccess} onClick={() => begin.mutate({ body })}>
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
      {asksShop && (
        <Field
          label={asksShop.label}
          hint={asksShop.hint}
          wrong={refused('ShopUrl')}
          value={shop}
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
          onChange={setShop}
        />
      )}
      <p className="note">{say('leaves')}</p>
      <Refusal error={begin.error} fields={['ShopUrl']} />
    </Modal>
  )
}
