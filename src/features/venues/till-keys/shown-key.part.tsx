import { useState } from 'react'
import { moneyText, toMajor } from '#shared/money.ts'
import { CopiedText } from '#ui/copied-text.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { ShownOnce } from '#ui/shown-once.tsx'
import { HAND_SALE_AMOUNT, handSale, withOffset } from './first-sale.rules.ts'
import { tillKeyWords } from './till-keys.messages.ts'
import styles from './till-keys.module.css'

/** A key that was just made. */
export interface MadeKey {
  name: string
  key: string
  currency: string
}

/** The only sight of a key, with a sale to try it. */
export const ShownKey = ({ made: { name, key, currency }, onClose }: { made: MadeKey; onClose: () => void }) => {
  const say = useSay(tillKeyWords)
  const { language } = useLanguage()
  const { origin } = location
  const [commands] = useState(() => handSale({ origin, key, currency, item: say('item'), closedAt: withOffset(new Date()) }))
  return (
    <ShownOnce title={say('shownTitle', { name })} about={say('shownOnce')} label={say('key')} secret={key} kept={say('kept')} onClose={onClose}>
      <p className={styles.address}>{say('address', { address: `${origin}/api/pos/v1/sales` })}</p>
      <details className={styles.try}>
        <summary>{say('tryIt')}</summary>
        <p>{say('tryAbout', { amount: moneyText(toMajor(HAND_SALE_AMOUNT, currency), currency, language) })}</p>
        <CopiedText label={say('sell')} text={commands.sell} rows={6} />
        <CopiedText label={say('takeBack')} text={commands.takeBack} rows={4} />
      </details>
    </ShownOnce>
  )
}
