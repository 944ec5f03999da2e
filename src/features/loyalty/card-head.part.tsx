import { lazy, type ReactNode, Suspense, useState } from 'react'
import { maskedNumber as masked } from '#shared/card-number.ts'
import { dayText } from '#shared/cell-text.ts'
import { dayFormat } from '#shared/formats.ts'
import { moneyText } from '#shared/money.ts'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { worthOf } from './balance.rules.ts'
import styles from './card.module.css'
import { usePointsConfig } from './card-calls.part.ts'
import { cardPath, StatusMark, useCardText } from './card-text.part.tsx'
import { cardWords } from './cards.messages.ts'
import type { Details } from './loyalty.contract.ts'

// What a year of uses comes to is read after the balance, which somebody at the bar waits for.
const CardYear = lazy(async () => ({ default: (await import('./card-year.part.tsx')).CardYear }))

/** Number and state, beside the holder's name. The whole number is shown when somebody asks for it. */
export const CardFacts = ({ card }: { card: Details }) => {
  const say = useSay(cardWords)
  const { locale } = useLanguage()
  const [whole, setWhole] = useState(false)
  const month = dayFormat(locale, { month: 'short', year: 'numeric' }).format(new Date(`${card.Joined}T00:00:00Z`))
  return (
    <>
      <div className={`blank fact ${styles.number}`}>
        <small>{say('card')}</small>
        <span>
          {whole ? card.CardNumber : masked(card.CardNumber)}
          <button type="button" className="text-btn" aria-pressed={whole} onClick={() => setWhole(!whole)}>
            {say(whole ? 'hideNumber' : 'showNumber')}
          </button>
        </span>
      </div>
      <div className="blank fact opt">
        <small>{say('status')}</small>
        <span>{card.Status === 'Active' ? <ActiveSince month={month} /> : <StatusMark status={card.Status} replacedBy={card.ReplacedBy} />}</span>
      </div>
    </>
  )
}

const ActiveSince = ({ month }: { month: string }) => {
  const say = useSay(cardWords)
  return (
    <>
      <StatusMark status="Active" />
      <small>{say('activeSince', { month })}</small>
    </>
  )
}

/** How the card stands. */
export const CardFigures = ({ card }: { card: Details }) => {
  const say = useSay(cardWords)
  const text = useCardText()
  const { language } = useLanguage()
  const config = useStoredUser()?.Config
  const worth = worthOf(card.Points, usePointsConfig()?.VoucherPoints[20])
  return (
    <div className={styles.balance}>
      <Figure label={say('balance')} unit={say('unit')}>
        {text.points(card.Points)}
      </Figure>
      {card.Owed > 0 && (
        <Figure label={say('owed')} unit={say('unit')}>
          {text.points(card.Owed)}
        </Figure>
      )}
      <Figure label={say('worth')} unit={say('inVouchers')}>
        {worth === undefined ? '–' : moneyText(worth, config?.Currency ?? 'AUD', language)}
      </Figure>
      <Suspense fallback={<Figure label={say('lastUsed')}>{card.LastUsed && dayText(card.LastUsed, language)}</Figure>}>
        <CardYear card={card} />
      </Suspense>
    </div>
  )
}

/** One figure of the card with its name. */
export const Figure = ({ label, unit, children }: { label: string; unit?: string; children: ReactNode }) => (
  <p>
    <span>{label}</span>
    <b className="fig">
      {children}
      {unit && <i>{`\u00a0${unit}`}</i>}
    </b>
  </p>
)

/** What whoever works with the card should know first. */
export const CardNotices = ({ card, mayEdit }: { card: Details; mayEdit: boolean }) => {
  const say = useSay(cardWords)
  const text = useCardText()
  return (
    <>
      {card.Status === 'Replaced' && (
        <Notice title={say('replacedTitle')}>
          {card.ReplacedBy && (
            <>
              {say('replacedBody', { card: masked(card.ReplacedBy) })}{' '}
              <Go to={cardPath(card.ReplacedBy)}>{say('openNew', { card: masked(card.ReplacedBy) })}</Go>
            </>
          )}
        </Notice>
      )}
      {card.Status === 'Blocked' && <Notice title={say('blockedTitle')}>{say('blockedBody')}</Notice>}
      {card.Owed > 0 && <Notice title={say('owedTitle', { points: text.points(card.Owed) })}>{say('owedBody')}</Notice>}
      {card.Incomplete && (
        <Notice title={say('incompleteTitle')}>
          {say('incompleteBody')} {mayEdit && <Go search={{ tab: 'details' }}>{say('complete')}</Go>}
        </Notice>
      )}
    </>
  )
}

const Notice = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="callout warn">
    <Icon name="attention" />
    <p>
      <b>{title}</b> {children}
    </p>
  </div>
)
