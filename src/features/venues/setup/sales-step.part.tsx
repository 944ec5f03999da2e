import { lazy, Suspense, useState } from 'react'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { useAgo } from './ago.part.ts'
import type { Setup } from './setup.contract.ts'
import { setupWords } from './setup.messages.ts'
import styles from './setup.module.css'
import { Step } from './steps.part.tsx'

const MakeKey = lazy(() => import('#features/venues/till-keys/make-key.part.tsx'))

interface SalesProps {
  sales: Setup['Sales']
  hasLocation: boolean
  current: boolean
  /** Whether the list still asks for a first sale; otherwise how it is told to. */
  awake: boolean
  onWake: () => void
  onChanged: () => void
}

/** The first sales: from a file or from the till, then what was heard of them. */
export const SalesStep = ({ sales, hasLocation, current, awake, onWake, onChanged }: SalesProps) => {
  const say = useSay(setupWords)
  const [making, setMaking] = useState(false)
  return (
    <Step number={3} title={say('sales')} done={sales.Done} current={current}>
      {sales.Done ? (
        <>
          <Sold sales={sales} />
          <p className={styles.both}>
            <Go className={styles.do} to="/venue/imports">
              {say('moreFiles')}
            </Go>
            <button type="button" className={styles.do} onClick={() => setMaking(true)}>
              {say(sales.Keys.Made > 0 ? 'tillActMore' : 'tillAct')}
            </button>
          </p>
        </>
      ) : (
        <>
          <p>{say('salesNone')}</p>
          <div className={styles.ways}>
            <FromFile run={sales.Import} primary={hasLocation} />
            <div>
              <h4>{say('till')}</h4>
              <p>{say(hasLocation ? 'tillAbout' : 'needsLocation')}</p>
              <p className={styles.acts}>
                <button type="button" className="btn big" disabled={!hasLocation} onClick={() => setMaking(true)}>
                  {say(sales.Keys.Made > 0 ? 'tillActMore' : 'tillAct')}
                </button>
              </p>
              {sales.Keys.Made > 0 && <Listening keys={sales.Keys} awake={awake} onWake={onWake} />}
            </div>
          </div>
        </>
      )}
      {making && (
        <Suspense>
          <MakeKey onMade={onChanged} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </Step>
  )
}

/** What was heard last, and by which way. */
const Sold = ({ sales: { Last, Keys, Import, Since } }: { sales: Setup['Sales'] }) => {
  const say = useSay(setupWords)
  const ago = useAgo()
  const byTill = Keys.LastUsedAt !== null && Last?.TerminalId
  const byFile = (Import?.Status === 'done' || Import?.Status === 'stopped') && Import.Accepted > 0
  return (
    <>
      {byTill && <p>{say('soldByTill', { till: Last.TerminalId, ago: ago(Last.ReceivedAt) })}</p>}
      {byFile && <p>{say.count('soldByFile', Import.Accepted, { file: Import.FileName, ago: ago(Import.At) })}</p>}
      {!byTill && !byFile && <p>{say('soldAt', { ago: ago(Last?.ReceivedAt ?? Since ?? '') })}</p>}
    </>
  )
}

const FromFile = ({ run, primary }: { run: Setup['Sales']['Import']; primary: boolean }) => {
  const say = useSay(setupWords)
  const isWorking = run?.Status === 'waiting' || run?.Status === 'running'
  return (
    <div>
      <h4>{say('file')}</h4>
      <p>{say('fileAbout')}</p>
      <p className={styles.acts}>
        <Go className={primary ? 'btn primary big' : 'btn big'} to="/venue/imports">
          {say('fileAct')}
        </Go>
      </p>
      {run && (
        <p className={styles.listen} role="status">
          {say(isWorking ? 'fileWorking' : 'fileFailed', { file: run.FileName })}
        </p>
      )}
    </div>
  )
}

const Listening = ({ keys, awake, onWake }: { keys: Setup['Sales']['Keys']; awake: boolean; onWake: () => void }) => {
  const say = useSay(setupWords)
  const ago = useAgo()
  return (
    <p className={styles.listen} role="status">
      {keys.LastUsedAt ? <Icon name="alert" /> : <span className={styles.pulse} aria-hidden="true" />}
      <span>{!awake ? say('waitingAsleep') : keys.LastUsedAt ? say('waitingTried', { ago: ago(keys.LastUsedAt) }) : say('waiting')}</span>
      {!awake && (
        <button type="button" className={styles.do} onClick={onWake}>
          {say('lookAgain')}
        </button>
      )}
    </p>
  )
}
