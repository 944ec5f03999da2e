import { tableWords } from '#features/reports/kit/table.messages.ts'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'

/** PLUs that were asked for and the venue does not have: their nothing would otherwise look like nothing sold. */
export const UnknownItems = ({ items }: { items: readonly string[] }) => {
  const say = useSay(tableWords)
  if (items.length === 0) return null
  return (
    <div className="callout warn" role="status">
      <Icon name="attention" />
      <p>{say('noteUnknownItems', { items: items.join(say('and')) })}</p>
    </div>
  )
}
