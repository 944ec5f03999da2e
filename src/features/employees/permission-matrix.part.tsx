import { memo, useState } from 'react'
import type { Tag } from '#shared/permissions.ts'
import { BlankMany } from '#ui/blank.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { accessTexts } from './access.messages.ts'
import { type Changes, isChanged, willHold, withChange } from './access-change.rules.ts'
import type { Access, Employee } from './employee.contract.ts'
import { people } from './employees.messages.ts'
import { type Short, shortOf } from './grants.rules.ts'
import { giverIn, heldBy, placesOf } from './held-by.rules.ts'
import { nameOf } from './people-list.rules.ts'
import styles from './permission-matrix.module.css'
import { StatusMark, useRoleName, useTagName } from './person-words.part.tsx'
import { GROUP_NAMES, GROUPED_TAGS, type RoleTags, TAG_GROUPS } from './tag-groups.rules.ts'

const AT_ONCE = 40
const FIRSTS: readonly string[] = GROUP_NAMES.map((group) => TAG_GROUPS[group][0])

interface MatrixProps {
  shown: readonly Employee[]
  caption: string
  roles: readonly RoleTags[]
  grantable: Access['Grantable']
  changes: Changes
  onChange: (changes: (was: Changes) => Changes) => void
}

/** Person by permission. A dot is a permission by a role; a box is one of their own. */
export const PermissionMatrix = ({ shown, caption, roles, grantable, changes, onChange }: MatrixProps) => {
  const say = useSay(accessTexts)
  const sayPeople = useSay(people)
  const tagName = useTagName()
  const [length, setLength] = useState(AT_ONCE)
  return (
    <>
      <p className={styles.key}>
        <span>
          <i className={styles.ownBox} /> {say('keyBox')}
        </span>
        <span>
          <i className={styles.byRole} /> {say('keyRole')}
        </span>
        <span>
          <Icon name="lock" /> {say('keyLocked')}
        </span>
      </p>
      <Scroll label={caption}>
        <table className={`ledger-table ticks ${styles.matrix}`}>
          <caption className="sr">{caption}</caption>
          <thead>
            <tr>
              <td />
              <td />
              {GROUP_NAMES.map((group) => (
                <th key={group} scope="colgroup" colSpan={TAG_GROUPS[group].length} className={styles.group} title={say(group)}>
                  {say(group)}
                </th>
              ))}
            </tr>
            <tr>
              <th scope="col">{say('person')}</th>
              <th scope="col">{say('roles')}</th>
              {GROUPED_TAGS.map((tag) => (
                <th key={tag} scope="col" className={FIRSTS.includes(tag) ? `${styles.tag} ${styles.first}` : styles.tag}>
                  <span>{tagName(tag)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, length).map((person) => (
              <MatrixRow key={person.EmployeeId} person={person} roles={roles} grantable={grantable} changes={changesOf(person, changes)} onChange={onChange} />
            ))}
          </tbody>
        </table>
      </Scroll>
      {shown.length > length && (
        <p className={styles.more}>
          <button type="button" className="btn" onClick={() => setLength(length + AT_ONCE)}>
            {sayPeople('more', { n: Math.min(AT_ONCE, shown.length - length) })}
          </button>
        </p>
      )}
    </>
  )
}

/** Only this person's changes, as a text: a row is drawn anew only when one of its own cells changes. */
const changesOf = (person: Employee, changes: Changes): string =>
  JSON.stringify(Object.fromEntries(Object.entries(changes).filter(([key]) => key.startsWith(`${person.EmployeeId} `))))

/** Why the reader can neither give nor take something. */
const WHY_NOT = { tag: 'notYours', all: 'notAllYours', elsewhere: 'notYoursThere' } as const

interface RowProps extends Pick<MatrixProps, 'roles' | 'grantable' | 'onChange'> {
  person: Employee
  changes: string
}

const MatrixRow = memo(({ person, roles, grantable, changes: written, onChange }: RowProps) => {
  const say = useSay(accessTexts)
  const sayPeople = useSay(people)
  const changes = JSON.parse(written) as Changes
  const held = heldBy(person)
  const giver = giverIn(grantable)
  const places = placesOf(person)
  const short = (tags: readonly string[]) => shortOf(tags, places, giver)
  const out = short([])
  const rolesHeld = roles.filter(({ Name }) => willHold(held, 'role', Name, changes))
  const name = nameOf(person)
  return (
    <tr className={person.Self ? styles.own : undefined}>
      <th scope="row">
        {name}{' '}
        {person.Self ? (
          <small title={say('ownRow')}>
            ({sayPeople('you')}) <Icon name="lock" /> <span className="sr">{say('ownRow')}</span>
          </small>
        ) : (
          <>
            {person.Status !== 'Active' && <StatusMark status={person.Status} />}
            {out && (
              <small title={say(WHY_NOT[out])}>
                <Icon name="lock" /> <span className="sr">{say(WHY_NOT[out])}</span>
              </small>
            )}
          </>
        )}
      </th>
      <td className={roles.some(({ Name }) => isChanged(held, 'role', Name, changes)) ? `${styles.roles} ${styles.cell} ${styles.changed}` : styles.roles}>
        <RolesCell person={person} roles={roles} held={rolesHeld.map((role) => role.Name)} short={short} onChange={onChange} />
      </td>
      {GROUPED_TAGS.map((tag) => (
        <TagCell
          key={tag}
          person={person}
          tag={tag}
          byRole={rolesHeld.find(({ Tags }) => Tags.includes(tag))?.Name}
          short={short([tag])}
          changes={changes}
          onChange={onChange}
        />
      ))}
    </tr>
  )
})

interface RolesCellProps extends Pick<MatrixProps, 'roles' | 'onChange'> {
  person: Employee
  held: readonly string[]
  /** What of these tags the reader does not hold where the person works. */
  short: (tags: readonly string[]) => Short | undefined
}

const RolesCell = ({ person, roles, held, short, onChange }: RolesCellProps) => {
  const say = useSay(accessTexts)
  const roleName = useRoleName()
  const words = held.length > 0 ? held.map(roleName).join(', ') : say('noRoles')
  // Whoever holds a role that is more than the reader's keeps it: it can be neither given nor taken.
  const mine = roles.filter(({ Tags }) => short(Tags) === undefined)
  const out = held.filter((name) => !mine.some((role) => role.Name === name))
  const options = mine.map(({ Name }) => ({ value: Name, label: roleName(Name) }))
  if (person.Self || out.length > 0 || options.length === 0) return words
  const choose = (chosen: readonly string[]) =>
    onChange((was) => roles.reduce((now, { Name }) => withChange(heldBy(person), 'role', Name, chosen.includes(Name), now), was))
  return <BlankMany label={`${say('roles')}: ${nameOf(person)}`} options={options} value={held} onChange={choose} allLabel={say('noRoles')} answer={words} />
}

interface TagCellProps extends Pick<MatrixProps, 'onChange'> {
  person: Employee
  tag: Tag
  byRole: string | undefined
  /** What the reader is short of to give it or take it. */
  short: Short | undefined
  changes: Changes
}

const TagCell = ({ person, tag, byRole, short, changes, onChange }: TagCellProps) => {
  const say = useSay(accessTexts)
  const tagName = useTagName()
  const roleName = useRoleName()
  const held = heldBy(person)
  const checked = willHold(held, 'tag', tag, changes)
  const place = FIRSTS.includes(tag) ? `${styles.cell} ${styles.first}` : styles.cell
  const words = say('cell', { name: nameOf(person), tag: tagName(tag) })
  if (byRole !== undefined) {
    const by = say('byRole', { role: roleName(byRole) })
    return (
      <td className={place} title={`${tagName(tag)}: ${by}`}>
        <i className={styles.byRole} />
        <span className="sr">{by}</span>
      </td>
    )
  }
  const why = person.Self ? say('ownRow') : short && say(WHY_NOT[short])
  return (
    <td className={isChanged(held, 'tag', tag, changes) ? `${place} ${styles.changed}` : place} title={why ? `${tagName(tag)}: ${why}` : tagName(tag)}>
      <label>
        <input
          type="checkbox"
          aria-label={words}
          aria-description={why}
          checked={checked}
          disabled={why !== undefined}
          onChange={(event) => {
            const wanted = event.target.checked
            onChange((was) => withChange(held, 'tag', tag, wanted, was))
          }}
        />
      </label>
    </td>
  )
}
