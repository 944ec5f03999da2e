import { useState } from 'react'
import { ProductSearch } from '#features/stock/list-tools.part.tsx'
import { useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { useUrlState } from '#ui/url-state.ts'
import type { DaysOnHandAnswer } from './days-on-hand.contract.ts'
import styles from './on-hand.module.css'
import { onHandScreenWords } from './on-hand-screen.messages.ts'
import type { DayClass } from './rate.rules.ts'

const BELOW_3: readonly DayClass[] = ['out', 'under3']
const BELOW_7: readonly DayClass[] = ['out', 'under3', 'to7']

/** Which products are shown: what lasts fewer days, what is dead, what is searched for. */
export const OnHandTools = ({ answer }: { answer: DaysOnHandAnswer }) => {
  const say = useSay(onHandScreenWords)
  const [url, change] = useUrlState()
  const [typed, setTyped] = useState(url.below ?? '')
  const [search, setSearch] = useState(url.q ?? '')
  const count = (classes: readonly DayClass[]) => answer.Classes.filter(({ Class }) => classes.includes(Class)).reduce((sum, { Products }) => sum + Products, 0)
  const chosen = url.class === 'dead' ? 'dead' : url.below === '3' ? '3' : url.below === '8' ? '7' : url.below || url.class ? 'other' : 'all'
  return (
    <form
      className={`tools ${styles.tools}`}
      onSubmit={(event) => {
        event.preventDefault()
        change({ below: /^[1-9]\d{0,2}$/.test(typed) ? typed : undefined, q: search || undefined, class: undefined }, 'replace')
      }}
    >
      <ProductSearch value={search} onChange={setSearch} />
      <label className={styles.below}>
        {say('showBelow')}
        <input inputMode="numeric" value={typed} placeholder={say('any')} onChange={(event) => setTyped(event.target.value)} />
        {say('days')}
      </label>
      <button type="submit" className="btn">
        {say('show')}
      </button>
      <Segmented
        label={say('quick')}
        value={chosen}
        options={[
          { value: 'all', label: say('allOf', { n: answer.Count }) },
          { value: '3', label: say('below3', { n: count(BELOW_3) }) },
          { value: '7', label: say('below7', { n: count(BELOW_7) }) },
          { value: 'dead', label: say('deadOf', { n: count(['dead']) }) },
        ]}
        onChange={(next) => {
          setTyped('')
          change({ below: next === '3' ? '3' : next === '7' ? '8' : undefined, class: next === 'dead' ? 'dead' : undefined, q: undefined }, 'replace')
        }}
      />
      <p className="tally">{say('shortestFirst')}</p>
    </form>
  )
}
