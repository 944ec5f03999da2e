import { useSay } from '#ui/language.tsx'
import { accessTexts } from './access.messages.ts'
import { people } from './employees.messages.ts'
import { useTagName } from './person-words.part.tsx'
import { GROUP_NAMES, TAG_GROUPS } from './tag-groups.rules.ts'
import styles from './tags-in-words.module.css'

/** What somebody may do, group by group, in plain words. */
export const TagsInWords = ({ tags }: { tags: readonly string[] }) => {
  const say = useSay(people)
  const sayGroup = useSay(accessTexts)
  const tagName = useTagName()
  const groups = GROUP_NAMES.map((group) => ({ group, held: TAG_GROUPS[group].filter((tag) => tags.includes(tag)) })).filter(({ held }) => held.length > 0)
  if (groups.length === 0) return <p className="meta">{say('nothingHeld')}</p>
  return (
    <ul className={styles.groups}>
      {groups.map(({ group, held }) => (
        <li key={group}>
          <b>{sayGroup(group)}</b>
          <small>{held.map(tagName).join(' · ')}</small>
        </li>
      ))}
    </ul>
  )
}
