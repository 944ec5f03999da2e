import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dayText } from '#shared/cell-text.ts'
import { call } from '#ui/api.ts'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { useHouse } from '#ui/house.ts'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import { parseSearch } from '#ui/url-state.ts'
import { callKey } from '#ui/use-call.ts'
import { CardTable } from './card-table.part.tsx'
import { cardWords } from './cards.messages.ts'
import styles from './found-cards.module.css'
import { loyalty } from './loyalty.contract.ts'
import { forgetCards, useRecentCards } from './recent-cards.part.ts'

/** The cards somebody opened on this device, as they stand now. */
export const RecentCards = ({ silent }: { silent: boolean }) => {
  const say = useSay(cardWords)
  const recent = useRecentCards()
  const opened = useOpenedText()
  const known = useQueries({
    queries: recent.map(({ number }) => {
      const input = { params: { card: number } }
      return { queryKey: callKey(loyalty.details, input), queryFn: ({ signal }: { signal: AbortSignal }) => call(loyalty.details, input, signal) }
    }),
  })
  const cards = known.flatMap(({ data }) => (data ? [data.Details] : []))
  const from = useOpenedFrom()
  const at = (number: string) => recent.find((card) => card.number === number)?.at
  if (recent.length === 0) {
    if (silent) return null
    return (
      <section className={styles.none}>
        <p className={styles.say}>
          <b>{say('nothingYet')}</b>
        </p>
        <p>{say('nothingYetHint')}</p>
      </section>
    )
  }
  return (
    <section className={styles.found}>
      <div className="bar-head">
        <h2>
          {say('recent')}
          <small>{say('recentHint')}</small>
        </h2>
        <button type="button" className="text-btn" onClick={forgetCards}>
          {say('clearList')}
        </button>
      </div>
      <CardTable
        caption={say('recent')}
        cards={cards}
        origin={{ title: say('openedFrom'), of: ({ CardNumber }) => from(recent.find((card) => card.number === CardNumber)?.from) }}
        lastTitle={say('opened')}
        last={({ CardNumber }) => opened(at(CardNumber))}
      />
    </section>
  )
}

/** The screen a card was opened from, leading back to it as it was. */
const useOpenedFrom = () => {
  const say = useSay(cardWords)
  const speech = useLanguage()
  const house = useHouse()
  return (address: string | undefined): ReactNode => {
    const [path = '', search = ''] = (address ?? '').split('?')
    const screen = path && house.screenAt(path)
    if (!screen) return <Nil>{say('openedDirectly')}</Nil>
    return (
      <Go to={path} search={parseSearch(search)}>
        {said(screen.words, speech, screen.title)}
      </Go>
    )
  }
}

/** "Today, 20:51", "Fri 20 Nov 2026". */
const useOpenedText = () => {
  const say = useSay(cardWords)
  const { language, locale } = useLanguage()
  return (at: number | undefined): string => {
    if (at === undefined) return ''
    const moment = new Date(at)
    const isToday = moment.toDateString() === new Date().toDateString()
    if (isToday) return say('todayAt', { time: moment.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }) })
    return dayText(`${moment.getFullYear()}-${String(moment.getMonth() + 1).padStart(2, '0')}-${String(moment.getDate()).padStart(2, '0')}`, language)
  }
}
