import { useState } from 'react'
import { moneyText, toMajor } from '#shared/money.ts'
import { CopiedText } from '#ui/copied-text.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { HAND_SALE_AMOUNT, handSale, withOffset } from './first-sale.rules.ts'
import { tillKeyWords } from './till-keys.messages.ts'
import styles from './till-keys.module.css'

/** A key that was just made. */
export interface MadeKey {
  name: string
  key: string
  currency: string
}

/** The only sight of a key, with a sale to try it. It leaves with the dialog, so the dialog is left by saying that it was kept. */
export const ShownKey = ({ made: { name, key, currency }, onClose }: { made: MadeKey; onClose: () => void }) => {
  const say = useSay(tillKeyWords)
  const { language } = useLanguage()
  const { origin } = location
  const [commands] = useState(() => handSale({ origin, key, currency, item: say('item'), closedAt: withOffset(new Date()) }))
  const acts = (
    <button type="button" className="btn primary" onClick={onClose}>
      {say('kept')}
    </button>
  )
  return (
    <Modal firm title={say('shownTitle', { name })} onClose={onClose} acts={acts}>
      <p>{say('shownOnce')}</p>
      <CopiedText label={say('key')} text={key} rows={2} />
      <p className={styles.address}>{say('address', { address: `${origin}/api/pos/v1/sales` })}</p>
      <details className={styles.try}>
        <summary>{say('tryIt')}</summary>
        <p>{say('tryAbout', { amount: moneyText(toMajor(HAND_SALE_AMOUNT, currency), currency, language) })}</p>
        <CopiedText label={say('sell')} text={commands.sell} rows={6} />
        <CopiedText label={say('takeBack')} text={commands.takeBack} rows={4} />
      </details>
    </Modal>
  )
}
