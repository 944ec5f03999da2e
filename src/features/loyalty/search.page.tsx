import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useCardsChanged, useFindCards, useMayEdit } from './card-calls.part.ts'
import { cardWithNumber, PICKED_FIELDS, type PickedField, typedOrSwiped } from './card-search.rules.ts'
import { cardPath } from './card-text.part.tsx'
import { cardWords } from './cards.messages.ts'
import { FoundCards } from './found-cards.part.tsx'
import { IncompleteCards } from './incomplete-cards.part.tsx'
import { NewCard } from './new-card.part.tsx'
import { RecentCards } from './recent-list.part.tsx'
import { SearchBox } from './search-box.part.tsx'

/** Finds a card, or makes one. */
const SearchPage = () => {
  const say = useSay(cardWords)
  const navigate = useNavigate()
  const mayEdit = useMayEdit()
  const changed = useCardsChanged()
  const find = useFindCards()
  const [url, change] = useUrlState()
  const [busy, setBusy] = useState(false)
  const [creating, setCreating] = useState<string>()
  const text = url.q ?? ''
  const field: PickedField = PICKED_FIELDS.find((one) => one === url.by) ?? 'Any'
  const open = (number: string) => navigate({ href: cardPath(number) } as never)
  const search = async (typed: string, by: PickedField) => {
    const wanted = typedOrSwiped(typed)
    setBusy(true)
    // What goes wrong is asked again, and said, where the cards would be.
    const found = wanted && (by === 'Any' || by === 'CardNumber') ? await find(wanted, by).catch(() => undefined) : undefined
    setBusy(false)
    const card = found && cardWithNumber(found.cards, wanted)
    if (card) open(card.CardNumber)
    else change({ q: wanted, by: by === 'Any' ? undefined : by }, wanted === text ? 'replace' : 'push')
  }
  return (
    <Page
      title={say('searchTitle')}
      sheet
      make={
        mayEdit && (
          <>
            <Go to="/loyalty/import-cards" className="btn">
              {say('importCards')}
            </Go>
            <button type="button" className="btn" onClick={() => setCreating('')}>
              {say('newCard')}
            </button>
          </>
        )
      }
    >
      <SearchBox text={text} field={field} busy={busy} onSearch={(typed, by) => void search(typed, by)} />
      {text && <FoundCards text={text} field={field} onField={(by) => void search(text, by)} onCreate={mayEdit ? () => setCreating(text) : undefined} />}
      <RecentCards silent={text !== ''} />
      {text === '' && <IncompleteCards mayEdit={mayEdit} />}
      {creating !== undefined && (
        <NewCard
          number={creating}
          onClose={() => setCreating(undefined)}
          onMade={(number) => {
            void changed()
            open(number)
          }}
        />
      )}
    </Page>
  )
}

export default SearchPage
