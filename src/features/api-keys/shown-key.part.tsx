import { useId, useState } from 'react'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { apiKeyWords } from './api-keys.messages.ts'
import styles from './api-keys.module.css'

/** A key that was just made. */
export interface MadeKey {
  name: string
  key: string
}

/** The only sight of a key. It leaves with the dialog, so the dialog is left by saying that it was kept. */
export const ShownKey = ({ made: { name, key }, onClose }: { made: MadeKey; onClose: () => void }) => {
  const say = useSay(apiKeyWords)
  const id = useId()
  const [copied, setCopied] = useState<'copied' | 'notCopied'>()
  const copy = () =>
    Promise.resolve(navigator.clipboard?.writeText(key) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setCopied('copied'),
      () => setCopied('notCopied'),
    )
  return (
    <Modal
      firm
      title={say('shownTitle', { name })}
      onClose={onClose}
      acts={
        <button type="button" className="btn primary" onClick={onClose}>
          {say('kept')}
        </button>
      }
    >
      <p>{say('shownOnce')}</p>
      <div className={`field ${styles.shown}`}>
        <label htmlFor={id}>{say('key')}</label>
        <textarea id={id} readOnly rows={2} spellCheck={false} value={key} onFocus={(event) => event.target.select()} />
      </div>
      <div className={styles.shownActs}>
        <button type="button" className="btn" onClick={copy}>
          {say('copy')}
        </button>
        <button type="button" className="btn" onClick={() => download(name, key)}>
          {say('download')}
        </button>
        <span role="status">{copied && say(copied)}</span>
      </div>
    </Modal>
  )
}

const download = (name: string, key: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`${key}\n`], { type: 'text/plain' }))
  link.download = `${name.replace(/[^\p{L}\p{N} -]+/gu, '').trim() || 'api'}.key`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
