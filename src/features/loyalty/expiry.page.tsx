import { useState } from 'react'
import { dayText } from '#shared/cell-text.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { CardTable } from './card-table.part.tsx'
import { cardWords } from './cards.messages.ts'
import { expiryWords } from './expiry.messages.ts'
import styles from './expiry.module.css'
import { ExpireAsk } from './expiry-ask.part.tsx'
import { ExpiryDone, ExpiryMonths } from './expiry-tables.part.tsx'
import { loyalty } from './loyalty.contract.ts'

/** What the preview says. */
export type ExpiryPreview = AnswerOf<typeof loyalty.expiryPreview>

/** Points that were not used for so long that they may expire, and what expired before. */
const ExpiryPage = () => {
  const say = useSay(expiryWords)
  const { data, error, refetch } = useCall(loyalty.expiryPreview, {})
  return (
    <Page title={say('title')} sheet>
      {error ? <Failed error={error} onRetry={() => refetch()} /> : !data ? <Waiting rows={6} /> : data.Months === null ? <Never /> : <Due preview={data} />}
      {data && data.Done.length > 0 && <ExpiryDone done={data.Done} />}
    </Page>
  )
}

export default ExpiryPage

const SettingsLink = () => {
  const say = useSay(expiryWords)
  const user = useStoredUser()
  if (!tagsOf(user).includes('can_editsettings')) return null
  return (
    <Go to="/venue/settings" search={{ tab: 'points' }} className="btn">
      {say('settings')}
    </Go>
  )
}

const Never = () => {
  const say = useSay(expiryWords)
  return (
    <Empty title={say('never')} act={<SettingsLink />}>
      <p>{say('neverWhy')}</p>
    </Empty>
  )
}

const Due = ({ preview }: { preview: ExpiryPreview }) => {
  const say = useSay(expiryWords)
  const sayCard = useSay(cardWords)
  const { language } = useLanguage()
  const [asking, setAsking] = useState(false)
  const { Cards, Points, Before, Largest, Next, MayExpire } = preview
  const before = dayText(Before ?? '', language)
  const next =
    Next &&
    Next.Points > 0 &&
    say('next', { day: dayText(Next.Day, language), points: say.count('nPoints', Next.Points), cards: say.count('nCards', Next.Cards) })
  if (Cards === 0)
    return (
      <Empty title={say('nothing', { before })} act={<SettingsLink />}>
        <p>{next || say('nothingNext')}</p>
      </Empty>
    )
  return (
    <>
      <section className={styles.due}>
        <h2>{say('due', { points: say.count('nPoints', Points), cards: say.count('nCards', Cards) })}</h2>
        <p>{say('dueWhy', { before })}</p>
        {next && <p className="note">{next}</p>}
        <p className={styles.acts}>
          {MayExpire && (
            <button type="button" className="btn primary" onClick={() => setAsking(true)}>
              {say.count('expireN', Points)}
            </button>
          )}
          <SettingsLink />
        </p>
        {!MayExpire && <p className="note">{say('mayNot')}</p>}
      </section>
      <ExpiryMonths months={preview.ByMonth} cards={Cards} points={Points} />
      <section className={styles.part}>
        <h2>{say('largest')}</h2>
        <CardTable
          caption={say('largest')}
          cards={Largest}
          lastTitle={sayCard('lastUsed')}
          last={({ LastUsed }) => (LastUsed ? dayText(LastUsed, language) : sayCard('never'))}
        />
      </section>
      {asking && <ExpireAsk preview={preview} onClose={() => setAsking(false)} />}
    </>
  )
}
