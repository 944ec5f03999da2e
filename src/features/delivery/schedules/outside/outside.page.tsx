import { useEffect, useState } from 'react'
import { instantIn } from '#shared/day.ts'
import { dayInWords } from '#shared/said-dates.ts'
import { CallError } from '#ui/call-error.ts'
import { Refusal } from '#ui/form.tsx'
import { useHouse } from '#ui/house.ts'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { type Asked, outside } from './outside.contract.ts'
import { outsideWords } from './outside.messages.ts'

/** The link of the mail that asks somebody outside Daybook: opening it changes nothing, since mail scanners open links; an answer is a click. */
const OutsidePage = () => {
  const say = useSay(outsideWords)
  const [token] = useState(() => window.location.hash.slice(1))
  const isWhole = /^[1-9]\d{0,9}-[\w-]{20,100}$/.test(token)
  const { data, error, refetch } = useCall(outside.outsideAsked, { params: { token } }, { enabled: isWhole })
  const answer = useSend(outside.answerOutside, { quiet: true })
  const asked = answer.data ?? data
  const isOver = [error, answer.error].some((one) => one instanceof CallError && one.code === 'LinkNotValid')
  const title = !isWhole || isOver ? say('overTitle') : asked ? titleOf(asked, say) : 'Daybook'
  useEffect(() => {
    document.title = `${title} · Daybook`
  }, [title])
  return (
    <div className="door">
      <main>
        <div className="slip">
          <h1 className="words">{title}</h1>
          {!isWhole || isOver ? (
            <p className="lede">{say(isWhole ? 'overBody' : 'badLink')}</p>
          ) : asked ? (
            <>
              <Told asked={asked} />
              <Refusal error={answer.error} />
              <Answers asked={asked} busy={answer.isPending} onAnswer={(Answer) => answer.mutate({ params: { token }, body: { Answer } })} />
            </>
          ) : error ? (
            <Failed error={error} onRetry={() => refetch()} />
          ) : (
            <Waiting rows={3} />
          )}
        </div>
      </main>
    </div>
  )
}

export default OutsidePage

type Say = ReturnType<typeof useSay<keyof typeof outsideWords.en>>

const titleOf = ({ State, Venue: venue }: Asked, say: Say): string =>
  State === 'asked' ? say('askTitle', { venue }) : say(State === 'confirmed' ? 'confirmedTitle' : 'declinedTitle')

/** Who asks, what they would send, and what was answered. */
const Told = ({ asked: { State, Venue: venue, AskedBy: name, Address: address, Reports, Expires } }: { asked: Asked }) => {
  const say = useSay(outsideWords)
  const speech = useLanguage()
  const { screenAt } = useHouse()
  const names = Reports.map((path) => screenAt(path)).map((screen) => (screen ? said(screen.words, speech, screen.title) : say('aReport')))
  if (State !== 'asked')
    return (
      <div role="status">
        <p className="lede">{say(State === 'confirmed' ? 'confirmedBody' : 'declinedBody', { venue, address })}</p>
        <p>
          {say('answerUntil', {
            day: dayInWords(instantIn(new Date(Expires), Intl.DateTimeFormat().resolvedOptions().timeZone).slice(0, 10), speech.language),
          })}
        </p>
      </div>
    )
  return (
    <>
      <p className="lede">{say('askBody', { name, venue, address })}</p>
      <ul>
        {[...new Set(names)].map((report) => (
          <li key={report}>
            <b>{report}</b>
          </li>
        ))}
      </ul>
      <p>{say('askNote')}</p>
    </>
  )
}

interface AnswersProps {
  asked: Asked
  busy: boolean
  onAnswer: (answer: 'confirm' | 'decline') => void
}

const Answers = ({ asked: { State }, busy, onAnswer }: AnswersProps) => {
  const say = useSay(outsideWords)
  if (State === 'asked')
    return (
      <>
        <button type="button" className="btn primary big" disabled={busy} aria-busy={busy} onClick={() => onAnswer('confirm')}>
          {say('confirm')}
        </button>
        <div className="row">
          <button type="button" className="text-btn" disabled={busy} onClick={() => onAnswer('decline')}>
            {say('decline')}
          </button>
        </div>
      </>
    )
  const other = State === 'confirmed' ? 'decline' : 'confirm'
  return (
    <div className="row">
      <button type="button" className="text-btn" disabled={busy} onClick={() => onAnswer(other)}>
        {say(other === 'confirm' ? 'changeToConfirm' : 'changeToDecline')}
      </button>
    </div>
  )
}
