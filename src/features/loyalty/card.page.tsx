import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { CallError } from '#ui/call-error.ts'
import { cameFrom } from '#ui/came-from.ts'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { AdjustForm } from './adjust.form.tsx'
import styles from './card.module.css'
import { useMayEdit } from './card-calls.part.ts'
import { CardFacts, CardFigures, CardNotices } from './card-head.part.tsx'
import { useCardText } from './card-text.part.tsx'
import { cardWords } from './cards.messages.ts'
import { CardDetails } from './details.form.tsx'
import { type Details, loyalty } from './loyalty.contract.ts'
import { rememberCard } from './recent-cards.part.ts'
import { ReplaceForm } from './replace.form.tsx'
import { TransferForm } from './transfer.form.tsx'

// What a card was used for reads receipts and ranges, which the other tabs do without.
const Usage = lazy(async () => ({ default: (await import('./usage.part.tsx')).Usage }))

const TABS = ['details', 'usage', 'adjust', 'transfer', 'replace'] as const
type Tab = (typeof TABS)[number]

/** One card: whose it is, how it stands, what happened to its points, and what can be done with them. */
const CardPage = () => {
  const say = useSay(cardWords)
  const text = useCardText()
  const { card: number = '' } = useParams({ strict: false }) as { card?: string }
  const { data, error, refetch } = useCall(loyalty.details, { params: { card: number } })
  const card = data?.Details
  const known = card?.CardNumber
  useEffect(() => {
    if (known) rememberCard(known, cameFrom())
  }, [known])
  const another = (
    <Go to="/loyalty/search" className="btn">
      {say('another')}
    </Go>
  )
  const isUnknown = error instanceof CallError && error.code === 'CardNotFound'
  return (
    <Page title={card ? text.holder(card) : say('cardTitle')} lead={card && <CardFacts key={known} card={card} />} make={another} sheet>
      {isUnknown ? (
        <Empty title={say('noCard')} act={another}>
          <p>{say('noCardHint')}</p>
        </Empty>
      ) : error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : card ? (
        <Card key={known} card={card} />
      ) : (
        <Waiting rows={8} />
      )}
    </Page>
  )
}

export default CardPage

const Card = ({ card }: { card: Details }) => {
  const say = useSay(cardWords)
  const mayEdit = useMayEdit()
  const [url] = useUrlState()
  const mayMove = mayEdit && card.Status !== 'Replaced'
  // Who has just replaced it still reads there what moved, although nothing more can be done with the card.
  const [mightMove] = useState(mayMove)
  const stays = (tab: Tab) => tab === 'replace' && url.tab === tab && mightMove
  const tabs = TABS.filter((tab) => mayMove || tab === 'details' || tab === 'usage' || stays(tab))
  const chosen: Tab = tabs.find((tab) => tab === url.tab) ?? 'usage'
  return (
    <>
      <CardFigures card={card} />
      <CardNotices card={card} mayEdit={mayEdit} />
      <nav className={styles.tabs} aria-label={say('tabs')}>
        {tabs.map((tab) => (
          <Go key={tab} search={tab === 'usage' ? {} : { tab }} {...(tab === chosen ? { 'aria-current': 'page' as const } : {})}>
            {say(`tab-${tab}`)}
          </Go>
        ))}
      </nav>
      {chosen === 'details' && <CardDetails card={card} mayEdit={mayMove} />}
      {chosen === 'usage' && (
        <Suspense fallback={<Waiting />}>
          <Usage card={card} mayEdit={mayEdit} />
        </Suspense>
      )}
      {chosen === 'adjust' && <AdjustForm fixed={card} />}
      {chosen === 'transfer' && <TransferForm fixed={card} />}
      {chosen === 'replace' && <ReplaceForm fixed={card} />}
    </>
  )
}
