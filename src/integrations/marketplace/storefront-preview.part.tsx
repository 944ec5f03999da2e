import { useState } from 'react'
import { moneyText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { marketplaceWords } from './marketplace.messages.ts'
import { closesNextDay, type Opening } from './opening-hours.rules.ts'
import { usePlaceMoment, useWeekdays } from './place.part.ts'
import type { Storefront } from './storefront.contract.ts'
import { previewWords } from './storefront-preview.messages.ts'
import styles from './storefront-preview.module.css'

/** The storefront as a customer would read it. */
export const StorefrontPreview = ({ isPublished, shown }: { isPublished: boolean; shown: Storefront }) => {
  const say = useSay(previewWords)
  const now = useSay(marketplaceWords)
  const { language } = useLanguage()
  const moment = usePlaceMoment(shown.TimeZone)
  const money = (major: number) => moneyText(major, shown.Currency, language)
  const state = shown.PausedUntil ? 'paused' : shown.Open ? 'open' : 'closed'
  const when = shown.Open
    ? shown.ClosesAt && now('openUntil', { when: moment(shown.ClosesAt) })
    : shown.NextOpening && now('opens', { when: moment(shown.NextOpening) })
  const ways = [shown.Pickup && say('pickup'), shown.Delivery && say('delivery')].filter(Boolean)
  return (
    <section className={styles.preview} aria-label={say('title')}>
      {isPublished ? <Address locationId={shown.LocationId} /> : <p className="callout warn">{now('notPublishedWhy')}</p>}
      <p className="hint">{say('about')}</p>
      <article className={styles.card}>
        <header>
          <h2>{shown.Name || say('noName')}</h2>
          {shown.Description && <p>{shown.Description}</p>}
          <p className={styles.state} data-state={state}>
            <b>{now(state)}</b> {when}
          </p>
          <ul className={styles.facts}>
            <li>{ways.length > 0 ? ways.join(' · ') : say('neither')}</li>
            <li>{say('ready', { n: shown.PreparationMinutes })}</li>
            {shown.MinimumOrder > 0 && <li>{say('minimum', { amount: money(shown.MinimumOrder) })}</li>}
          </ul>
        </header>
        <div className={styles.menu}>
          {shown.Menu.length === 0 && <p>{say('emptyMenu')}</p>}
          {shown.Menu.map(({ Name, Description, Products }) => (
            <section key={Name}>
              <h3>{Name}</h3>
              {Description && <p>{Description}</p>}
              <ul>
                {Products.map((product) => (
                  <li key={product.Id}>
                    <span>
                      {product.Name}
                      {product.Description && <small>{product.Description}</small>}
                    </span>
                    <b>{money(product.Price)}</b>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        <Hours hours={shown.OpeningHours} />
      </article>
    </section>
  )
}

const Hours = ({ hours }: { hours: readonly Opening[] }) => {
  const say = useSay(previewWords)
  const nameOf = useWeekdays()
  const written = (opening: Opening) => {
    const { Opens, Closes } = opening
    const key = Opens === Closes ? 'allDay' : closesNextDay(opening) ? 'nextDay' : 'span'
    return say(key, { opens: Opens, closes: Closes })
  }
  const on = (weekday: number) => hours.filter(({ Weekday }) => Weekday === weekday).map(written)
  return (
    <footer className={styles.hours}>
      <h3>{say('hours')}</h3>
      {hours.length === 0 ? (
        <p>{say('noHours')}</p>
      ) : (
        <dl>
          {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
            <div key={weekday}>
              <dt>{nameOf(weekday)}</dt>
              <dd>
                {on(weekday).map((span) => (
                  <span key={span}>{span}</span>
                ))}
                {on(weekday).length === 0 && say('closedDay')}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </footer>
  )
}

/** Where anybody reads the storefront. */
const Address = ({ locationId }: { locationId: number }) => {
  const say = useSay(marketplaceWords)
  const [copied, setCopied] = useState<'copied' | 'notCopied'>()
  const address = `${window.location.origin}/api/storefront/${locationId}`
  const copy = () =>
    Promise.resolve(navigator.clipboard?.writeText(address) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setCopied('copied'),
      () => setCopied('notCopied'),
    )
  return (
    <div className={styles.address}>
      <span>{say('address')}</span>
      <a href={address} target="_blank" rel="noreferrer">
        {address}
      </a>
      <button type="button" className="btn" onClick={copy}>
        {say('copy')}
      </button>
      <span role="status">{copied && say(copied)}</span>
      <p className="hint">{say('addressHint')}</p>
    </div>
  )
}
