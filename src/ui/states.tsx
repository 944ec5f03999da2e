import { type ReactNode, useEffect, useState } from 'react'
import { CallError, complaintText, errorText } from './call-error.ts'
import { Icon } from './icon.tsx'
import { useLanguage, useSay } from './language.tsx'
import { ui } from './ui.messages.ts'

interface StateProps {
  title: ReactNode
  children?: ReactNode
  /** One way forward. */
  act?: ReactNode
}

/** Nothing to show: what would be here, and one way on. Never makes the reader feel at fault. */
export const Empty = ({ title, children, act }: StateProps) => (
  <section className="state-page">
    <svg className="blank-lines" viewBox="0 0 240 64" aria-hidden="true">
      <path d="M0 8h240M0 24h240M0 40h240M0 56h240" />
      <path className="struck" d="M0 8h240L0 56h240" />
    </svg>
    <h2>{title}</h2>
    {children && <div className="why">{children}</div>}
    {act && <div className="acts">{act}</div>}
  </section>
)

/** A call did not succeed: what happened, the reference to quote, and again. */
export const Failed = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  const say = useSay(ui)
  return (
    <section className="state-page" role="alert">
      <h2>{say('failed')}</h2>
      <div className="callout">
        <WhatWentWrong error={error} />
      </div>
      {onRetry && !wasRefused(error) && (
        <div className="acts">
          <button type="button" className="btn primary" onClick={onRetry}>
            {say('retry')}
          </button>
        </div>
      )}
    </section>
  )
}

/** What was asked will not do, however often: what to ask instead stands in the sentence. Without a connection it comes by itself. */
const wasRefused = (error: unknown) => error instanceof CallError && (error.status === 400 || error.code === 'OfflineRead')

/** The sentence of what went wrong, each field that was complained about, and the reference to quote where it is ours to find. */
export const WhatWentWrong = ({ error }: { error: unknown }) => {
  const { language } = useLanguage()
  const say = useSay(ui)
  const said = errorText(error, language)
  const { fields = [], requestId, status = 0 } = error instanceof CallError ? error : {}
  return (
    <>
      <Icon name="attention" />
      <p>
        {said}
        {fields.map((one) => (
          <small key={one.FieldName}>{complaintText(one, language)}</small>
        ))}
        {requestId && status >= 500 && !said.includes(requestId) && <small>{say('reference', { id: requestId })}</small>}
      </p>
    </>
  )
}

const ROWS = [...'abcdefghijklmnopqrst']

/** Rows of the height the real ones will have. Nothing shows for the first 150 ms, so a quick answer never flickers. */
export const Waiting = ({ rows = 5, children }: { rows?: number; children?: ReactNode }) => {
  const say = useSay(ui)
  const late = useLate(150)
  return (
    <div className="waiting" aria-busy="true">
      <p className="sr" role="status">
        {late ? say('loading') : ''}
      </p>
      <div className={late ? 'skeleton' : 'skeleton early'} aria-hidden="true">
        {children ?? ROWS.slice(0, rows).map((row) => <p key={row} />)}
      </div>
    </div>
  )
}

/** True once so many milliseconds have passed. */
const useLate = (milliseconds: number): boolean => {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return late
}
