import { useLanguage, useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { factorTexts } from './second-factor.messages.ts'
import styles from './second-factor.module.css'

/** The recovery codes, shown once: to be copied, saved or printed. */
export const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const say = useSay(factorTexts)
  const { language } = useLanguage()
  const text = codes.join('\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(say('copied')),
      () => toast.warning(say('notCopied')),
    )
  return (
    <>
      <h2 tabIndex={-1} ref={(heading) => heading?.focus()}>
        {say('recoveryTitle')}
      </h2>
      <p>{say('recoveryBody')}</p>
      <ul className={styles.codes} lang={language === 'jp' ? 'en' : undefined}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className={styles.acts}>
        <button type="button" className="btn" onClick={copy}>
          {say('copy')}
        </button>
        <a className="btn" download="daybook-recovery-codes.txt" href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Daybook\n${text}\n`)}`}>
          {say('download')}
        </a>
        <button type="button" className="btn" onClick={() => window.print()}>
          {say('print')}
        </button>
      </p>
      <button type="button" className="btn primary big" onClick={onKept}>
        {say('kept')}
      </button>
    </>
  )
}
