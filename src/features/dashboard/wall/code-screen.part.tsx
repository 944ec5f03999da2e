import { useEffect } from 'react'
import { errorText } from '#ui/call-error.ts'
import { speak, useLanguage, useSay } from '#ui/language.tsx'
import { useSend } from '#ui/use-call.ts'
import { boards } from './boards.contract.ts'
import { wallWords } from './wall.messages.ts'
import styles from './wall.module.css'

const AGAIN_AFTER_SECONDS = 60

/** What a screen shows that nobody claimed: its code, and what to do with it. A new one comes before the old one is over. */
export const CodeScreen = () => {
  const say = useSay(wallWords)
  const { language } = useLanguage()
  const { mutate, data, error } = useSend(boards.askPairing, { quiet: true })
  useEffect(() => mutate({}), [mutate])
  useEffect(() => {
    const seconds = error ? AGAIN_AFTER_SECONDS : data?.Seconds
    if (seconds === undefined) return
    const timer = setTimeout(() => mutate({}), seconds * 1000)
    return () => clearTimeout(timer)
  }, [data, error, mutate])
  useEffect(() => {
    document.title = `${say('title')} · Daybook`
  }, [say])
  return (
    <main className={styles.door}>
      <p className={styles.brand}>Daybook</p>
      <h1>{say('lede')}</h1>
      <p className={styles.code}>
        <span className="sr">{say(data ? 'code' : 'codeWaits')} </span>
        {data ? `${data.Code.slice(0, 4)} ${data.Code.slice(4)}` : '···· ····'}
      </p>
      {error && <p role="alert">{say('noCode', { why: errorText(error, language) })}</p>}
      <ol className={styles.steps}>
        <li>{say('step1', { address: `${location.origin}/venue/wall-screens` })}</li>
        <li>{say('step2')}</li>
        <li>{say('step3')}</li>
      </ol>
      <p className={styles.note}>{say('codeNote')}</p>
      <button type="button" className="text-btn" lang={language === 'jp' ? 'en' : 'ja'} onClick={() => speak(language === 'jp' ? 'en' : 'jp')}>
        {say('otherLanguage')}
      </button>
    </main>
  )
}
