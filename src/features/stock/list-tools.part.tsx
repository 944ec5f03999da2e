import { useState } from 'react'
import { useSay } from '#ui/language.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { listToolsWords } from './list-tools.messages.ts'
import styles from './list-tools.module.css'

/** The field that products of a list are searched in. */
export const ProductSearch = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const say = useSay(listToolsWords)
  return (
    <label className={styles.search}>
      <span className="sr">{say('search')}</span>
      <input type="search" value={value} maxLength={100} placeholder={say('search')} onChange={(event) => onChange(event.target.value)} />
    </label>
  )
}

/** The search above a list, kept in the address, and what the list is sorted by. */
export const SearchTools = ({ sorted }: { sorted: string }) => {
  const say = useSay(listToolsWords)
  const [url, change] = useUrlState()
  const [search, setSearch] = useState(url.q ?? '')
  return (
    <form
      className="tools"
      onSubmit={(event) => {
        event.preventDefault()
        change({ q: search || undefined }, 'replace')
      }}
    >
      <ProductSearch value={search} onChange={setSearch} />
      <button type="submit" className="btn">
        {say('show')}
      </button>
      <p className="tally">{sorted}</p>
    </form>
  )
}

/** Rows drawn at once; thousands would make the page slow to open. */
const ROWS_AT_ONCE = 200

export interface MoreShown {
  shown: number
  onMore: () => void
}

/** How many rows of a list are drawn, and drawing more of them. */
export const useMoreRows = (): MoreShown => {
  const [shown, setShown] = useState(ROWS_AT_ONCE)
  return { shown, onMore: () => setShown(shown + ROWS_AT_ONCE) }
}

/** Draws more rows, where there are more. */
export const MoreRows = ({ shown, all, onMore }: MoreShown & { all: number }) => {
  const say = useSay(listToolsWords)
  if (all <= shown) return null
  return (
    <p className="acts">
      <button type="button" className="btn" onClick={onMore}>
        {say('showMore', { n: Math.min(ROWS_AT_ONCE, all - shown), all })}
      </button>
    </p>
  )
}
