import { useInfiniteQuery } from '@tanstack/react-query'
import { dayText } from '#shared/cell-text.ts'
import { numberText } from '#shared/money.ts'
import { call } from '#ui/api.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed } from '#ui/states.tsx'
import { callKey } from '#ui/use-call.ts'
import { CardTable } from './card-table.part.tsx'
import { cardWords } from './cards.messages.ts'
import styles from './found-cards.module.css'
import { loyalty } from './loyalty.contract.ts'

const PAGE = '10'

/** Cards that a till was the first to see, and whose holder somebody still has to add. Draws nothing where there are none. */
export const IncompleteCards = ({ mayEdit }: { mayEdit: boolean }) => {
  const say = useSay(cardWords)
  const { language } = useLanguage()
  const list = useInfiniteQuery({
    queryKey: [...callKey(loyalty.incomplete), 'pages'],
    queryFn: ({ pageParam, signal }) => call(loyalty.incomplete, { query: { Limit: PAGE, ...(pageParam ? { After: pageParam } : {}) } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ Next }: { Next: string | null }) => Next,
  })
  if (list.isError) return <Failed error={list.error} onRetry={() => list.refetch()} />
  const total = list.data?.pages[0]?.Total ?? 0
  if (total === 0) return null
  const cards = list.data?.pages.flatMap(({ Details }) => Details) ?? []
  return (
    <section className={styles.found} aria-label={say('incomplete')}>
      <div className="bar-head">
        <h2>
          {say.count('incompleteCount', total)}
          <small>{say('incompleteHint')}</small>
        </h2>
      </div>
      <CardTable
        caption={say('incomplete')}
        cards={cards}
        lastTitle={say('lastUsed')}
        last={({ LastUsed }) => (LastUsed ? dayText(LastUsed, language) : say('never'))}
        {...(mayEdit ? { tab: 'details' as const } : {})}
      />
      {list.hasNextPage && (
        <p className={styles.acts}>
          <button type="button" className="btn" aria-busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {say('showMore')}
          </button>
          <small>{say('ofTotal', { shown: numberText(cards.length, language), total: numberText(total, language) })}</small>
        </p>
      )}
    </section>
  )
}
