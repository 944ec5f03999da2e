import { useEffect, useState } from 'react'
import { type Range, rangeText, rangeToUrl } from '#shared/range.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { stringifySearch, useUrlState, withChanges } from '#ui/url-state.ts'
import { reportWords } from './report.messages.ts'
import type { Dropped as Part } from './screen-state.rules.ts'

/** Names the parts of the address that could not be used, and corrects the address. The notice stays until the address changes again. */
export const Dropped = ({ dropped, range }: { dropped: readonly Part[]; range?: Range }) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const [url, change] = useUrlState()
  const [noted, setNoted] = useState<{ parts: readonly Part[]; search: string }>()
  const unusable = JSON.stringify(dropped)
  const used = range && rangeToUrl(range)
  useEffect(() => {
    const parts = JSON.parse(unusable) as Part[]
    if (parts.length === 0) return
    const corrections = Object.fromEntries(parts.map((part) => [part.name, part.name === 'range' ? used : part.used]))
    setNoted({ parts, search: stringifySearch(withChanges(url, corrections)) })
    change(corrections, 'replace')
  }, [unusable, used, url, change])
  const parts = dropped.length > 0 ? dropped : noted?.search === stringifySearch(url) ? noted.parts : []
  if (parts.length === 0) return null
  const what = parts.map(({ name, written }) => say(`droppedPart.${name}`, { written: written.slice(0, 60) })).join(', ')
  return (
    <div className="callout warn" role="status">
      <Icon name="attention" />
      <p>
        {say('dropped', { what })} {range && parts.some(({ name }) => name === 'range') && say('droppedRange', { range: rangeText(range, language) })}
      </p>
    </div>
  )
}
