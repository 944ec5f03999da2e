import type { ReactNode } from 'react'
import type { Link } from '#integrations/link.contract.ts'
import styles from '#integrations/link-screen/link-screen.module.css'
import { accountText } from '#integrations/link-screen/link-table.part.tsx'
import type { Place } from '#integrations/link-screen/linked-provider.part.ts'
import { Nil } from '#ui/data-table.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { stripeWords } from './stripe-connect.messages.ts'

/** How far a linked account is: cards, payouts, or both. */
export const StripeStatus = ({ link: { Ready } }: { link: Link }) => {
  const say = useSay(stripeWords)
  if (Ready && !Ready.Charges) return <span className="st-tag warn">{say('noCharges')}</span>
  if (Ready && !Ready.Payouts) return <span className="st-tag warn">{say('noPayouts')}</span>
  return <span>{say('Linked')}</span>
}

/** Whether Stripe sends the account's money on. */
export const PayoutsCell = ({ link: { Ready } }: { link: Link }) => {
  const say = useSay(stripeWords)
  return Ready ? say(Ready.Payouts ? 'payoutsOn' : 'bankMissing') : <Nil />
}

/** What works at an account that was just linked, and what is still to be done there. */
export const StripeLinked = ({ link, place, checkAgain }: { link: Link; place: Place; checkAgain: ReactNode }) => {
  const say = useSay(stripeWords)
  const ready = link.Ready ?? { Charges: true, Payouts: true, Details: true }
  const about = ready.Charges ? (ready.Payouts ? 'isLinkedAbout' : 'noPayoutsAbout') : 'noChargesAbout'
  const states = [
    ['cards', ready.Charges],
    ['details', ready.Details],
    ['payouts', ready.Payouts],
  ] as const
  return (
    <>
      <div>
        <p className={styles.cap}>{say('back')}</p>
        <h2>{say(ready.Payouts ? 'isLinked' : 'isLinkedNoPayouts', { place: place.name })}</h2>
        <p>{say(about)}</p>
        <p className={styles.acts}>
          {!(ready.Payouts && ready.Charges) && (
            <a className="btn primary" href="https://dashboard.stripe.com/account" rel="noreferrer">
              {say('atStripe')}
            </a>
          )}
          {checkAgain}
        </p>
        <p className="hint">{say('wrongAccount', { account: accountText(link, say), place: place.name })}</p>
      </div>
      <ul className={styles.ready} aria-label={say('works')}>
        {states.map(([key, works]) => (
          <li key={key}>
            <Icon name={works ? 'check' : 'attention'} />
            <span>
              <b>{say(key)}</b>
              <small>{say(works ? 'yes' : 'no')}</small>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
