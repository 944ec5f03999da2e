import { useId, useState } from 'react'
import styles from './copied-text.module.css'
import { useSay } from './language.tsx'
import { ui } from './ui.messages.ts'

/** Text to take along: read-only, selected as it is entered, with a button that copies it. */
export const CopiedText = ({ label, text, rows }: { label: string; text: string; rows: number }) => {
  const say = useSay(ui)
  const id = useId()
  const [copied, setCopied] = useState<'copied' | 'notCopied'>()
  const copy = () =>
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setCopied('copied'),
      () => setCopied('notCopied'),
    )
  return (
    <div className={`field ${styles.taken}`}>
      <label htmlFor={id}>{label}</label>
      <textarea id={id} readOnly rows={rows} spellCheck={false} value={text} onFocus={(event) => event.target.select()} />
      <div className={styles.acts}>
        <button type="button" className="btn" aria-label={`${say('copy')}: ${label}`} onClick={copy}>
          {say('copy')}
        </button>
        <span role="status">{copied && say(copied)}</span>
      </div>
    </div>
  )
}
